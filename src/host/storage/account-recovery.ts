import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Low } from 'lowdb';
import { type EventEpoch, epochOf } from '../../core/domain/seeded-values.ts';
import { type ClockState, clockReads, isoTime } from '../../core/domain/time.ts';
import { Account } from '../../core/engine/account.ts';
import type { AccountState } from '../../core/engine/account-state.ts';
import { Engine } from '../../core/engine/engine.ts';
import { completeCommand, completeState } from '../../core/engine/stored-defaults.ts';
import type { ScenarioLibrary } from '../../core/scenario/scenario-library.ts';
import { codeOf } from '../node/files.ts';
import type { HostClock } from '../node/host-clock.ts';
import { type AccountPaths, pathsOf } from './account-files.ts';
import { type Line, linesOf } from './durable-files.ts';
import {
  isClosedText,
  type LogEntry,
  type LogHeader,
  openLine,
  outcomeOf,
  readEntry,
  readSeal,
  type SealReading,
} from './log-file.ts';
import { checkFormat, type LogPosition, SnapshotAdapter } from './snapshot-file.ts';
import { corrupt, type StorageError, storageError } from './storage.ts';

interface OpenedLog {
  readonly path: string;
  readonly header: LogHeader;
  readonly library: ScenarioLibrary;
  readonly engine: Engine;
}

function setEpoch(account: Account, epoch: EventEpoch): void {
  account.replaceState({ ...account.state, epoch });
}

const missingEntries = (first: number, last: number): string =>
  first === last ? `entry ${first} is missing` : `entries ${first} to ${last} are missing`;

class Replay {
  readonly #account: Account;
  readonly #paths: AccountPaths;
  readonly #parts: RecoveryParts;
  position: LogPosition;
  isClosed = false;
  hasLog = false;
  readonly remarks: string[] = [];

  constructor(account: Account, position: LogPosition, paths: AccountPaths, parts: RecoveryParts) {
    this.#account = account;
    this.position = position;
    this.#paths = paths;
    this.#parts = parts;
  }

  /** A log that does not exist is skipped. @throws StorageError */
  async run(path: string): Promise<void> {
    let log: OpenedLog | null = null;
    try {
      for await (const lines of linesOf(path)) {
        for (const line of lines) {
          const text = this.#textOf(line, path);
          if (text === null) continue;
          if (log) this.#replayLine(text, line.number, log);
          else log = await this.#open(text, path);
        }
      }
      this.hasLog = true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      throw storageError('read the file', path, error);
    }
  }

  /** The text of a line; null for an incomplete last line, whose write was interrupted when the process ended. */
  #textOf({ bytes, number, isComplete }: Line, path: string): string | null {
    const text = isComplete ? openLine(bytes) : null;
    if (text === null && isComplete) {
      throw corrupt(
        `${path}:${number}`,
        'the line is damaged (its checksum is wrong)',
        `Restore the account's files from a backup; or keep only the lines before the damage: head -n ${number - 1} ${path} > repaired, replace ${path} with it, and remove ${this.#paths.seal}.`,
      );
    }
    if (!isComplete) {
      this.remarks.push(
        `${path}:${number}: the last line is incomplete and was never acknowledged; it is ignored`,
      );
    }
    return text;
  }

  async #open(text: string, path: string): Promise<OpenedLog> {
    const header = JSON.parse(text) as LogHeader;
    checkFormat(header.format, path, header.writtenBy);
    const { name } = this.#account.state;
    if (header.account !== name) {
      throw corrupt(
        path,
        `the log belongs to account ${header.account}, but its snapshot to account ${name}`,
        'Restore a snapshot and a log of the same account.',
      );
    }
    setEpoch(this.#account, header.epoch);
    const library = await this.#parts.libraryOf(header.library);
    return { path, header, library, engine: new Engine(library) };
  }

  #replayLine(text: string, number: number, log: OpenedLog): void {
    if (isClosedText(text)) {
      this.isClosed = true;
      return;
    }
    const entry = readEntry(text, log.library);
    const { seq } = this.position;
    if (entry.seq <= seq) return;
    const location = `${log.path}:${number}`;
    if (entry.seq > seq + 1) {
      throw corrupt(
        location,
        `${missingEntries(seq + 1, entry.seq - 1)}; this line is entry ${entry.seq}`,
        "Restore the account's files from a backup.",
      );
    }
    this.#execute(entry, location, log);
  }

  #execute({ seq, nowMs, wallMs, executed, outcome }: LogEntry, location: string, log: OpenedLog): void {
    const command = completeCommand(executed.kind, executed.command);
    log.engine.execute(this.#account, executed.kind, command, nowMs);
    const replayed = outcomeOf(this.#account.state);
    if (replayed !== outcome) {
      throw corrupt(
        location,
        `the replay of ${executed.kind} had a different outcome (${replayed}) than the first execution (${outcome})`,
        `The log was written by version ${log.header.writtenBy}: start that version once, stop it with Ctrl-C, and then start this version.`,
      );
    }
    this.position = { seq, atMs: nowMs, wallMs };
  }
}

export interface Recovered {
  readonly account: Account;
  readonly db: Low<AccountState>;
  readonly adapter: SnapshotAdapter;
  readonly needsFold: boolean;
}

interface RecoveryParts {
  readonly version: string;
  readonly libraryOf: (digest: string) => Promise<ScenarioLibrary>;
  readonly remark: (text: string) => void;
}

