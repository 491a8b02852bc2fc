import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { instantText, trxText } from '../format/time.ts';
import { parseWith, readTrx } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import type { Remote } from '../remote-server.ts';
import { type Cell, printTable } from '../terminal.ts';

type Schemas = components['schemas'];

interface Flags extends RemoteFlags {
  readonly ledger?: boolean;
}

const EXAMPLES = `
Examples:
  energy-sandbox balance             show the balance
  energy-sandbox balance 0           set the balance
  energy-sandbox balance --ledger    list all balance changes`;

const LEDGER_LIMIT = 100_000;

const row = ({ at, kind, amount_trx, balance_trx, order_id }: Schemas['LedgerEntry']): Cell[] => [
  { text: instantText(at), tint: 'dim' },
  kind,
  { text: trxText(amount_trx), tint: amount_trx < 0 ? 'red' : 'green' },
  trxText(balance_trx),
  order_id === null ? '' : `order ${order_id}`,
];

async function printLedger(remote: Remote, flags: Flags, { out }: ProcessIo): Promise<void> {
  const rows = await remote.list<Schemas['LedgerEntry']>(remote.of('/ledger'), {}, LEDGER_LIMIT);
  if (flags.json) out.json(rows);
  else printTable(out, rows.map(row), { head: ['at', 'kind', 'amount', 'balance', 'for'] });
}

async function balance(trx: number | undefined, flags: Flags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const remote = remoteOf(flags, io);
  if (trx !== undefined) await remote.call('PUT', remote.of('/balance'), { body: { balance_trx: trx } });
  if (flags.ledger) {
    await printLedger(remote, flags, io);
    return;
  }
  const { balance_trx } = await remote.get<Schemas['Account']>(remote.of(''));
  if (flags.json) out.json({ balance_trx });
  else out.line(trxText(balance_trx));
}

export function define(command: Command, io: ProcessIo): void {
  command
    .argument('[trx]', 'new balance', parseWith(readTrx))
    .option('--ledger', 'list all balance changes, oldest first');
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((trx: number | undefined, flags: Flags) => balance(trx, flags, io));
}
