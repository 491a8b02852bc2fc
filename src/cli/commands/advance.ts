import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { parseDuration } from '../../domain/duration.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { happeningRow, isNews } from '../format/happenings.ts';
import { counted, instantText } from '../format/time.ts';
import {
  EVENT_NAMES,
  isStatus,
  oneOf,
  readDuration,
  readEvent,
  parseWith,
  wholeNumber,
} from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import { printTable } from '../terminal.ts';

type Advanced = components['schemas']['Advanced'];

interface Flags extends RemoteFlags {
  readonly until?: string;
  readonly to?: string;
  readonly order?: number;
}

const EXAMPLES = `
It answers once all that fell due has happened and its webhooks were answered.

Examples:
  energy-sandbox advance 61m
  energy-sandbox advance --until order.completed --order 17
  energy-sandbox advance --until idle
  energy-sandbox advance --to 2026-01-01T12:00:00Z`;

const readGoal = oneOf('event', ['idle', ...EVENT_NAMES]);
const readUntil = (text: string): string => (isStatus(text) ? readEvent(text) : readGoal(text));

const readInstant = (text: string): string => {
  const ms = Date.parse(text);
  if (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(ms)) return text;
  throw new Error(`expected an instant such as 2026-01-01T12:00:00Z, got ${JSON.stringify(text)}`);
};

/** What the words ask for, as the call takes it. @throws CliError where they do not ask for one thing */
function goalOf(by: string | undefined, { until, to, order }: Flags): object {
  const given = [by, until, to].filter(goal => goal !== undefined);
  if (given.length !== 1) {
    throw new CliError(
      'how far? Give one of a duration such as 61m, --until order.completed, --to 2026-01-01T12:00:00Z',
      EXIT_USAGE,
    );
  }
  if (order !== undefined && until === undefined) {
    throw new CliError('--order belongs to --until: the event of that order', EXIT_USAGE);
  }
  if (by !== undefined) return { by };
  return to === undefined ? { until, order } : { to };
}

/** Durations go over as they are typed, once they are known to be some. */
const checkedDuration = (text: string): string => {
  if (parseDuration(text) === null) readDuration(text);
  return text;
};

async function advance(by: string | undefined, flags: Flags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const remote = remoteOf(flags, io);
  const body = goalOf(by, flags);
  const done = await remote.call<Advanced>('POST', remote.of('/clock/advance'), { body });
  if (flags.json) {
    out.json(done);
    return;
  }
  printTable(out, done.fired.filter(isNews).map(happeningRow));
  const unseen = done.fired_total - done.fired.length;
  if (unseen > 0) err.line(`… and ${counted(unseen, 'happening')} more`);
  err.line(`${done.fired.length === 0 ? 'Nothing fell due. ' : ''}It is ${instantText(done.now)} now.`);
}

export function define(command: Command, io: ProcessIo): void {
  command
    .argument('[duration]', 'by so much: 250ms, 3s, 61m, 2h, 1d', parseWith(checkedDuration))
    .option(
      '--until <event>',
      'until an event comes about, or idle: until nothing is due',
      parseWith(readUntil),
    )
    .option('--order <id>', "with --until: that order's event", parseWith(wholeNumber('an order id', 1)))
    .option('--to <instant>', 'to an instant, in ISO 8601', parseWith(readInstant));
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((by: string | undefined, flags: Flags) => advance(by, flags, io));
}
