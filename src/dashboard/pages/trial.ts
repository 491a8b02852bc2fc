import { BUILT_IN_RECEIVER } from '../../core/webhook/receiving.ts';
import type { OrderRecord } from '../../judge/diagram/steps.ts';
import { api, type Schemas } from '../api.ts';
import { callService } from '../service.ts';

/** The result of a trial. */
export interface Trial {
  /** The status of the response to the order; null if there was no response. */
  readonly status: number | null;
  readonly error: string | null;
  readonly explanation: string;
  /** The order with what is known about it; null if none was created. */
  readonly record: OrderRecord | null;
  /** The webhook events of the order, oldest first. */
  readonly events: readonly Schemas['Event'][];
  /** The deliveries that a receiver would have got, in the order of arrival. */
  readonly arrivals: readonly Schemas['Arrival'][];
}

/** A recipient that follows the default scenario. */
export const PLAIN_RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

/** Scenarios may leave a client without a response. */
const TIMEOUT_MS = 8_000;
const BALANCE_TRX = 1_000;

/**
 * Creates an account with one scenario whose webhooks go to the built-in receiver, places one order, advances the clock
 * until nothing is due, and deletes the account.
 * @throws UnreachableError, CallError if a call to the control API fails
 */
export async function tryScenario(yaml: string, address: string, externalId: string): Promise<Trial> {
  const { name: account } = await api.post('/_sandbox/accounts', {
    body: {
      name: `trial-${Date.now().toString(36)}`,
      clock: 'manual',
      balance_trx: BALANCE_TRX,
      scenarios: [],
      // Webhooks of a trial must not reach the receiver of other accounts.
      webhook_url: BUILT_IN_RECEIVER,
    },
  });
  const path = { account };
  try {
    await api.post('/_sandbox/accounts/{account}/scenarios', { path, body: { yaml } });
    await order(account, address, externalId);
    await api.post('/_sandbox/accounts/{account}/clock/advance', { path, body: { until: 'idle' } });
    const { items } = await api.get('/_sandbox/accounts/{account}/requests', { path });
    const request = items[0];
    return {
      status: request?.status ?? null,
      error: request?.error ?? request?.fault ?? null,
      explanation: request?.explanation ?? '',
      record: await readRecord(account),
      events: (await api.get('/_sandbox/accounts/{account}/events', { path })).items,
      arrivals: (await api.get('/_sandbox/accounts/{account}/receiver/arrivals', { path })).items,
    };
  } finally {
    await api.delete('/_sandbox/accounts/{account}', { path });
  }
}

/** The only order of an account, with the data for its picture; null if there is no order. */
async function readRecord(account: string): Promise<OrderRecord | null> {
  const { items } = await api.get('/_sandbox/accounts/{account}/orders', { path: { account } });
  if (!items[0]) return null;
  const path = { account, order: items[0].id };
  const order = await api.get('/_sandbox/accounts/{account}/orders/{order}', { path });
  // The page starts without what draws orders.
  const [{ readOrderRecord }, { recordReader }] = await Promise.all([
    import('../../judge/diagram/steps.ts'),
    import('./order/record-reader.ts'),
  ]);
  return readOrderRecord(order, recordReader(account));
}

/** Places an order, as the order form does. A missing response may be what the scenario specifies. */
async function order(account: string, address: string, externalId: string): Promise<void> {
  const body = { external_id: externalId, package_id: 1, address };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    await callService(account, { method: 'POST', path: '/api/v1/order/', body, signal });
  } catch {
    // The journal has the result.
  }
}
