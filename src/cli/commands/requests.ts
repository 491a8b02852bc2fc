import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { OPERATION_IDS } from '../../domain/operations.ts';
import { exchangeRow, explanationLines } from '../format/exchange.ts';
import { oneOf, parseWith, wholeNumber } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import { tableLines } from '../terminal.ts';

type Request = components['schemas']['RequestSummary'];

interface Flags extends RemoteFlags {
  readonly operation?: string;
  readonly status?: number;
  readonly order?: number;
  readonly limit: number;
}

const EXAMPLES = `
Examples:
  energy-sandbox requests
  energy-sandbox requests --status 422
  energy-sandbox requests --operation createOrder --json`;

async function requests(flags: Flags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const remote = remoteOf(flags, io);
  const { operation, status, order } = flags;
  const query = { operation, status, order, sort: 'newest' };
  const found = await remote.list<Request>(remote.of('/requests'), query, flags.limit);
  if (flags.json) {
    out.json(found);
    return;
  }
  const rows = tableLines(found.map(exchangeRow), out);
  found.forEach((request, index) => {
    for (const line of [rows[index]!, ...explanationLines(request, out)]) out.line(line);
  });
  if (found.length === 0) err.line(`No such request on account ${remote.account}.`);
  if (found.length === flags.limit) err.line(`The newest ${flags.limit}; --limit shows more.`);
}

export function define(command: Command, io: ProcessIo): void {
  command
    .option('--operation <id>', 'of one operation only', parseWith(oneOf('operation', OPERATION_IDS)))
    .option('--status <code>', 'answered so only', parseWith(wholeNumber('a status', 100, 599)))
    .option('--order <id>', 'about one order only', parseWith(wholeNumber('an order id', 1)))
    .option('--limit <number>', 'so many at most, newest first', parseWith(wholeNumber('a count', 1)), 50);
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => requests(flags, io));
}
