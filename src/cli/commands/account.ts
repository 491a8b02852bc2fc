import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { instantText, trxText } from '../format/time.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import { type Cell, printTable } from '../terminal.ts';
import { defineCreate } from './account/create.ts';
import { defineMove } from './account/move.ts';

type Account = components['schemas']['Account'];

const EXAMPLES = `
Examples:
  energy-sandbox account create shop-7 --balance 100 --clock manual
  energy-sandbox account list
  energy-sandbox account delete shop-7
  energy-sandbox account move shop-7 --to http://127.0.0.1:4014
  energy-sandbox account move shop-7 --cancel`;

const MAX_ACCOUNTS = 10_000;

/** Why an account cannot be used at present, and nothing if it can. */
const troubleCell = ({ trouble }: Account): Cell =>
  trouble === null ? '' : { text: `${trouble.code}: ${trouble.reason}`, tint: 'red' };

const row = ({ name, balance_trx, clock, orders, scenarios, webhook }: Account): Cell[] => [
  { text: name, tint: 'bold' },
  trxText(balance_trx),
  String(orders),
  `${instantText(clock.now)} ${clock.mode}`,
  scenarios.join(', '),
  webhook.url ?? '',
];

async function list(flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const accounts = await remoteOf(flags, io).list<Account>('/accounts', {}, MAX_ACCOUNTS);
  if (flags.json) out.json(accounts);
  else {
    const isAnyInTrouble = accounts.some(({ trouble }) => trouble !== null);
    const rows = accounts.map(one => (isAnyInTrouble ? [...row(one), troubleCell(one)] : row(one)));
    const head = ['name', 'balance', 'orders', 'clock', 'scenarios', 'webhook'];
    printTable(out, rows, isAnyInTrouble ? { head: [...head, 'trouble'], wrap: true } : { head });
  }
}

async function remove(name: string, flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const remote = remoteOf({ ...flags, account: name }, io);
  const response = await remote.call('DELETE', remote.of(''));
  if (flags.json) io.out.json(response);
  else io.err.line(`Deleted account ${name}.`);
}

export function define(command: Command, io: ProcessIo): void {
  command.usage('<command>').addHelpText('after', EXAMPLES);
  defineCreate(command, io);
  defineMove(command, io);
  withServer(command.command('list').description('list all accounts'), false).action((flags: RemoteFlags) =>
    list(flags, io),
  );
  withServer(
    command.command('delete').description('delete an account and all its data').argument('<name>'),
    false,
  ).action((name: string, flags: RemoteFlags) => remove(name, flags, io));
}