/**
 * Reads an account from its files and replays its log. A new event epoch begins, because nothing in the files tells
 * whether they are the newest: a restored backup, or a copy, looks like the original, and receivers may know events
 * that came after the backup.
 * @returns null if the account was closed and its files were left over
 * @throws StorageError for damaged or incomplete files, which are not changed
 */
export async function recoverAccount(paths: AccountPaths, parts: RecoveryParts): Promise<Recovered | null> {
  const adapter = new SnapshotAdapter(paths.snapshot, parts.version);
  const stored = await adapter.read();
  if (!stored) {
    if (await isClosedLog(paths.log)) return null;
    throw snapshotMissing(paths);
  }
  const state = completeState(stored);
  checkName(state.name, paths);
  const db = new Low<AccountState>(adapter, state);
  const account = new Account(db);
  const replay = new Replay(account, adapter.position, paths, parts);
  await replay.run(paths.log);
  if (replay.isClosed) return null;
  const { position, hasLog, remarks } = replay;
  const seal = await readSeal(paths.seal);
  checkSeal(seal, position.seq, paths);
  if (hasLog && typeof seal === 'string') {
    remarks.push(sealRemark(seal, position.seq, paths));
  }
  for (const remark of remarks) parts.remark(remark);
  setEpoch(account, epochOf(randomBytes(16).toString('hex')));
  adapter.position = position;
  return { account, db, adapter, needsFold: hasLog || seal !== 'missing' };
}

/** @throws StorageError if the file of a snapshot has the wrong name for its account, such as a copy */
function checkName(name: string, { snapshot }: AccountPaths): void {
  const expected = pathsOf(dirname(snapshot), name).snapshot;
  if (snapshot === expected) return;
  throw corrupt(
    snapshot,
    `the file contains account ${name}, which belongs in ${expected}`,
    'If it is a copy, move it out of the folder.',
  );
}

/** @throws StorageError if the account's files end before the last acknowledged entry */
function checkSeal(seal: SealReading, seq: number, { snapshot, log, seal: path }: AccountPaths): void {
  if (typeof seal === 'string' || seal <= seq) return;
  const [they, them] = seal === seq + 1 ? ['it was', 'it'] : ['they were', 'them'];
  throw corrupt(
    log,
    `${missingEntries(seq + 1, seal)}: according to ${path}, ${they} acknowledged, but ${snapshot} and its log end ${seq === 0 ? 'before the first entry' : `at entry ${seq}`}`,
    `Restore the account's files from a backup, or remove ${path} to continue without ${them}.`,
  );
}

const sealRemark = (seal: 'missing' | 'damaged', seq: number, { log, seal: path }: AccountPaths): string =>
  `${path}: the file is ${seal}, so it is unknown whether ${log} was complete; the account continues after entry ${seq}`;

function snapshotMissing({ snapshot, log, seal }: AccountPaths): StorageError {
  const found = [log, seal].filter(path => existsSync(path));
  const what = found.includes(log) ? 'but its log exists' : 'and so is its log, but its seal exists';
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
    if (codeOf(error) !== 'ENOENT') throw storageError('read the file', path, error);
  }
  const text = last ? openLine(last.bytes) : null;
  return text !== null && isClosedText(text);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The host's clock may be set back by this time without a remark. */
const TOLERANCE_MS = HOUR_MS;
/** A remark says so if running clocks advance by a longer time. */
const LONG_PAUSE_MS = 30 * DAY_MS;
/** After a longer time, the host's clock is assumed to be wrong, either now or at the last change. */
const LONGEST_PAUSE_MS = 366 * DAY_MS;

const isRunning = ({ account }: Recovered): boolean => account.state.clock.speed > 0;

/**
 * Starts the clocks of all accounts in a new process. A manual clock keeps its time; a running one advances by the time
 * that passed on the host's wall clock since the account's last change. If the host's clock cannot be right, or was not
 * at the last change, no clock advances, and the time is counted from now on. The windows of the rate limit start again.
 * @returns true if the files have to be written, so that the next start counts from now on too
 */
export function resumeClocks(
  recovered: readonly Recovered[],
  host: HostClock,
  remark: (text: string) => void,
): boolean {
  const running = recovered.filter(isRunning);
  const nowMs = Math.floor(host.wallMs());
  const lastMs = running.reduce((latest, { adapter }) => Math.max(latest, adapter.position.wallMs), 0);
  const pauseMs = running.length === 0 ? 0 : nowMs - lastMs;
  const isWrong = pauseMs < -TOLERANCE_MS || pauseMs > LONGEST_PAUSE_MS;
  const clocks = `the host's clock shows ${isoTime(nowMs)}, and showed ${isoTime(lastMs)} at the last change`;
  if (isWrong) {
    remark(
      `${clocks}; one of them must be wrong, so running account clocks continue where they stopped. If the host's clock is wrong now, stop the server, set the clock and start again; if accounts are late, advance them: npx energy-rental-sandbox advance 1d --account NAME`,
    );
    for (const { adapter } of running) adapter.position = { ...adapter.position, wallMs: nowMs };
  } else if (pauseMs > LONG_PAUSE_MS) {
    remark(`${clocks}; running account clocks advance by the time between`);
  }
  for (const { account, adapter } of recovered) resumeClock(account.state, adapter.position, host);
  return isWrong;
}

function resumeClock(state: AccountState, { atMs, wallMs }: LogPosition, host: HostClock): void {
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
    hostMs: host.monotonicMs(),
    virtualMs: Math.max(state.nowMs, clockReads(previous, host.wallMs())),
  };
  for (const key of state.keys) key.window = { startMs: 0, used: 0 };
}
