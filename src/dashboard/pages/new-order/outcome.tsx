import { Card } from '../../parts/card.tsx';
import { Body } from '../../parts/code.tsx';
import { Icon } from '../../parts/icon.tsx';
import { StatusPill } from '../../parts/pill.tsx';
import { linkTo } from '../../routes.ts';
import type { ServiceSchemas } from '../../service.ts';
import type { OrderResponse, Outcome } from './place-order.ts';

type BulkEntry = ServiceSchemas['BulkResult']['results'][number];

interface ResponseBody {
  readonly data?: { readonly order_id?: number; readonly results?: readonly BulkEntry[] };
}

interface Props {
  readonly account: string;
  readonly outcome: Outcome;
  /** Sends the same request once more; null while one is being sent. */
  readonly onRepeat: (() => void) | null;
}

/** The response, with links to the orders that it created, or what to do without one. */
export function OutcomeView({ account, outcome, onRepeat }: Props) {
  const { response, unanswered } = outcome;
  const requestId = response?.requestId ?? unanswered[0]?.id;
  return (
    <Card
      title="Response"
      actions={
        requestId && (
          <a class="button small" href={linkTo(account, 'requests', requestId)}>
            Open in the journal
          </a>
        )
      }
    >
      {response ? (
        <ResponseView account={account} outcome={outcome} response={response} />
      ) : (
        <NoResponse account={account} unanswered={unanswered} onRepeat={onRepeat} />
      )}
    </Card>
  );
}

interface ResponseProps extends Pick<Props, 'account' | 'outcome'> {
  readonly response: OrderResponse;
}

function ResponseView({ account, outcome, response }: ResponseProps) {
  const lost = outcome.unanswered[0];
  const { data } = (response.json ?? {}) as ResponseBody;
  return (
    <>
      <div class="row" role="status">
        <StatusPill status={response.status} />
        {data?.order_id !== undefined && (
          <a href={linkTo(account, 'orders', data.order_id)}>Order {data.order_id}</a>
        )}
        {response.explanation && <span class="soft break">{response.explanation}</span>}
      </div>
      {lost && (
        <div class="note tone-warn">
          <strong>The first response was lost{lost.fault && `: ${lost.fault}`}.</strong>
          <span>
            {outcome.isRepeatedByBrowser
              ? 'The browser sent the request again by itself'
              : 'You sent the request again'}
            , with the same external_id. The service returned the existing order instead of creating a second
            one.
          </span>
        </div>
      )}
      {data?.results && <BulkResults account={account} results={data.results} />}
      {response.json === null && response.text !== '' && <p class="bad">The body is not JSON.</p>}
      <Body name="Response body" text={response.text} />
    </>
  );
}

/** Shows the facts that the sandbox knows, but the client does not. */
function NoResponse({ account, unanswered, onRepeat }: Omit<Props, 'outcome'> & Pick<Outcome, 'unanswered'>) {
  const { explanation, fault, orders = [] } = unanswered[0] ?? {};
  return (
    <>
      <div class="row" role="status">
        <StatusPill status={null} />
        <span class="soft break">{explanation || fault || 'The page stopped waiting for it.'}</span>
      </div>
      <div class="note tone-warn">
        <strong>A client cannot know whether its order exists.</strong>
        <span>
          {orders.length === 0 ? (
            'The sandbox does: no order was created.'
          ) : (
            <>
              The sandbox does:{' '}
              {orders.map((id, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <a class="inline" href={linkTo(account, 'orders', id)}>
                    order {id}
                  </a>
                </span>
              ))}{' '}
              {orders.length === 1 ? 'exists and is' : 'exist and are'} paid.
            </>
          )}{' '}
          To find out, a client sends the same request again: an external_id is never ordered twice.
        </span>
      </div>
      <div class="row">
        <button
          type="button"
          class="button main"
          disabled={onRepeat === null}
          onClick={onRepeat ?? undefined}
        >
          <Icon name="again" /> Send the same request again
        </button>
      </div>
    </>
  );
}

function BulkResults({ account, results }: { account: string; results: readonly BulkEntry[] }) {
  return (
    <ul class="stack tight">
      {results.map(entry => (
        <li key={entry.index} class="row tight">
          <span class="faint">{entry.index}</span>
          <span class="break">{entry.external_id}</span>
          {entry.status === 'accepted' ? (
            <a href={linkTo(account, 'orders', entry.order.id)}>order {entry.order.id}</a>
          ) : (
            <span class="bad">{entry.error}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
