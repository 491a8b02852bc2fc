import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { statusTint } from '../happening-rows.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import type { Shell } from '../shell.ts';
import { type Cell, printTable } from '../terminal.ts';
import { instantText, trxText } from '../texts.ts';
import { reading, readStatus, wholeNumber } from '../values.ts';

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

/** From so many columns on there is room for addresses. */
const WIDE = 116;

const row = (order: Order, isWide: boolean): Cell[] => [
  String(order.id),
  {
    text: order.refunded ? `${order.status}, refunded` : order.status,
    tint: statusTint(order.status),
  },
  order.external_id ?? '-',
  order.energy_amount.toLocaleString('en-US'),
  `${order.duration_minutes} min`,
  trxText(order.price_trx),
  instantText(order.created_at),
  ...(isWide ? [order.address] : []),
];

async function orders(flags: Flags, shell: Shell): Promise<void> {
  const { out, err } = shell;
  const remote = remoteOf(flags, shell);
  const { status, externalId: external_id, address } = flags;
  const query = { status, external_id, address, sort: 'newest' };
  const found = await remote.list<Order>(remote.of('/orders'), query, flags.limit);
  if (flags.json) {
    out.json(found);
    return;
  }
  const isWide = out.columns >= WIDE;
  const head = ['id', 'status', 'external_id', 'energy', 'rental', 'price', 'created'];
  printTable(
    out,
    found.map(order => row(order, isWide)),
    { head: isWide ? [...head, 'recipient'] : head },
  );
  if (found.length === 0) err.line(`No such order on account ${remote.account}.`);
  if (found.length === flags.limit) err.line(`The newest ${flags.limit}; --limit shows more.`);
}

export function define(command: Command, shell: Shell): void {
  command
    .option('--status <status>', 'in one state only', reading(readStatus))
    .option('--external-id <glob>', 'with this external_id; * and ? stand for any characters')
    .option('--address <glob>', 'for this recipient')
    .option('--limit <number>', 'so many at most, newest first', reading(wholeNumber('a count', 1)), 50);
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => orders(flags, shell));
}
