import { api, origin, type Schemas } from '../api.ts';
import { plural } from '../format.ts';
import { Facts } from '../parts/card.tsx';
import { Body, Headers } from '../parts/code.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Instant } from '../parts/instant.tsx';
import { Reading } from '../parts/loaded.tsx';
import { StatusPill } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import { useResource } from '../store/resource.ts';
import { curlOf } from './curl.ts';

type Detail = Schemas['RequestDetail'];

/** One request with its answer and what led to it. */
export function RequestDetail({ account, request }: { account: string; request: string }) {
  const resource = useResource(`${account}/${request}`, signal =>
    api.get('/_sandbox/accounts/{account}/requests/{request}', { path: { account, request }, signal }),
  );
  return <Reading of={resource}>{detail => <Whole detail={detail} account={account} />}</Reading>;
}

function Whole({ detail, account }: { detail: Detail; account: string }) {
  return (
    <>
      <div class="title">
        <h2 class="big break">
          {detail.method} {detail.url}
        </h2>
        <div class="actions">
          <CopyButton text={curlOf(detail, origin)} name="Copy as curl" label="Copy as curl" />
        </div>
      </div>
      <Why detail={detail} />
      <Facts
        rows={[
          ['At', <Instant at={detail.at} whole />],
          ['Took', `${detail.duration_ms.toFixed(1)} ms`],
          ['Operation', detail.operation ?? 'none'],
          ['Key', detail.key ?? 'none'],
          ['From', detail.ip],
          ['Request id', detail.id],
          ['Orders', <Orders ids={detail.orders} account={account} />],
        ]}
      />
      <section class="stack" aria-label="Request">
        <h3>Request</h3>
        <Headers headers={detail.headers.map(({ name, value }) => [name, value] as const)} />
        <Body name="The request's body" text={detail.body} />
      </section>
      <section class="stack" aria-label="Answer">
        <h3>Answer</h3>
        <Headers headers={Object.entries(detail.answer.headers)} />
        <Body name="The answer's body" text={detail.answer.body} />
      </section>
      <NearMisses misses={detail.near_misses} />
    </>
  );
}

/** Why it was answered so: the point of the journal. */
function Why({ detail }: { detail: Detail }) {
  const { status, error, explanation, rule, fault, violations } = detail;
  const isBad = status === null || status >= 400;
  return (
    <>
      <div class={`note tone-${isBad ? 'bad' : 'good'}`}>
        <strong class="row tight">
          <StatusPill status={status} /> {error ?? fault ?? 'Answered as asked.'}
        </strong>
        {explanation && <span class="break">{explanation}</span>}
        {fault && <span>The answer was spoilt on purpose: {fault}.</span>}
        {rule && (
          <span class="break">
            By the rule {rule.id}, at <code>{rule.source}</code>
          </span>
        )}
      </div>
      {violations.length > 0 && (
        <div class="note tone-warn">
          <strong>{plural(violations.length, 'thing')} not as the specification has it</strong>
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
