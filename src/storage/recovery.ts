import { Low } from 'lowdb';
import { type ClockState, clockReads } from '../domain/clock.ts';
import { Account } from '../engine/account.ts';
import type { AccountState } from '../engine/account-state.ts';
import { Engine } from '../engine/engine.ts';
import type { ScenarioLibrary } from '../scenario/library.ts';
import type { Standing } from './account-files.ts';
import { corrupt, storageError } from './failures.ts';
import { checkedFormat, FORMAT } from './format.ts';
import { type Line, linesOf } from './lines.ts';
import { isClosedText, type LogEntry, type LogHeader, openLine, outcomeOf, readEntry } from './log-line.ts';
import type { AccountPaths } from './paths.ts';
import { type Snapshot, SnapshotAdapter } from './snapshot-file.ts';
import { StorageError } from './storage.ts';

/** An account as it was when the process before ended. */
export interface Recovered {
  readonly account: Account;
  readonly standing: Standing;
  /** True where there is a log: its entries are in the account's state now, but not in its snapshot. */
  readonly hasLog: boolean;
}

/** What recovery needs to know. */
export interface RecoveryParts {
  readonly libraryOf: (digest: string) => Promise<ScenarioLibrary>;
  readonly tell: (text: string) => void;
}

const CUT_MEND = (path: string, line: number): string =>
  `Restore it from a backup; or keep only what is before the damage: head -n ${line - 1} ${path} > repaired, and put that in its place.`;

/** Replays an account's logs, one after the other. */
class Replay {
  readonly account: Account;
  readonly #parts: RecoveryParts;
  standing: Standing;
  isClosed = false;
  hasLog = false;

  constructor({ account, seq, atMs, wallMs }: Snapshot, parts: RecoveryParts) {
    this.account = new Account({ data: account });
    this.#parts = parts;
    this.standing = { seq, atMs, wallMs };
  }

  async log(path: string): Promise<void> {
    let engine: { readonly engine: Engine; readonly library: ScenarioLibrary } | null = null;
    let header: LogHeader | null = null;
    try {
      for await (const lines of linesOf(path)) {
        for (const line of lines) {
          const text = this.#textOf(line, path);
          if (text === null) continue;
          if (!header) {
            header = this.#header(text, path);
            continue;
          }
          const library: ScenarioLibrary = engine?.library ?? (await this.#parts.libraryOf(header.library));
          engine ??= { engine: new Engine(library), library };
          this.#line(text, line.number, path, header, engine.engine, library);
        }
      }
      this.hasLog = true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw storageError('read it', path, error);
    }
  }

  /** Null for a last line that was being written when the process ended: nobody was told of it. */
  #textOf({ bytes, number, isWhole }: Line, path: string): string | null {
    const text = isWhole ? openLine(bytes) : null;
    if (text === null && isWhole) {
      throw corrupt(
        `${path}:${number}`,
        'the line is damaged (its checksum is wrong)',
        CUT_MEND(path, number),
      );
    }
    if (!isWhole) {
      this.#parts.tell(
        `${path}:${number}: the last line was never finished, and nobody was told of it; left out`,
      );
    }
    return text;
  }

  #header(text: string, path: string): LogHeader {
    const header = JSON.parse(text) as LogHeader;
    const format = checkedFormat(header.format, path, header.writtenBy);
    if (format < FORMAT) {
      throw new StorageError(
        `${path}: it was written by version ${header.writtenBy} and never folded; start that version once and stop it with Ctrl-C, then this one`,
      );
    }
    if (header.account !== this.account.state.name) {
      throw corrupt(
        path,
        `it belongs to account ${header.account}, its snapshot to ${this.account.state.name}`,
        'Put the right files together.',
      );
    }
    return header;
  }

  #line(
    text: string,
    number: number,
    path: string,
    header: LogHeader,
    engine: Engine,
    library: ScenarioLibrary,
  ): void {
    if (isClosedText(text)) {
      this.isClosed = true;
      return;
    }
    const place = `${path}:${number}`;
    const entry = readEntry(text, library);
    const { seq } = this.standing;
    if (entry.seq <= seq) return;
    if (entry.seq > seq + 1) {
      throw corrupt(
        place,
        `entry ${seq + 1} is missing, this is ${entry.seq}`,
        'Restore both files from a backup.',
      );
    }
    this.#execute(entry, engine, place, header);
  }

  #execute(
    { seq, nowMs, wallMs, executed, outcome }: LogEntry,
    engine: Engine,
    place: string,
    header: LogHeader,
  ): void {
    engine.execute(this.account, executed.kind, executed.command, nowMs);
    const got = outcomeOf(this.account.state);
    if (got !== outcome) {
      throw corrupt(
        place,
        `doing ${executed.kind} again gives another outcome (${got}) than it had (${outcome})`,
        `It was written by version ${header.writtenBy}: start that version once and stop it with Ctrl-C, then this one.`,
      );
    }
    this.standing = { seq, atMs: nowMs, wallMs };
  }
}

/**
 * Reads an account from its files and does again what its log says.
 * @returns null where the account was closed and its files are only left over
 * @throws StorageError for damaged files; they are left as they are
 */
export async function recoverAccount(paths: AccountPaths, parts: RecoveryParts): Promise<Recovered | null> {
  const db = new Low<Snapshot | null>(new SnapshotAdapter(paths.snapshot), null);
  await db.read();
  const snapshot = db.data;
  if (!snapshot) {
    if (await isClosedLog(paths.log)) return null;
    throw corrupt(
      paths.snapshot,
      'the file is missing, but its log is there',
      `Restore it from a backup, or move ${paths.log} away to do without the account.`,
    );
  }
  const replay = new Replay(snapshot, parts);
  await replay.log(paths.oldLog);
  await replay.log(paths.log);
  if (replay.isClosed) return null;
  const { account, standing, hasLog } = replay;
  return { account, standing, hasLog };
}

async function isClosedLog(path: string): Promise<boolean> {
  let last: Line | undefined;
  try {
    for await (const lines of linesOf(path)) last = lines.at(-1);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storageError('read it', path, error);
  }
  const text = last ? openLine(last.bytes) : null;
  return text !== null && isClosedText(text);
}

/** The host's two clocks at one instant. */
export interface HostInstant {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/**
 * Sets an account's clock going in a new process. One that stands goes on standing; one that runs has run on
 * meanwhile, as the host's wall clock tells. Where that was set back, it goes on from the last instant that was kept.
 * Request windows begin anew.
 */
export function resumeClock(state: AccountState, { atMs, wallMs }: Standing, host: HostInstant): void {
  const { mode, speed, virtualMs } = state.clock;
  const elsewhere: ClockState = {
    mode,
    speed,
    hostMs: wallMs,
    virtualMs: Math.max(atMs, speed === 0 ? virtualMs : 0),
  };
  state.clock = {
    mode,
    speed,
    hostMs: host.monotonicMs,
    virtualMs: Math.max(state.nowMs, clockReads(elsewhere, host.wallMs)),
  };
  for (const key of state.keys) key.window = { startMs: 0, used: 0 };
}
