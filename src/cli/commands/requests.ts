import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { exchangeRow, explanationLines } from '../format/exchange.ts';
import { parseWith, readOperation, readOrderId, readResponseStatus, wholeNumber } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import { tableLines } from '../terminal.ts';

type Request = components['schemas']['RequestSummary'];

interface Flags extends RemoteFlags {
  readonly operation?: string;
  readonly status?: number;
  readonly order?: number;
  readonly externalId?: string;
  readonly limit: number;
}

const EXAMPLES = `
Examples:
  energy-sandbox requests
  energy-sandbox requests --status 422
  energy-sandbox requests --external-id 'inv-2026-*'
  energy-sandbox requests --operation createOrder --json`;

async function requests(flags: Flags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const remote = remoteOf(flags, io);
  const { operation, status, order, externalId: external_id } = flags;
  const query = { operation, status, order, external_id, sort: 'newest' };
  const found = await remote.list<Request>(remote.of('/requests'), query, flags.limit);
  if (flags.json) {
    out.json(found);
    return;
  }
  const rows = tableLines(found.map(exchangeRow), out);
  found.forEach((request, index) => {
    for (const line of [rows[index]!, ...explanationLines(request, out)]) out.line(line);
  });
  if (found.length === 0) err.line(`Account ${remote.account} has no matching requests.`);
  if (found.length === flags.limit) err.line(`Showing the newest ${flags.limit}; use --limit to show more.`);
}

export function define(command: Command, io: ProcessIo): void {
  command
    .option('--operation <id>', 'only requests of this operation', parseWith(readOperation))
    .option('--status <code>', 'only requests with this response status', parseWith(readResponseStatus))
    .option('--order <id>', 'only requests that concern this order', parseWith(readOrderId))
    .option('--external-id <glob>', 'only requests with this external_id; * and ? are wildcards')
    .option(
      '--limit <number>',
      'maximum number of requests, newest first',
      parseWith(wholeNumber('a count', 1)),
      50,
    );
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => requests(flags, io));
}
