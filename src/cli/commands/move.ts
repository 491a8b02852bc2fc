import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { ORDER_STATUSES } from '../../domain/order.ts';
import { orderTimeline } from '../format/order-timeline.ts';
import { orderIdOf } from '../order-lookup.ts';
import { parseWith, readRefund, readStatus } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';

type OrderDetail = components['schemas']['OrderDetail'];

interface Flags extends RemoteFlags {
  readonly refund?: string;
}

const EXAMPLES = `
If the order's lifecycle passes through that state, the order continues from
there. Otherwise it stays in that state.

Examples:
  energy-sandbox move 48211 review
  energy-sandbox move 48211 failed --refund 5s
  energy-sandbox move inv-2026-001 delegated`;

async function move(idOrExternalId: string, to: string, flags: Flags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const remote = remoteOf(flags, io);
  const id = await orderIdOf(remote, idOrExternalId);
  const body = { to, refund: flags.refund };
  const moved = await remote.call<OrderDetail>('POST', remote.of(`/orders/${id}/transition`), { body });
  if (flags.json) out.json(moved);
  else out.line(orderTimeline(moved, out, io.programName));
}

export function define(command: Command, io: ProcessIo): void {
  command
    .argument('<order>', 'order id or external_id')
    .argument('<status>', `new status: ${ORDER_STATUSES.join(', ')}`, parseWith(readStatus))
    .option(
      '--refund <when>',
      'for failed: when to refund: now, never, or a duration such as 5s',
      parseWith(readRefund),
    );
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((idOrExternalId: string, to: string, flags: Flags) => move(idOrExternalId, to, flags, io));
}
