import { api, origin } from '../api.ts';
import { exchange } from '../envelope.ts';
import type { OrderDetail } from './order-timeline-layout.ts';

/** What came of a try. */
export interface Trial {
  /** What the order was answered; null: nothing. */
  readonly status: number | null;
  readonly error: string | null;
  readonly explanation: string;
  readonly order: OrderDetail | null;
}

/** A recipient that follows the default scenario. */
export const PLAIN_RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

/** Scenarios may leave a client without an answer; the page does not wait for ever. */
const PATIENCE_MS = 8_000;
const BALANCE_TRX = 1_000;

/**
 * Makes one order under a scenario on an account made for it, lets all happen that follows, and drops the account.
 * @throws AwayError, CallError where the try itself cannot be made
 */
export async function tryScenario(yaml: string, address: string, externalId: string): Promise<Trial> {
  const { name: account, api_key } = await api.post('/_sandbox/accounts', {
    body: {
      name: `trial-${Date.now().toString(36)}`,
      clock: 'manual',
      balance_trx: BALANCE_TRX,
      scenarios: [],
      // A try concerns nobody else: its webhooks must not reach the receiver of other accounts.
      webhook_url: null,
    },
  });
  const path = { account };
  try {
    await api.post('/_sandbox/accounts/{account}/scenarios', { path, body: { yaml } });
    await order(api_key, address, externalId);
    await api.post('/_sandbox/accounts/{account}/clock/advance', { path, body: { until: 'idle' } });
    const { items } = await api.get('/_sandbox/accounts/{account}/requests', { path });
    const request = items[0];
    const made = await api.get('/_sandbox/accounts/{account}/orders', { path });
    const id = made.items[0]?.id;
    const detail =
      id === undefined
        ? null
        : await api.get('/_sandbox/accounts/{account}/orders/{order}', { path: { account, order: id } });
    return {
      status: request?.status ?? null,
      error: request?.error ?? request?.fault ?? null,
      explanation: request?.explanation ?? '',
      order: detail,
    };
  } finally {
    await api.delete('/_sandbox/accounts/{account}', { path });
  }
}

/** Orders as a client would; that no answer comes may be the very thing that the scenario wants. */
async function order(key: string, address: string, externalId: string): Promise<void> {
  try {
    await exchange({
      method: 'POST',
      url: `${origin}/api/v1/order/`,
      headers: { Authorization: `Bearer ${key}` },
      body: { external_id: externalId, package_id: 1, address },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    // The journal tells what became of it.
  }
}
