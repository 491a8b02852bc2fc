import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { parseDuration } from '../../domain/duration.ts';
import { EVENT_NAMES, ORDER_STATUSES } from '../../domain/order.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { happeningRow, isWorthPrinting } from '../format/happenings.ts';
import { counted, instantText } from '../format/time.ts';
import { isOrderId } from '../order-lookup.ts';
import { checkedInstant, isStatus, oneOf, parseWith, readDuration, readEvent } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import { printTable } from '../terminal.ts';

type Advanced = components['schemas']['Advanced'];

interface Flags extends RemoteFlags {
  readonly until?: string;
  readonly to?: string;
  readonly order?: string;
}

const EXAMPLES = `
The command returns after everything due has happened and every webhook sent has
been answered or has failed.

Examples:
  energy-sandbox advance 61m
  energy-sandbox advance --until order.completed --order 48211
  energy-sandbox advance --until order.failed --order inv-2026-001
  energy-sandbox advance --until idle
  energy-sandbox advance --to 2026-01-01T12:00:00Z`;

const readGoal = oneOf('event', ['idle', ...EVENT_NAMES], ORDER_STATUSES);
const readUntil = (text: string): string => (isStatus(text) ? readEvent(text) : readGoal(text));

/** The goal as a request body. @throws CliError unless exactly one goal is given */
function goalOf(by: string | undefined, { until, to, order }: Flags): object {
  const given = [by, until, to].filter(goal => goal !== undefined);
  if (given.length !== 1) {
    throw new CliError(
      'expected exactly one of: a duration such as 61m, --until order.completed, --to 2026-01-01T12:00:00Z',
      EXIT_USAGE,
    );
  }
  if (order !== undefined && until === undefined) {
    throw new CliError('--order can be used only together with --until', EXIT_USAGE);
  }
  if (order !== undefined && until === 'idle') {
    throw new CliError(
      '--order needs an event in --until, such as --until order.completed, not idle',
      EXIT_USAGE,
    );
  }
  if (by !== undefined) return { by };
  if (to !== undefined) return { to };
  if (order === undefined) return { until };
  return isOrderId(order) ? { until, order: Number(order) } : { until, external_id: order };
}

/** Checks a duration and returns it unchanged, because the control API takes it as text. */
const checkedDuration = (text: string): string => {
  if (parseDuration(text) === null) readDuration(text);
  return text;
};

async function advance(by: string | undefined, flags: Flags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const remote = remoteOf(flags, io);
  const body = goalOf(by, flags);
  const advanced = await remote.call<Advanced>('POST', remote.of('/clock/advance'), { body });
  if (flags.json) {
    out.json(advanced);
    return;
  }
  printTable(out, advanced.fired.filter(isWorthPrinting).map(happeningRow));
  const omitted = advanced.fired_total - advanced.fired.length;
  if (omitted > 0) err.line(`… and ${counted(omitted, 'event')} more`);
  err.line(
    `${advanced.fired.length === 0 ? 'Nothing was due. ' : ''}The clock is now at ${instantText(advanced.now)}.`,
  );
}

export function define(command: Command, io: ProcessIo): void {
  command
    .argument('[duration]', 'how far to advance: 250ms, 3s, 61m, 2h, 1d', parseWith(checkedDuration))
    .option(
      '--until <event>',
      'advance until an event happens, or until nothing is due (idle)',
      parseWith(readUntil),
    )
    .option('--order <order>', 'with --until: the order of the event, by id or external_id')
    .option('--to <instant>', 'advance to a time in ISO 8601', parseWith(checkedInstant));
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((by: string | undefined, flags: Flags) => advance(by, flags, io));
}
