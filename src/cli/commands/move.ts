import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { ORDER_STATUSES } from '../../domain/order.ts';
import { orderPicture } from '../format/order-timeline.ts';
import { orderIdOf } from '../order-lookup.ts';
import { parseWith, readRefund, readStatus } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';

type OrderDetail = components['schemas']['OrderDetail'];

interface Flags extends RemoteFlags {
  readonly refund?: string;
}

const EXAMPLES = `
The order goes on from there by itself where its life passes through that
state; elsewhere it stays.

Examples:
  energy-sandbox move 17 review
  energy-sandbox move 17 failed --refund 5s
  energy-sandbox move inv-2026-001 delegated`;

async function move(which: string, to: string, flags: Flags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const remote = remoteOf(flags, io);
  const id = await orderIdOf(remote, which);
  const body = { to, refund: flags.refund };
  const moved = await remote.call<OrderDetail>('POST', remote.of(`/orders/${id}/transition`), { body });
  if (flags.json) out.json(moved);
  else out.line(orderPicture(moved, out));
}

export function define(command: Command, io: ProcessIo): void {
  command
    .argument('<order>', 'its id or external_id')
    .argument('<status>', `where to: ${ORDER_STATUSES.join(', ')}`, parseWith(readStatus))
    .option('--refund <when>', 'with failed: now, never, or a duration such as 5s', parseWith(readRefund));
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((which: string, to: string, flags: Flags) => move(which, to, flags, io));
}
