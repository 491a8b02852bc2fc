import { api } from '../../api.ts';
import { callService } from '../../service.ts';

/** The recipient of an order that follows the default scenario. */
export const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

/** Enough for several orders of a step. */
const ENOUGH_TRX = 20;

/** A new external_id for each order of the tour. */
export const freshId = (): string => `tour-${Date.now().toString(36)}`;

interface OrderResponse {
  readonly status: number;
  readonly id: number | null;
  readonly error: string | null;
}

/** Adds to the balance what an order may need. */
export async function topUp(account: string): Promise<void> {
  const path = { account };
  const { balance_trx } = await api.get('/_sandbox/accounts/{account}', { path });
  if (balance_trx >= ENOUGH_TRX) return;
  await api.post('/_sandbox/accounts/{account}/deposit', { path, body: { amount_trx: ENOUGH_TRX } });
}

/** Places an order, as the order form does. @throws UnreachableError if there is no response */
export async function order(account: string, address: string, externalId: string): Promise<OrderResponse> {
  const body = { external_id: externalId, package_id: 1, duration_minutes: 60, address };
  const { status, json } = await callService(account, { method: 'POST', path: '/api/v1/order/', body });
  const { data, error = null } = (json ?? {}) as { data?: { order_id: number }; error?: string };
  return { status, id: data?.order_id ?? null, error };
}

/** Places an order that must be accepted. */
export async function placed(account: string, address: string, externalId: string): Promise<number> {
  await topUp(account);
  const { id, status, error } = await order(account, address, externalId);
  if (id === null) throw new Error(`The order was refused: ${status} ${error ?? ''}`);
  return id;
}
