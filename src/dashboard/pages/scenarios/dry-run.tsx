import { useSignal } from '@preact/signals';
import { BUILT_IN_RECEIVER } from '../../../core/webhook/read-webhook.ts';
import type { OrderRecord } from '../../../judge/diagram/diagram-model.ts';
import { api, forAccount, type Schemas } from '../../control-api.ts';
import { lazy } from '../../lazy.tsx';
import { boundTo, Form, TextField } from '../../parts/field.tsx';
import { StatusPill } from '../../parts/pill.tsx';
import { callService } from '../../service-api.ts';
import { attempt } from '../../store/tasks-and-toasts.ts';
import { freshId, ORDER_PATH, PLAIN_RECIPIENT } from '../new-order/draft.ts';
import { readRecord } from '../order/read-record.ts';

const DiagramPicture = lazy(async () => (await import('../order/diagram-picture.tsx')).RecordPicture);

interface Result {
  readonly yaml: string;
  /** The request of the order; null if the service got none. */
  readonly request: Schemas['RequestSummary'] | null;
  /** The order with what is known about it; null if none was created. */
  readonly record: OrderRecord | null;
}

/** Scenarios may leave a client without a response. */
const TIMEOUT_MS = 8_000;
const BALANCE_TRX = 1_000;

/**
 * Creates an account with one scenario whose webhooks go to the built-in receiver, places one order, advances the clock
 * until nothing is due, and deletes the account.
 * @throws UnreachableError, CallError if a call to the control API fails
 */
async function tryScenario(yaml: string, address: string, external_id: string): Promise<Result> {
  const { name: account } = await api.post('/_sandbox/accounts', {
    body: {
      name: freshId('dry-run'),
      clock: 'manual',
      balance_trx: BALANCE_TRX,
      scenarios: [],
      // These webhooks must not reach the receiver of other accounts.
      webhook_url: BUILT_IN_RECEIVER,
    },
  });
  try {
    await forAccount(account).post('/scenarios', { body: { yaml } });
    const body = { external_id, package_id: 1, address };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // Without a response, which may be what the scenario specifies, the journal has the result.
    await callService(account, { method: 'POST', path: ORDER_PATH, body, signal }).catch(() => null);
    await forAccount(account).post('/clock/advance', { body: { until: 'idle' } });
    const [requests, orders] = await Promise.all([
      forAccount(account).get('/requests'),
      forAccount(account).get('/orders'),
    ]);
    const order = orders.items[0]?.id;
    return {
      yaml,
      request: requests.items[0] ?? null,
      record: order === undefined ? null : await readRecord(account, order),
    };
  } finally {
    await forAccount(account).delete('');
  }
}

/** Tries a scenario on a temporary account, before it is activated anywhere. */
export function DryRun({ yaml, canTry }: { yaml: string; canTry: boolean }) {
  const address = useSignal(PLAIN_RECIPIENT);
  const externalId = useSignal('dry-run-1');
  const result = useSignal<Result | null>(null);
  const run = (): Promise<unknown> =>
    attempt(async () => {
      result.value = await tryScenario(yaml, address.value, externalId.value);
    });
  return (
    <section class="stack" aria-label="Dry run">
      <h3>Try it</h3>
      <Form layout="row bottom" submit="Try" icon="play" isDisabled={!canTry} onSubmit={run}>
        <div class="grow wide">
          <TextField label="Recipient" mono {...boundTo(address)} />
        </div>
        <div class="grow">
          <TextField label="external_id" mono {...boundTo(externalId)} />
        </div>
      </Form>
      <p class="tail">
        Creates a temporary account with only this scenario and the built-in receiver, orders 65,000 Energy,
        advances the clock until nothing is due, and deletes the account.
      </p>
      {result.value && result.value.yaml !== yaml && (
        <p class="warn">The text has changed since this dry run.</p>
      )}
      {result.value && <ResultView result={result.value} />}
    </section>
  );
}

const ResultView = ({ result: { request, record } }: { result: Result }) => (
  <div class="stack" role="status">
    <p class="row tight">
      <StatusPill status={request?.status ?? null} />
      <span class="break">{request?.error ?? request?.fault}</span>
      <span class="soft break">{request?.explanation}</span>
    </p>
    {record ? <DiagramPicture record={record} /> : <p class="soft">No order was created.</p>}
  </div>
);
