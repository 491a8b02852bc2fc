import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { fileProblem } from '../../files/file-problem.ts';
import { CliError } from '../cli-error.ts';
import { counted, instantText, trxText } from '../format/time.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import type { Remote } from '../remote-server.ts';
import { type Cell, printTable } from '../terminal.ts';

type Schemas = components['schemas'];

const EXAMPLES = `
Examples:
  energy-sandbox snapshot take before-checkout
  energy-sandbox snapshot restore before-checkout
  energy-sandbox snapshot export before-checkout checkout.json
  energy-sandbox snapshot import checkout.json --name before-checkout`;

const pathOf = (remote: Remote, name: string): string => remote.of(`/snapshots/${encodeURIComponent(name)}`);

const row = ({ name, taken_at, balance_trx, orders, events }: Schemas['Snapshot']): Cell[] => [
  { text: name, tint: 'bold' },
  instantText(taken_at),
  trxText(balance_trx),
  counted(orders, 'order'),
  counted(events, 'event'),
];

function show(snapshots: readonly Schemas['Snapshot'][], { out }: ProcessIo): void {
  printTable(out, snapshots.map(row));
}

async function take(name: string, flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const remote = remoteOf(flags, io);
  const body = { name };
  const taken = await remote.call<Schemas['Snapshot']>('POST', remote.of('/snapshots'), { body });
  if (flags.json) io.out.json(taken);
  else show([taken], io);
}

async function list(flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const remote = remoteOf(flags, io);
  const { items } = await remote.get<{ readonly items: readonly Schemas['Snapshot'][] }>(
    remote.of('/snapshots'),
  );
  if (flags.json) io.out.json(items);
  else show(items, io);
}

async function restore(name: string, flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const remote = remoteOf(flags, io);
  const account = await remote.call<Schemas['Account']>('POST', `${pathOf(remote, name)}/restore`);
  if (flags.json) {
    out.json(account);
    return;
  }
  const { balance_trx, orders, clock } = account;
  out.line(
    `Restored account ${account.name}: ${trxText(balance_trx)}, ${counted(orders, 'order')}, ${instantText(clock.now)} (${clock.mode})`,
  );
}

async function exportOne(
  name: string,
  file: string | undefined,
  flags: RemoteFlags,
  io: ProcessIo,
): Promise<void> {
  const remote = remoteOf(flags, io);
  const text = `${JSON.stringify(await remote.get(pathOf(remote, name)), null, 2)}\n`;
  if (file === undefined || file === '-') {
    io.out.write(text);
    return;
  }
  await writeFile(file, text).catch(error => {
    throw new CliError(`${file}: cannot write the file: ${fileProblem(error)}`);
  });
  io.err.line(`${file}: ${text.length.toLocaleString('en-US')} characters`);
}

async function readSnapshot(file: string): Promise<object> {
  const text = await readFile(file, 'utf8').catch(error => {
    throw new CliError(`${file}: cannot read the file: ${fileProblem(error)}`);
  });
  try {
    return JSON.parse(text) as object;
  } catch (error) {
    throw new CliError(
      `${file}: not valid JSON: ${(error as Error).message}; use a file written by snapshot export`,
    );
  }
}

/** The snapshot name derived from a file name. */
const nameOfFile = (file: string): string => file.replace(/^.*[/\\]/, '').replace(/\.json$/, '');

async function importOne(
  file: string,
  flags: RemoteFlags & { readonly name?: string },
  io: ProcessIo,
): Promise<void> {
  const remote = remoteOf(flags, io);
  const body = await readSnapshot(file);
  const path = pathOf(remote, flags.name ?? nameOfFile(file));
  const taken = await remote.call<Schemas['Snapshot']>('PUT', path, { body });
  if (flags.json) io.out.json(taken);
  else show([taken], io);
}

async function remove(name: string, flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const remote = remoteOf(flags, io);
  const response = await remote.call('DELETE', pathOf(remote, name));
  if (flags.json) io.out.json(response);
  else io.err.line(`Deleted snapshot ${name}.`);
}

export function define(command: Command, io: ProcessIo): void {
  command.usage('<command>').addHelpText('after', EXAMPLES);
  const add = (name: string, description: string): Command =>
    withServer(command.command(name).description(description));
  add('take', 'save the state of the account; replaces a snapshot of the same name')
    .argument('<name>')
    .action((name: string, flags: RemoteFlags) => take(name, flags, io));
  add('list', 'list the snapshots of the account').action((flags: RemoteFlags) => list(flags, io));
  add('restore', 'restore the account to the saved state')
    .argument('<name>')
    .action((name: string, flags: RemoteFlags) => restore(name, flags, io));
  add('export', 'write a snapshot to a file; it contains the webhook secret')
    .argument('<name>')
    .argument('[file]', 'output file (default: stdout)')
    .action((name: string, file: string | undefined, flags: RemoteFlags) => exportOne(name, file, flags, io));
  add('import', 'import a snapshot from a file')
    .argument('<file>')
    .option('--name <name>', 'name of the snapshot (default: the file name)')
    .action((file: string, flags: RemoteFlags) => importOne(file, flags, io));
  add('delete', 'delete a snapshot')
    .argument('<name>')
    .action((name: string, flags: RemoteFlags) => remove(name, flags, io));
}
