import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { instantText, trxText } from '../format/time.ts';
import { orderIdOf } from '../order-lookup.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';

type OrderDetail = components['schemas']['OrderDetail'];

const EXAMPLES = `
Example:
  energy-sandbox refund 48211`;

async function refund(idOrExternalId: string, flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const remote = remoteOf(flags, io);
  const id = await orderIdOf(remote, idOrExternalId);
  const order = await remote.call<OrderDetail>('POST', remote.of(`/orders/${id}/refund`));
  if (flags.json) out.json(order);
  else if (order.refund) {
    const { at, amount_trx } = order.refund;
    out.line(`order ${id}: refunded ${trxText(amount_trx)} at ${instantText(at)}`);
  }
}

export function define(command: Command, io: ProcessIo): void {
  command.argument('<order>', 'order id or external_id');
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((idOrExternalId: string, flags: RemoteFlags) => refund(idOrExternalId, flags, io));
}
