import { forAccount, type Schemas, UnreachableError } from '../../control-api.ts';
import { Button, Card } from '../../parts/basics.tsx';
import { Body } from '../../parts/code.tsx';
import { StatusPill } from '../../parts/pill.tsx';
import { linkTo } from '../../routes.ts';
import { type CallResponse, callService, type ServiceCall } from '../../service-api.ts';
import { useTask } from '../../store/tasks-and-toasts.ts';

type Request = Schemas['RequestSummary'];

/** The outcome of a request that places orders. */
export interface Outcome {
  readonly call: ServiceCall;
  /** Null if none arrived. */
  readonly response: CallResponse | null;
  /** The requests of this page with the same external_id whose responses did not arrive, newest first. */
  readonly unanswered: readonly Request[];
  /** The browser lost the response and sent the request again by itself. */
  readonly isRepeatedByBrowser: boolean;
}

/** The maximum number of repetitions of a request that are considered. */
const LATEST = 20;

/** The requests of the dashboard that equal a call and got no complete response, newest first. */
async function unansweredLike(account: string, { path: url, body }: ServiceCall): Promise<Request[]> {
  const { external_id } = body as { readonly external_id?: string };
  const { items } = await forAccount(account).get('/requests', {
    query: { sort: 'newest', limit: LATEST, ...(external_id ? { external_id } : {}) },
  });
  const own = items.filter(one => one.by_dashboard && one.url === url);
  // Without an external_id, only the latest request is certainly this one.
  return (external_id ? own : own.slice(0, 1)).filter(({ end, status }) => end !== 'sent' || status === null);
}

/**
 * Sends a request that places orders. A missing response is a separate outcome, because scenarios lose responses.
 * @param before the previous outcome on this page
 * @throws UnreachableError if the sandbox does not respond to other calls either; CallError if those are refused
 */
export async function placeOrder(
  account: string,
  call: ServiceCall,
  before: Outcome | null,
): Promise<Outcome> {
  let response: CallResponse | null = null;
  try {
    response = await callService(account, call);
  } catch (error) {
    const isTimeout = error instanceof DOMException;
    if (!isTimeout && !(error instanceof UnreachableError)) throw error;
  }
  const mayBeRepeated = response === null || response.status === 200;
  const unanswered = mayBeRepeated ? await unansweredLike(account, call) : [];
  const isNews = !before?.unanswered.some(({ id }) => id === unanswered[0]?.id);
  return { call, response, unanswered, isRepeatedByBrowser: unanswered.length > 0 && isNews };
}

interface Props {
  readonly outcome: Outcome;
  readonly onRepeat: () => Promise<void>;
}

/** The response, with a link to the order that it created, or what to do without one. */
export function OutcomeView(props: Props) {
  const { response, unanswered } = props.outcome;
  const requestId = response?.headers.get('X-Sandbox-Request-Id') ?? unanswered[0]?.id;
  return (
    <Card
      title="Response"
      actions={
        requestId && (
          <a class="button small" href={linkTo('requests', requestId)}>
            Open in the journal
          </a>
        )
      }
    >
      {response ? <ResponseView {...props} response={response} /> : <NoResponse {...props} />}
    </Card>
  );
}

function ResponseView({ outcome, response }: Props & { response: CallResponse }) {
  const lost = outcome.unanswered[0];
  const order = (response.json as { data?: { order_id?: number } } | null)?.data?.order_id;
  return (
    <>
      <div class="row" role="status">
        <StatusPill status={response.status} />
        {order !== undefined && <a href={linkTo('orders', order)}>Order {order}</a>}
        <span class="soft break">{response.headers.get('X-Sandbox-Explain')}</span>
      </div>
      {lost && (
        <div class="stack tight note tone-warn">
          <strong>The first response was lost{lost.fault && `: ${lost.fault}`}.</strong>
          <span>
            {outcome.isRepeatedByBrowser
              ? 'The browser sent the request again by itself'
              : 'You sent it again'}
            , with the same external_id. The service returned the existing order instead of creating a second
            one.
          </span>
        </div>
      )}
      {response.json === null && response.text !== '' && <p class="bad">The body is not JSON.</p>}
      <Body name="Response body" text={response.text} />
    </>
  );
}

/** Shows the facts that the sandbox knows, but the client does not. */
function NoResponse({ outcome, onRepeat }: Props) {
  const task = useTask();
  const { explanation, fault, orders = [] } = outcome.unanswered[0] ?? {};
  const [order] = orders;
  return (
    <>
      <div class="row" role="status">
        <StatusPill status={null} />
        <span class="soft break">{explanation || fault || 'The page stopped waiting for it.'}</span>
      </div>
      <div class="stack tight note tone-warn">
        <strong>A client cannot know whether its order exists.</strong>
        <span>
          The sandbox does:{' '}
          {order === undefined ? (
            'no order was created.'
          ) : (
            <>
              <a href={linkTo('orders', order)}>order {order}</a> exists and is paid.
            </>
          )}{' '}
          To find out, a client sends the same request again: an external_id is never ordered twice.
        </span>
      </div>
      <div class="row">
        <Button look="main" icon="again" aria-busy={task.isBusy} onClick={() => task.run(onRepeat)}>
          Send the same request again
        </Button>
      </div>
    </>
  );
}
