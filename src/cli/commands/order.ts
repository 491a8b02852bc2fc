import type { Command } from 'commander';
import { orderPicture } from '../format/order-timeline.ts';
import { findOrder } from '../order-lookup.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';

const EXAMPLES = `
Examples:
  energy-sandbox order 17
  energy-sandbox order inv-2026-001
  energy-sandbox order 17 --json | jq '.timeline[].at'`;

async function order(which: string, flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const found = await findOrder(remoteOf(flags, io), which);
  if (flags.json) out.json(found);
  else out.line(orderPicture(found, out));
}

export function define(command: Command, io: ProcessIo): void {
  command.argument('<order>', 'its id or external_id');
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((which: string, flags: RemoteFlags) => order(which, flags, io));
}
