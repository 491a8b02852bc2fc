import type { Account } from '../engine/account.ts';
import { Engine } from '../engine/engine.ts';
import type { ScenarioLibrary } from '../scenario/scenario-library.ts';
import type { AccountPaths } from './account-paths.ts';
import { isClosedText, type LogEntry, type LogHeader, openLine, outcomeOf, readEntry } from './log-line.ts';
import { type Line, linesOf } from './read-lines.ts';
import { checkFormat, type LogPosition } from './snapshot-file.ts';
import { corrupt, storageError } from './storage-errors.ts';

/** A log whose header was read, with what is needed to replay its entries. */
interface OpenedLog {
  readonly path: string;
  readonly header: LogHeader;
  readonly library: ScenarioLibrary;
  readonly engine: Engine;
}

/** Describes missing entries: `entry 7 is missing`, `entries 7 to 9 are missing`. */
export const missingEntries = (first: number, last: number): string =>
  first === last ? `entry ${first} is missing` : `entries ${first} to ${last} are missing`;

/** Executes the commands of an account's logs again, one log after another. */
export class Replay {
  readonly #account: Account;
  readonly #paths: AccountPaths;
  readonly #libraryOf: (digest: string) => Promise<ScenarioLibrary>;
  position: LogPosition;
  isClosed = false;
  hasLog = false;
  /** Reported to the operator once the account is recovered. */
  readonly remarks: string[] = [];

  constructor(
    account: Account,
    position: LogPosition,
    paths: AccountPaths,
    libraryOf: (digest: string) => Promise<ScenarioLibrary>,
  ) {
    this.#account = account;
    this.position = position;
    this.#paths = paths;
    this.#libraryOf = libraryOf;
  }

  /** Replays a log. A log that does not exist is skipped. @throws StorageError */
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
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw storageError('read the file', path, error);
    }
  }

  /** Null for an incomplete last line, whose write was interrupted when the process ended. */
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
    const library = await this.#libraryOf(header.library);
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
    log.engine.execute(this.#account, executed.kind, executed.command, nowMs);
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
