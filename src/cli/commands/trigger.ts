import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { deliveryLine } from '../format/delivery.ts';
import { EVENT_NAMES, readEvent, parseWith, readRefund, wholeNumber } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';

type Triggered = components['schemas']['Triggered'];

interface Flags extends RemoteFlags {
  readonly refund?: string;
  readonly externalId?: string;
  readonly address?: string;
  readonly package?: number;
}

const EXAMPLES = `
It makes an order, which costs what an order costs, moves it until it has the
event, and delivers that.

Examples:
  energy-sandbox trigger order.failed --refund now
  energy-sandbox trigger completed --external-id inv-2026-001`;

async function trigger(event: string, flags: Flags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const remote = remoteOf(flags, io);
  const { refund, externalId: external_id, address, package: package_id } = flags;
  const body = { event, refund, external_id, address, package_id };
  const made = await remote.call<Triggered>('POST', remote.of('/trigger'), { body });
  if (flags.json) {
    out.json(made);
    return;
  }
  out.line(`order ${made.order_id}  ${made.event_id}  ${made.event.state}`);
  for (const delivery of made.event.deliveries) out.line(`  ${deliveryLine(delivery, null, out)}`);
  if (made.event.state === 'unsent') {
    err.line('The account has no webhook destination: energy-sandbox webhook http://… sets one.');
  }
}

export function define(command: Command, io: ProcessIo): void {
  command
    .argument('<event>', `which: ${EVENT_NAMES.join(', ')}`, parseWith(readEvent))
    .option('--refund <when>', 'with order.failed: now, never, or a duration', parseWith(readRefund))
    .option('--external-id <id>', 'of the order')
    .option('--address <address>', 'its recipient')
    .option('--package <id>', 'what it buys', parseWith(wholeNumber('a package id', 1)));
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((event: string, flags: Flags) => trigger(event, flags, io));
}
