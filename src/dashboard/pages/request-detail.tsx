import { api, origin, type Schemas } from '../api.ts';
import { plural } from '../format.ts';
import { Facts } from '../parts/card.tsx';
import { Body, Headers } from '../parts/code.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Instant } from '../parts/instant.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { StatusPill } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import { knownKey } from '../store/known-keys.ts';
import { useResource } from '../store/resource.ts';
import { CompareSection } from './compare/compare-section.tsx';
import { requestMessage } from './compare/message.ts';
import { curlOf } from './curl.ts';

type Detail = Schemas['RequestDetail'];

/** One request with its response and the explanation of it. */
export function RequestDetail({ account, request }: { account: string; request: string }) {
  const resource = useResource(`${account}/${request}`, signal =>
    api.get('/_sandbox/accounts/{account}/requests/{request}', { path: { account, request }, signal }),
  );
  return <Loaded of={resource}>{detail => <RequestContent detail={detail} account={account} />}</Loaded>;
}

function RequestContent({ detail, account }: { detail: Detail; account: string }) {
  return (
    <>
      <div class="title">
        <h2 class="big break">
          {detail.method} {detail.url}
        </h2>
        <div class="actions">
          <CopyButton
            text={curlOf(detail, origin, knownKey(account) ?? '<API_KEY>')}
            name="Copy as curl"
            label="Copy as curl"
          />
        </div>
      </div>
      <Why detail={detail} />
      <Facts
        rows={[
          ['Time', <Instant at={detail.at} whole />],
          ['Duration', `${detail.duration_ms.toFixed(1)} ms`],
          ['Operation', detail.operation ?? 'none'],
          ['Key', detail.by_dashboard ? 'dashboard (the order form)' : (detail.key ?? 'none')],
          ['Client IP', detail.ip],
          ['Request ID', detail.id],
          ['Orders', <Orders ids={detail.orders} account={account} />],
        ]}
      />
      <section class="stack" aria-label="Request">
        <h3>Request</h3>
        <Headers headers={detail.headers.map(({ name, value }) => [name, value] as const)} />
        <Body name="Request body" text={detail.body} />
      </section>
      <section class="stack" aria-label="Response">
        <h3>Response</h3>
        <Headers headers={Object.entries(detail.answer.headers)} />
        <Body name="Response body" text={detail.answer.body} />
      </section>
      <RequestDifferences key={detail.id} account={account} detail={detail} />
      <NearMisses misses={detail.near_misses} />
    </>
  );
}

/** Why the service sent this response. */
function Why({ detail }: { detail: Detail }) {
  const { status, error, explanation, rule, fault, violations } = detail;
  const isBad = status === null || status >= 400;
  return (
    <>
      <div class={`note tone-${isBad ? 'bad' : 'good'}`}>
        <strong class="row tight">
          <StatusPill status={status} /> {error ?? fault ?? 'No error.'}
        </strong>
        {explanation && <span class="break">{explanation}</span>}
        {fault && <span>Injected fault: {fault}.</span>}
        {rule && (
          <span class="break">
            Rule {rule.id} at <code>{rule.source}</code>
          </span>
        )}
      </div>
      {violations.length > 0 && (
        <div class="note tone-warn">
          <strong>{plural(violations.length, 'deviation')} from the specification</strong>
          <ul class="bullets">
            {violations.map((text, index) => (
              <li key={index} class="break">
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Orders({ ids, account }: { ids: readonly number[]; account: string }) {
  if (ids.length === 0) return <>none</>;
  return (
    <span class="row tight">
      {ids.map(id => (
        <a key={id} href={linkTo(account, 'orders', id)}>
          {id}
        </a>
      ))}
    </span>
  );
}

function NearMisses({ misses }: { misses: readonly string[] }) {
  if (misses.length === 0) return null;
  return (
    <details>
      <summary class="soft">
        Why {plural(misses.length, 'rule')} of the active scenarios did not apply
      </summary>
      <ul class="bullets">
        {misses.map((text, index) => (
          <li key={index} class="break">
            {text}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface Props {
  readonly account: string;
  readonly detail: Detail;
}

/** The first request that concerned the order of a repeated order request; null unless it is an earlier one. */
async function firstRequest({ account, detail }: Props, signal: AbortSignal): Promise<Detail | null> {
  const query = { order: detail.orders[0]!, operation: 'createOrder', limit: 1 } as const;
  const { items } = await api.get('/_sandbox/accounts/{account}/requests', {
    path: { account },
    query,
    signal,
  });
  const request = items[0]?.id;
  if (request === undefined || request === detail.id) return null;
  return api.get('/_sandbox/accounts/{account}/requests/{request}', { path: { account, request }, signal });
}

/** Compares a repeated order request with the first one of the order. */
function RequestDifferences({ account, detail }: Props) {
  const isOrder = detail.operation === 'createOrder' && detail.orders.length === 1;
  const first = useResource(isOrder ? `${account}/${detail.id}` : null, signal =>
    firstRequest({ account, detail }, signal),
  );
  if (!first.data) return null;
  return (
    <section class="stack" aria-label="Differences">
      <h3>Differences</h3>
      <CompareSection
        title="Compare with the first request for this order"
        message={requestMessage(detail)}
        others={[requestMessage(first.data)]}
        isOpen
      />
    </section>
  );
}
