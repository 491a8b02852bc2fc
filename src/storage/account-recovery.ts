import { access } from 'node:fs/promises';
import { Low } from 'lowdb';
import { type ClockState, clockReads } from '../domain/clock.ts';
import { Account } from '../engine/account.ts';
import type { AccountState } from '../engine/account-state.ts';
import { nextEpoch } from '../engine/event-id-epoch.ts';
import type { ScenarioLibrary } from '../scenario/scenario-library.ts';
import type { AccountPaths } from './account-paths.ts';
import { readSeal, type SealReading } from './last-acknowledged-seal.ts';
import { isClosedText, openLine } from './log-line.ts';
import { type Line, linesOf } from './read-lines.ts';
import { missingEntries, Replay } from './replay.ts';
import { type LogPosition, SnapshotAdapter } from './snapshot-file.ts';
import type { StorageError } from './storage.ts';
import { corrupt, storageError } from './storage-errors.ts';

/** An account as the last process left it. */
export interface Recovered {
  readonly account: Account;
  readonly db: Low<AccountState>;
  readonly adapter: SnapshotAdapter;
  /** True if there are logs or a seal. */
  readonly needsFold: boolean;
}

/** What recovery needs besides the files. */
export interface RecoveryParts {
  readonly version: string;
  readonly libraryOf: (digest: string) => Promise<ScenarioLibrary>;
  readonly remark: (text: string) => void;
}

/**
 * Reads an account from its files and replays its logs.
 * @returns null if the account was closed and its files were left over
 * @throws StorageError for damaged or incomplete files, which are not changed
 */
export async function recoverAccount(paths: AccountPaths, parts: RecoveryParts): Promise<Recovered | null> {
  const adapter = new SnapshotAdapter(paths.snapshot, parts.version);
  const state = await adapter.read();
  if (!state) {
    if (await isClosedLog(paths.log)) return null;
    throw await snapshotMissing(paths);
  }
  const db = new Low<AccountState>(adapter, state);
  const account = new Account(db);
  const replay = new Replay(account, adapter.position, paths, parts.libraryOf);
  await replay.run(paths.oldLog);
  await replay.run(paths.log);
  if (replay.isClosed) return null;
  const { position, hasLog, remarks } = replay;
  const seal = await readSeal(paths.seal);
  checkSeal(seal, position.seq, paths);
  if (hasLog && typeof seal === 'string') {
    remarks.push(sealRemark(seal, position.seq, paths));
    // Entries may be lost, and receivers may know the events of the orders that were in them.
    account.replaceState({ ...account.state, epoch: nextEpoch(account.state.epoch) });
  }
  for (const remark of remarks) parts.remark(remark);
  adapter.position = position;
  return { account, db, adapter, needsFold: hasLog || seal !== 'missing' };
}

/** @throws StorageError if the account's files end before the last acknowledged entry */
function checkSeal(seal: SealReading, seq: number, { snapshot, log, seal: path }: AccountPaths): void {
  if (typeof seal === 'string' || seal <= seq) return;
  const [they, them] = seal === seq + 1 ? ['it was', 'it'] : ['they were', 'them'];
  throw corrupt(
    log,
    `${missingEntries(seq + 1, seal)}: according to ${path}, ${they} acknowledged, but ${snapshot} and its logs end ${seq === 0 ? 'before the first entry' : `at entry ${seq}`}`,
    `Restore the account's files from a backup, or remove ${path} to continue without ${them}.`,
  );
}

const sealRemark = (seal: 'missing' | 'damaged', seq: number, { log, seal: path }: AccountPaths): string =>
  `${path}: the file is ${seal}, so it is unknown whether ${log} was complete; the account continues after entry ${seq}, with new event ids`;

async function snapshotMissing({ snapshot, log, oldLog, seal }: AccountPaths): Promise<StorageError> {
  const found: string[] = [];
  for (const path of [oldLog, log, seal]) {
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      found.push(path);
  }
  const what = found.some(path => path !== seal)
    ? 'but its log exists'
    : 'and so is its log, but its seal exists';
  return corrupt(
    snapshot,
    `the file is missing, ${what}`,
    `Restore the account's files from a backup, or move ${found.join(' and ')} away to continue without the account.`,
  );
}

async function isClosedLog(path: string): Promise<boolean> {
  let last: Line | undefined;
  try {
    for await (const lines of linesOf(path)) last = lines.at(-1);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storageError('read the file', path, error);
  }
  const text = last ? openLine(last.bytes) : null;
  return text !== null && isClosedText(text);
}

/** The readings of the host's two clocks at one instant. */
export interface HostInstant {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/**
 * Starts an account's clock in a new process. A manual clock keeps its time; a running one advances by the time that
 * passed on the host's wall clock. If the wall clock was set back, the account's clock continues from the last stored
 * instant. The windows of the rate limit start again.
 */
export function resumeClock(state: AccountState, { atMs, wallMs }: LogPosition, host: HostInstant): void {
  const { mode, speed, virtualMs } = state.clock;
  const previous: ClockState = {
    mode,
    speed,
    hostMs: wallMs,
    virtualMs: Math.max(atMs, speed === 0 ? virtualMs : 0),
  };
  state.clock = {
    mode,
    speed,
    hostMs: host.monotonicMs,
    virtualMs: Math.max(state.nowMs, clockReads(previous, host.wallMs)),
  };
  for (const key of state.keys) key.window = { startMs: 0, used: 0 };
}
