import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { CORRUPTIONS } from '../../scenario/faults-and-corruptions.ts';
import { deliveryLine } from '../format/delivery.ts';
import { oneOf, parseWith } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';

type Delivery = components['schemas']['Delivery'];

interface Flags extends RemoteFlags {
  readonly corrupt?: string;
}

const EXAMPLES = `
Corruptions:
${CORRUPTIONS.map(kind => `  ${kind}`).join('\n')}

Examples:
  energy-sandbox resend order-7-order.failed-ab12cd34ef56
  energy-sandbox resend order-7-order.failed-ab12cd34ef56 --corrupt wrong-secret`;

async function resend(eventId: string, flags: Flags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const remote = remoteOf(flags, io);
  const body = flags.corrupt === undefined ? {} : { corrupt: flags.corrupt };
  const path = remote.of(`/events/${encodeURIComponent(eventId)}/resend`);
  const delivery = await remote.call<Delivery>('POST', path, { body });
  if (flags.json) {
    out.json(delivery);
    return;
  }
  out.line(`${delivery.event_id}  ${deliveryLine(delivery, null, out)}`);
  if (delivery.corruption) out.line(`  ${delivery.corruption.explanation}`);
}

export function define(command: Command, io: ProcessIo): void {
  command
    .argument('<event_id>', 'event id, listed by energy-sandbox events')
    .option(
      '--corrupt <kind>',
      'corrupt the webhook in this way',
      parseWith(oneOf('corruption', CORRUPTIONS)),
    );
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((eventId: string, flags: Flags) => resend(eventId, flags, io));
}
