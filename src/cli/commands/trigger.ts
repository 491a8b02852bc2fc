import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { EVENT_NAMES } from '../../domain/order.ts';
import { eventStateText } from '../../text/event-words.ts';
import { deliveryLine } from '../format/delivery.ts';
import { parseWith, readEvent, readRefund, wholeNumber } from '../parse-values.ts';
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
The command creates an order at the usual price, moves it until the event
happens, and delivers the webhook.

Examples:
  energy-sandbox trigger order.failed --refund now
  energy-sandbox trigger completed --external-id inv-2026-001`;

async function trigger(event: string, flags: Flags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const remote = remoteOf(flags, io);
  const { refund, externalId: external_id, address, package: package_id } = flags;
  const body = { event, refund, external_id, address, package_id };
  const triggered = await remote.call<Triggered>('POST', remote.of('/trigger'), { body });
  if (flags.json) {
    out.json(triggered);
    return;
  }
  out.line(`order ${triggered.order_id}  ${triggered.event_id}  ${eventStateText(triggered.event)}`);
  for (const delivery of triggered.event.deliveries) out.line(`  ${deliveryLine(delivery, null, out)}`);
  if (triggered.event.state === 'unsent') {
    err.line(`The account has no webhook destination; set one with: ${io.programName} webhook http://…`);
  }
}

export function define(command: Command, io: ProcessIo): void {
  command
    .argument('<event>', `event type: ${EVENT_NAMES.join(', ')}`, parseWith(readEvent))
    .option(
      '--refund <when>',
      'for order.failed: when to refund: now, never, or a duration',
      parseWith(readRefund),
    )
    .option('--external-id <id>', 'external_id of the order')
    .option('--address <address>', 'recipient of the order')
    .option('--package <id>', 'package to order', parseWith(wholeNumber('a package id', 1)));
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((event: string, flags: Flags) => trigger(event, flags, io));
}
