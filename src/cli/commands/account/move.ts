import type { Command } from 'commander';
import type { components } from '../../../contract/control-v1.generated.ts';
import { CliError } from '../../cli-error.ts';
import { counted } from '../../format/time.ts';
import { parseWith, readHttpUrl } from '../../parse-values.ts';
import type { ProcessIo } from '../../process-io.ts';
import { remoteOf, withServer } from '../../remote-flags.ts';
import { RefusedCall, type Remote } from '../../remote-server.ts';
import { cancelMoves } from './cancel-move.ts';
import {
  type Account,
  accountOn,
  destinationOf,
  isHandedOver,
  type Move,
  type MoveFlags,
  remoteAt,
} from './two-servers.ts';

type Schemas = components['schemas'];

/** What a move did. */
interface Moved {
  readonly account: string;
  /** True if an earlier call had moved it. */
  readonly already: boolean;
  readonly orders: number;
  readonly events: number;
  readonly keys: number;
  readonly snapshots: number;
}

/** The error after an import whose outcome is unknown: the account stays stopped, so that it cannot exist twice. */
const unknownOutcome = ({ name, from, to }: Move, cause: Error): CliError =>
  new CliError(
    `${cause.message}; whether ${to.url} has imported ${name} is unknown, so it stays stopped on ${from.url}; run the same command again`,
  );

/** The codes with which a server refuses an import that may have succeeded before, or still may. */
const UNCERTAIN: readonly string[] = ['ACCOUNT_EXISTS', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];

/** True if the server itself has refused the import. Without its response, it may still be importing the account. */
const isRefused = (error: unknown): boolean =>
  error instanceof RefusedCall && !UNCERTAIN.includes(error.code);

/**
 * Stops the account and returns it. If that fails, the account continues, unless an earlier call stopped it: the target
 * may be importing it.
 * @throws CliError
 */
async function handOver({ from, to }: Move, wasStopped: boolean): Promise<Schemas['AccountFile']> {
  try {
    return await from.call<Schemas['AccountFile']>('POST', from.of('/handover'), { body: { to: to.url } });
  } catch (error) {
    if (!wasStopped) await from.call('DELETE', from.of('/handover')).catch(() => undefined);
    throw error;
  }
}

/** @throws CliError if an earlier call began to move the account to another server, which may have it */
function checkDestination({ name, from, to }: Move, source: Account | null): void {
  const recorded = destinationOf(source);
  if (recorded === null || recorded === to.url) return;
  throw new CliError(
    `--to: ${name} is already being moved to ${recorded}; complete that with --to ${recorded}, or cancel it with --url ${from.url} --cancel`,
  );
}

/** Imports the account. If the target refuses it, the account continues where it was. @throws CliError */
async function importInto(move: Move, file: Schemas['AccountFile']): Promise<void> {
  const { name, from, to } = move;
  try {
    await to.call('PUT', to.of(''), { body: file });
  } catch (error) {
    if (isRefused(error) && (await accountOn(to).catch(() => undefined)) === null) {
      await from.call('DELETE', from.of('/handover'));
      throw new CliError(`${(error as Error).message}; ${name} was not moved and continues on ${from.url}`);
    }
    throw unknownOutcome(move, error as Error);
  }
}

/** @throws CliError if the target has less than the source, which is then kept */
function checkComplete({ name, from, to }: Move, source: Account, target: Account | null): Account {
  const isComplete =
    target !== null &&
    target.seed === source.seed &&
    target.keys >= source.keys &&
    target.orders >= source.orders &&
    target.events >= source.events;
  if (isComplete) return target;
  throw new CliError(
    `${to.url} does not have all of the account ${name} of ${from.url}; nothing was deleted. Compare both, then delete one of them`,
  );
}

/** The names of an account's snapshots. */
async function snapshotsOn(server: Remote): Promise<string[]> {
  const path = server.of('/snapshots');
  const { items } = await server.get<{ readonly items: readonly Schemas['Snapshot'][] }>(path);
  return items.map(({ name }) => name);
}

