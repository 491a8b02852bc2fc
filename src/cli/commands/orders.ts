import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { statusTint } from '../format/happenings.ts';
import { instantText, trxText } from '../format/time.ts';
import { parseWith, readStatus, wholeNumber } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import { type Cell, printTable } from '../terminal.ts';

type Order = components['schemas']['Order'];

interface Flags extends RemoteFlags {
  readonly status?: string;
  readonly externalId?: string;
  readonly address?: string;
  readonly limit: number;
}

const EXAMPLES = `
Examples:
  energy-sandbox orders
  energy-sandbox orders --status review
  energy-sandbox orders --external-id 'inv-2026-*' --json`;

/** A column of the table, shown if the terminal has at least `minWidth` columns. */
interface Column {
  readonly head: string;
  readonly minWidth: number;
  readonly cell: (order: Order) => Cell;
}

const COLUMNS: readonly Column[] = [
  { head: 'id', minWidth: 0, cell: ({ id }) => String(id) },
  {
    head: 'status',
    minWidth: 0,
    cell: ({ status, refunded }) => ({
      text: refunded ? `${status}, refunded` : status,
      tint: statusTint(status),
    }),
  },
  { head: 'external_id', minWidth: 0, cell: ({ external_id }) => external_id ?? '-' },
  { head: 'energy', minWidth: 0, cell: ({ energy_amount }) => energy_amount.toLocaleString('en-US') },
  { head: 'rental', minWidth: 90, cell: ({ duration_minutes }) => `${duration_minutes} min` },
  { head: 'price', minWidth: 0, cell: ({ price_trx }) => trxText(price_trx) },
  { head: 'created', minWidth: 0, cell: ({ created_at }) => instantText(created_at) },
  { head: 'recipient', minWidth: 116, cell: ({ address }) => address },
];

async function orders(flags: Flags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const remote = remoteOf(flags, io);
  const { status, externalId: external_id, address } = flags;
  const query = { status, external_id, address, sort: 'newest' };
  const found = await remote.list<Order>(remote.of('/orders'), query, flags.limit);
  if (flags.json) {
    out.json(found);
    return;
  }
  const columns = COLUMNS.filter(({ minWidth }) => out.columns >= minWidth);
  printTable(
    out,
    found.map(order => columns.map(({ cell }) => cell(order))),
    { head: columns.map(({ head }) => head) },
  );
  if (found.length === 0) err.line(`Account ${remote.account} has no matching orders.`);
  if (found.length === flags.limit) err.line(`Showing the newest ${flags.limit}; use --limit to show more.`);
}

export function define(command: Command, io: ProcessIo): void {
  command
    .option('--status <status>', 'only orders with this status', parseWith(readStatus))
    .option('--external-id <glob>', 'only orders with this external_id; * and ? are wildcards')
    .option('--address <glob>', 'only orders for this recipient; * and ? are wildcards')
    .option(
      '--limit <number>',
      'maximum number of orders, newest first',
      parseWith(wholeNumber('a count', 1)),
      50,
    );
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => orders(flags, io));
}
