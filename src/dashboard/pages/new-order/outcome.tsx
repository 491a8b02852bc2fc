import { Card } from '../../parts/card.tsx';
import { Code } from '../../parts/code.tsx';
import { StatusPill } from '../../parts/pill.tsx';
import { linkTo } from '../../routes.ts';
import type { ServiceSchemas } from '../../service.ts';

/** The response of the service to an order. */
export interface Outcome {
  readonly status: number;
  readonly json: unknown;
  readonly requestId: string | null;
  readonly explanation: string | null;
}

type BulkEntry = ServiceSchemas['BulkResult']['results'][number];

interface ResponseBody {
  readonly data?: { readonly order_id?: number; readonly results?: readonly BulkEntry[] };
}

/** The response, with links to the orders that it created. */
export function OutcomeView({ account, outcome }: { account: string; outcome: Outcome }) {
  const { data } = (outcome.json ?? {}) as ResponseBody;
  return (
    <Card
      title="Response"
      actions={
        outcome.requestId && (
          <a class="button small" href={linkTo(account, 'requests', outcome.requestId)}>
            Open in the journal
          </a>
        )
      }
    >
      <div class="row" role="status">
        <StatusPill status={outcome.status} />
        {data?.order_id !== undefined && (
          <a href={linkTo(account, 'orders', data.order_id)}>Order {data.order_id}</a>
        )}
        {outcome.explanation && <span class="soft break">{outcome.explanation}</span>}
      </div>
      {data?.results && <BulkResults account={account} results={data.results} />}
      <Code name="Response body" text={JSON.stringify(outcome.json, null, 2)} />
    </Card>
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
