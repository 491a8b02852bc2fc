import type { Account } from '../engine/account.ts';
import { Engine } from '../engine/engine.ts';
import type { ScenarioLibrary } from '../scenario/scenario-library.ts';
import type { AccountPaths } from './account-paths.ts';
import { checkedFormat, FORMAT } from './format-migration.ts';
import { isClosedText, type LogEntry, type LogHeader, openLine, outcomeOf, readEntry } from './log-line.ts';
import { type Line, linesOf } from './read-lines.ts';
import type { LogPosition } from './snapshot-file.ts';
import { StorageError } from './storage.ts';
import { corrupt, storageError } from './storage-errors.ts';

/** What the lines of one log are read with. */
interface OpenedLog {
  readonly path: string;
  readonly header: LogHeader;
  readonly library: ScenarioLibrary;
  readonly engine: Engine;
}

/** Names entries: `entry 7 is missing`, `entries 7 to 9 are missing`. */
export const missingEntries = (first: number, last: number): string =>
  first === last ? `entry ${first} is missing` : `entries ${first} to ${last} are missing`;

/** Executes the commands of an account's logs again, one log after the other. */
export class Replay {
  readonly #account: Account;
  readonly #paths: AccountPaths;
  readonly #libraryOf: (digest: string) => Promise<ScenarioLibrary>;
  position: LogPosition;
  isClosed = false;
  hasLog = false;
  /** What the operator should know if the account is used as it is. */
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

  /** Replays a log; one that does not exist is skipped. @throws StorageError */
  async run(path: string): Promise<void> {
    let log: OpenedLog | null = null;
    try {
      for await (const lines of linesOf(path)) {
        for (const line of lines) {
          const text = this.#textOf(line, path);
          if (text === null) continue;
          if (log) this.#line(text, line.number, log);
          else log = await this.#open(text, path);
        }
      }
      this.hasLog = true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw storageError('read it', path, error);
    }
  }

  /** Null for a last line that was still being written when the process ended. */
  #textOf({ bytes, number, isWhole }: Line, path: string): string | null {
    const text = isWhole ? openLine(bytes) : null;
    if (text === null && isWhole) {
      throw corrupt(
        `${path}:${number}`,
        'the line is damaged (its checksum is wrong)',
        `Restore the account's files from a backup; or keep only what precedes the damage: head -n ${number - 1} ${path} > repaired, put that in its place, and remove ${this.#paths.seal}.`,
      );
    }
    if (!isWhole) {
      this.remarks.push(
        `${path}:${number}: the last line is incomplete and was never acknowledged; left out`,
      );
    }
    return text;
  }

  async #open(text: string, path: string): Promise<OpenedLog> {
    const header = JSON.parse(text) as LogHeader;
    const format = checkedFormat(header.format, path, header.writtenBy);
    if (format < FORMAT) {
      throw new StorageError(
        `${path}: it has format ${format}, whose commands this version cannot execute again; nothing was changed. Start the version that wrote it (${header.writtenBy}) once on this folder and stop it with Ctrl-C, which folds the log into the snapshot; then start this version.`,
      );
    }
    const { name } = this.#account.state;
    if (header.account !== name) {
      throw corrupt(
        path,
        `it belongs to account ${header.account}, its snapshot to ${name}`,
        'Restore files that belong together.',
      );
    }
    const library = await this.#libraryOf(header.library);
    return { path, header, library, engine: new Engine(library) };
  }

  #line(text: string, number: number, log: OpenedLog): void {
    if (isClosedText(text)) {
      this.isClosed = true;
      return;
    }
    const entry = readEntry(text, log.library);
    const { seq } = this.position;
    if (entry.seq <= seq) return;
    const place = `${log.path}:${number}`;
    if (entry.seq > seq + 1) {
      throw corrupt(
        place,
        `${missingEntries(seq + 1, entry.seq - 1)}, this is ${entry.seq}`,
        "Restore the account's files from a backup.",
      );
    }
    this.#execute(entry, place, log);
  }

  #execute({ seq, nowMs, wallMs, executed, outcome }: LogEntry, place: string, log: OpenedLog): void {
    log.engine.execute(this.#account, executed.kind, executed.command, nowMs);
    const got = outcomeOf(this.#account.state);
    if (got !== outcome) {
      throw corrupt(
        place,
        `executing ${executed.kind} again has another outcome (${got}) than the first time (${outcome})`,
        `It was written by version ${log.header.writtenBy}: start that version once and stop it with Ctrl-C, then this one.`,
      );
    }
    this.position = { seq, atMs: nowMs, wallMs };
  }
}
