import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { eventStateText } from '../../text/event-words.ts';
import { EVENT_STATES, eventStateTint } from '../format/event-state.ts';
import { instantText } from '../format/time.ts';
import { oneOf, parseWith, readEvent, readOrderId, wholeNumber } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import { type Cell, printTable } from '../terminal.ts';

type Event = components['schemas']['Event'];

interface Flags extends RemoteFlags {
  readonly order?: number;
  readonly externalId?: string;
  readonly event?: string;
  readonly state?: string;
  readonly limit: number;
}

const EXAMPLES = `
Examples:
  energy-sandbox events --order 48211
  energy-sandbox events --external-id 'inv-2026-*'
  energy-sandbox events --state exhausted    those that were given up
  energy-sandbox events --event order.failed --json`;

const row = (event: Event): Cell[] => [
  { text: instantText(event.created_at), tint: 'dim' },
  event.event_id,
  { text: eventStateText(event), tint: eventStateTint(event.state) },
  String(event.attempts),
];

async function events(flags: Flags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const remote = remoteOf(flags, io);
  const { order, externalId: external_id, event, state } = flags;
  const query = { order, external_id, event, state, sort: 'newest' };
  const found = await remote.list<Event>(remote.of('/events'), query, flags.limit);
  if (flags.json) {
    out.json(found);
    return;
  }
  printTable(out, found.map(row), { head: ['created', 'event_id', 'state', 'attempts'] });
  if (found.length === 0) err.line(`Account ${remote.account} has no matching events.`);
  if (found.length === flags.limit) err.line(`Showing the newest ${flags.limit}; use --limit to show more.`);
}

export function define(command: Command, io: ProcessIo): void {
  command
    .option('--order <id>', 'only events of this order', parseWith(readOrderId))
    .option('--external-id <glob>', 'only events of orders with this external_id; * and ? are wildcards')
    .option('--event <event>', 'only events of this type', parseWith(readEvent))
    .option(
      '--state <state>',
      `only events in this state: ${EVENT_STATES.join(', ')}`,
      parseWith(oneOf('state', EVENT_STATES)),
    )
    .option(
      '--limit <number>',
      'maximum number of events, newest first',
      parseWith(wholeNumber('a count', 1)),
      50,
    );
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => events(flags, io));
}
