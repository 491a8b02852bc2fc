import type { components } from '../contract/control-v1.generated.ts';
import { CliError } from './cli-error.ts';
import type { Remote } from './remote-server.ts';

type Schemas = components['schemas'];

/** True for a number that can be an order id; anything else is an external_id. */
export const isOrderId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text);

/** The id of an order given by its id or external_id. @throws CliError if no order has the external_id */
export async function orderIdOf(remote: Remote, idOrExternalId: string): Promise<number> {
  if (isOrderId(idOrExternalId)) return Number(idOrExternalId);
  const found = await remote.list<Schemas['Order']>(remote.of('/orders'), { external_id: idOrExternalId }, 1);
  if (found[0]) return found[0].id;
  throw new CliError(
    `account ${remote.account} has no order with external_id ${JSON.stringify(idOrExternalId)}; list orders with: ${remote.programName} orders`,
  );
}

/** An order with its timeline, by id or external_id. @throws CliError if there is no such order */
export async function findOrder(remote: Remote, idOrExternalId: string): Promise<Schemas['OrderDetail']> {
  return remote.get(remote.of(`/orders/${await orderIdOf(remote, idOrExternalId)}`));
}
