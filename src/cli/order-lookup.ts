import type { components } from '../contract/control-v1.generated.ts';
import { CliError } from './cli-error.ts';
import type { Remote } from './remote-server.ts';

type Schemas = components['schemas'];

/** The id of an order that a person names by its id or its external_id. @throws CliError where there is none */
export async function orderIdOf(remote: Remote, which: string): Promise<number> {
  if (/^[1-9]\d{0,15}$/.test(which)) return Number(which);
  const found = await remote.list<Schemas['Order']>(remote.of('/orders'), { external_id: which }, 1);
  if (found[0]) return found[0].id;
  throw new CliError(
    `account ${remote.account} has no order with the external_id ${JSON.stringify(which)}; energy-sandbox orders lists them`,
  );
}

/** An order with its whole life. @throws CliError where there is none */
export async function findOrder(remote: Remote, which: string): Promise<Schemas['OrderDetail']> {
  return remote.get(remote.of(`/orders/${await orderIdOf(remote, which)}`));
}