/** Copies the named snapshots that the target does not have, perhaps by an earlier call. @returns how many there are */
async function copySnapshots({ from, to }: Move): Promise<number> {
  const items = await snapshotsOn(from);
  const copied = new Set(await snapshotsOn(to));
  for (const name of items.filter(one => !copied.has(one))) {
    const path = `/snapshots/${encodeURIComponent(name)}`;
    await to.call('PUT', to.of(path), { body: await from.get(from.of(path)) });
  }
  return items.length;
}

/**
 * Moves an account: stops it, imports it, compares, and only then deletes it where it was. After an interruption, also
 * by a crash of either server, a second call continues.
 * @param isKept leaves the stopped account where it was: a second call without it deletes it
 * @throws CliError
 */
async function moveOne(move: Move, isKept: boolean): Promise<Moved> {
  const { name, from, to } = move;
  const arrived = await accountOn(to);
  const found = arrived ? await accountOn(from) : await from.get<Account>(from.of(''));
  if (arrived && !found) return { ...movedOf(arrived, (await snapshotsOn(to)).length), already: true };
  checkDestination(move, found);
  const wasStopped = found !== null && isHandedOver(found);
  if (arrived && !wasStopped) {
    throw new CliError(`${to.url} already has an account ${name}; nothing was moved`);
  }
  if (!arrived) await importInto(move, await handOver(move, wasStopped));
  const source = await from.get<Account>(from.of(''));
  const target = checkComplete(move, source, await accountOn(to));
  const snapshots = await copySnapshots(move);
  if (!isKept) await from.call('DELETE', from.of(''));
  return { ...movedOf(target, snapshots), already: false };
}

const movedOf = ({ name, orders, events, keys }: Account, snapshots: number): Omit<Moved, 'already'> => ({
  account: name,
  orders,
  events,
  keys,
  snapshots,
});

const rowOf = ({ account, already, orders, events, keys, snapshots }: Moved): string =>
  `${already ? 'Already moved' : 'Moved'} ${account}: ${[
    counted(orders, 'order'),
    counted(events, 'event'),
    counted(keys, 'key'),
    counted(snapshots, 'snapshot'),
  ].join(', ')}`;

async function moveAll(
  names: readonly string[],
  url: string,
  flags: MoveFlags,
  io: ProcessIo,
): Promise<void> {
  const moved: Moved[] = [];
  for (const name of names) {
    const from = remoteOf({ ...flags, account: name }, io);
    const to = remoteAt(url, name, flags, io);
    if (from.url === to.url) throw new CliError(`--to: ${to.url} is where ${name} is; name another server`);
    const one = await moveOne({ name, from, to }, flags.keep === true);
    moved.push(one);
    if (!flags.json) io.out.line(rowOf(one));
  }
  if (flags.json) io.out.json(moved);
}

/** Moves accounts, or cancels their moves. @throws CliError */
function run(names: readonly string[], flags: MoveFlags, io: ProcessIo): Promise<void> {
  if (flags.cancel) {
    if (flags.keep) throw new CliError('--keep: a canceled move leaves nothing to keep; omit --keep');
    return cancelMoves(names, flags, io);
  }
  if (flags.force) throw new CliError('--force: only --cancel can be forced; omit --force, or add --cancel');
  if (flags.to === undefined) {
    throw new CliError(
      'account move needs --to <url>, the address of the server that the accounts move to, or --cancel',
    );
  }
  return moveAll(names, flags.to, flags, io);
}

/** `account move NAME...` */
export function defineMove(parent: Command, io: ProcessIo): void {
  const command = parent
    .command('move')
    .description('move accounts to another server, with their API keys')
    .argument('<name...>')
    .option('--to <url>', 'address of the server that they move to', parseWith(readHttpUrl));
  command.option('--keep', 'leave each account stopped where it was, until the same command without --keep');
  command.option('--cancel', 'give a move that was interrupted up; each account continues where it is');
  command.option('--force', 'with --cancel, do not ask the other server whether it has the account');
  withServer(command, false).action((names: string[], flags: MoveFlags) => run(names, flags, io));
}
