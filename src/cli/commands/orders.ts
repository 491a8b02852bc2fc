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

/** A column of the table, and from how many columns of the terminal on there is room for it. */
interface Column {
  readonly head: string;
  readonly room: number;
  readonly cell: (order: Order) => Cell;
}

const COLUMNS: readonly Column[] = [
  { head: 'id', room: 0, cell: ({ id }) => String(id) },
  {
    head: 'status',
    room: 0,
    cell: ({ status, refunded }) => ({
      text: refunded ? `${status}, refunded` : status,
      tint: statusTint(status),
    }),
  },
  { head: 'external_id', room: 0, cell: ({ external_id }) => external_id ?? '-' },
  { head: 'energy', room: 0, cell: ({ energy_amount }) => energy_amount.toLocaleString('en-US') },
  { head: 'rental', room: 90, cell: ({ duration_minutes }) => `${duration_minutes} min` },
  { head: 'price', room: 0, cell: ({ price_trx }) => trxText(price_trx) },
  { head: 'created', room: 0, cell: ({ created_at }) => instantText(created_at) },
  { head: 'recipient', room: 116, cell: ({ address }) => address },
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
  const columns = COLUMNS.filter(({ room }) => out.columns >= room);
  printTable(
    out,
    found.map(order => columns.map(({ cell }) => cell(order))),
    { head: columns.map(({ head }) => head) },
  );
  if (found.length === 0) err.line(`No such order on account ${remote.account}.`);
  if (found.length === flags.limit) err.line(`The newest ${flags.limit}; --limit shows more.`);
}

export function define(command: Command, io: ProcessIo): void {
  command
    .option('--status <status>', 'in one state only', parseWith(readStatus))
    .option('--external-id <glob>', 'with this external_id; * and ? stand for any characters')
    .option('--address <glob>', 'for this recipient')
    .option('--limit <number>', 'so many at most, newest first', parseWith(wholeNumber('a count', 1)), 50);
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => orders(flags, io));
}
