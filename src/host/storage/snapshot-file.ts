import { crc32 } from 'node:zlib';
import type { Adapter } from 'lowdb';
import type { AccountState } from '../../core/engine/account-state.ts';
import { codeOf } from '../node/files.ts';
import { captureState, KEYED } from '../snapshots/state-text.ts';
import { checksumText, linesOf, replaceFile } from './durable-files.ts';
import { corrupt, StorageError, storageError } from './storage.ts';

export const FORMAT = 2;

/** @throws StorageError unless a file declares the format of this version */
export function checkFormat(format: unknown, path: string, writtenBy: unknown): void {
  if (format === FORMAT) return;
  throw new StorageError(
    typeof format === 'number'
      ? `${path}: the file has format ${format}, written by version ${writtenBy}, but this version reads format ${FORMAT}; nothing was changed. Use that version, or choose another folder with --data`
      : `${path}: the file does not declare a format, so it was not written by this program; move it away`,
  );
}

/** The last entry in an account's files, and its time in milliseconds since 1970. */
export interface LogPosition {
  readonly seq: number;
  /** On the account's clock. */
  readonly atMs: number;
  /** On the host's clock. */
  readonly wallMs: number;
}

/** An account's state at one instant, with the position that its clock and its log continue from. */
export interface StoredSnapshot extends LogPosition {
  readonly format: number;
  readonly writtenBy: string;
  readonly account: AccountState;
}

const CHUNK_CHARACTERS = 65_536;
const REMEDY =
  'Restore it from a backup, or move it away together with its log and seal to continue without the account.';

function* sectionText(name: string, rows: number, row: (index: number) => string): Generator<string> {
  let text = `"${name}":[\n`;
  for (let index = 0; index < rows; index++) {
    text += `${row(index)}${index < rows - 1 ? ',' : ''}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}

/**
 * A snapshot's text in chunks: one JSON document with a row of a collection on each line, so that a snapshot of any size
 * can be read and written in parts. The state is captured before this function returns.
 */
export function snapshotText({ account, ...meta }: StoredSnapshot): Iterable<string> {
  const { headText, sections } = captureState(account);
  const metaText = JSON.stringify(meta);
  return (function* () {
    let checksum = 0;
    const summed = (text: string): string => {
      checksum = crc32(text, checksum);
      return text;
    };
    yield summed(`${metaText.slice(0, -1)},"account":${headText.slice(0, -1)},\n`);
    for (const [index, { name, rows, row }] of sections.entries()) {
      for (const text of sectionText(name, rows, row)) yield summed(text);
      yield summed(index < sections.length - 1 ? '],\n' : ']},\n');
    }
    yield `"crc32":"${checksumText(checksum)}"}\n`;
  })();
}

class SnapshotReader {
  readonly #path: string;
  #checksum = 0;
  #document: Record<string, unknown> | null = null;
  #account: Record<string, unknown> = {};
  #rows: unknown[] | null = null;
  #hasChecksum = false;

  constructor(path: string) {
    this.#path = path;
  }

  addLine(bytes: Buffer, number: number): void {
    const text = bytes.toString('utf8');
    try {
      if (this.#hasChecksum) throw new Error('there is data after its end');
      if (text.startsWith('"crc32":')) this.#verifyChecksum(text);
      else this.#parseLine(text);
    } catch (error) {
      throw corrupt(`${this.#path}:${number}`, `the file is damaged (${(error as Error).message})`, REMEDY);
    }
    if (!this.#hasChecksum) this.#checksum = crc32('\n', crc32(bytes, this.#checksum));
  }

  #parseLine(text: string): void {
    if (!this.#document) {
      this.#document = JSON.parse(`${text.slice(0, -1)}}}`) as Record<string, unknown>;
      this.#account = this.#document.account as Record<string, unknown>;
    } else if (this.#rows) {
      if (text === '],' || text === ']},') this.#rows = null;
      else this.#rows.push(JSON.parse(text.endsWith(',') ? text.slice(0, -1) : text));
    } else {
      const name = /^"(\w+)":\[$/.exec(text)?.[1];
      if (name === undefined) throw new Error(`expected a collection, found ${text.slice(0, 40)}`);
      this.#rows = [];
      this.#account[name] = this.#rows;
    }
  }

  #verifyChecksum(text: string): void {
    const { crc32: expected } = JSON.parse(`{${text}`) as { crc32: string };
    if (expected !== checksumText(this.#checksum)) throw new Error('its checksum is wrong');
    this.#hasChecksum = true;
  }

  /** @throws StorageError if lines are missing */
  finish(): Record<string, unknown> {
    if (!this.#document || !this.#hasChecksum) {
      throw corrupt(this.#path, 'the file is damaged (its end is missing)', REMEDY);
    }
    return this.#document;
  }
}

function withoutPairs(raw: Record<string, unknown>): Record<string, unknown> {
  const account = raw.account as Record<string, unknown>;
  for (const name of KEYED) {
    if (Array.isArray(account[name])) account[name] = Object.fromEntries(account[name]);
  }
  return raw;
}

/** lowdb's adapter for a snapshot file: it is replaced atomically, and read completely or refused. */
export class SnapshotAdapter implements Adapter<AccountState> {
  readonly #path: string;
  readonly #version: string;
  /** The position of the state: set by `read`, and written with the state. */
  position: LogPosition = { seq: 0, atMs: 0, wallMs: 0 };

  /** @param version for the error message of a version that cannot read the file */
  constructor(path: string, version: string) {
    this.#path = path;
    this.#version = version;
  }

  /**
   * The state as it was written; null if there is no file.
   * @throws StorageError if it is damaged, has another format, or cannot be read
   */
  async read(): Promise<AccountState | null> {
    const reader = new SnapshotReader(this.#path);
    try {
      for await (const lines of linesOf(this.#path)) {
        for (const { bytes, number } of lines) reader.addLine(bytes, number);
      }
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw storageError('read the file', this.#path, error);
    }
    const raw = withoutPairs(reader.finish());
    checkFormat(raw.format, this.#path, raw.writtenBy);
    // Its checksum is correct, so this program wrote it.
    const { account, seq, atMs, wallMs } = raw as unknown as StoredSnapshot;
    this.position = { seq, atMs, wallMs };
    return account;
  }

  /** Captures the state before it returns its promise, so later changes to the account are not in the file. */
  async write(account: AccountState): Promise<void> {
    const snapshot = { format: FORMAT, writtenBy: this.#version, ...this.position, account };
    await replaceFile(this.#path, snapshotText(snapshot));
  }
}
