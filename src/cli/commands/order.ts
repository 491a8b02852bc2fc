import type { Command } from 'commander';
import { orderTimeline } from '../format/order-timeline.ts';
import { findOrder } from '../order-lookup.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';

const EXAMPLES = `
Examples:
  energy-sandbox order 48211
  energy-sandbox order inv-2026-001
  energy-sandbox order 48211 --json | jq '.timeline[].at'`;

async function order(idOrExternalId: string, flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const found = await findOrder(remoteOf(flags, io), idOrExternalId);
  if (flags.json) out.json(found);
  else out.line(orderTimeline(found, out, io.programName));
}

export function define(command: Command, io: ProcessIo): void {
  command.argument('<order>', 'order id or external_id');
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((idOrExternalId: string, flags: RemoteFlags) => order(idOrExternalId, flags, io));
}
