import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { linesOf } from '../storage/read-lines.ts';
import { PSEUDONYM_KINDS, type PseudonymKind, type RecordedEntry } from './har-entry.ts';

/** A recording that was ended or killed, as far as it is complete. */
interface ReopenedHar {
  /** The offset after the last complete entry. */
  readonly end: number;
  readonly entries: number;
  /** The highest number of each kind of pseudonym in it. */
  readonly pseudonyms: Record<PseudonymKind, number>;
}

const NUMBERED = new RegExp(`\\b(${PSEUDONYM_KINDS.join('|')})-(\\d{1,9})\\b`, 'g');

function isEntry(line: string): boolean {
  try {
    return typeof JSON.parse(line)?.request === 'object';
  } catch {
    return false;
  }
}

/**
 * Finds where a recording can be continued. Each entry is a line of its own; the last one may be cut off if the process
 * was killed while it wrote.
 */
async function reopenHar(path: string): Promise<ReopenedHar> {
  const pseudonyms = { key: 0, cookie: 0, secret: 0 };
  let end = 0;
  let entries = 0;
  let offset = 0;
  for await (const lines of linesOf(path)) {
    for (const { bytes, number } of lines) {
      const line = bytes.toString('utf8').replace(/,$/, '');
      // The first line is the head of the file.
      if (number === 1 || isEntry(line)) {
        end = offset + Buffer.byteLength(line);
        entries = number - 1;
        for (const [, kind, count] of line.matchAll(NUMBERED))
          pseudonyms[kind as PseudonymKind] = Math.max(pseudonyms[kind as PseudonymKind], Number(count));
      }
      offset += bytes.length + 1;
    }
  }
  return { end, entries, pseudonyms };
}

/** What follows the last entry. It is overwritten by the next one. */
const TAIL = '\n]}}\n';

/** The tool that writes a file. */
export interface HarCreator {
  readonly name: string;
  readonly version: string;
}

const beginningOf = (name: string): string =>
  `{"log":{"version":"1.2","creator":{"name":${JSON.stringify(name)},`;

const headOf = ({ name, version }: HarCreator): string =>
  `${beginningOf(name)}"version":${JSON.stringify(version)}},"entries":[`;

function writeAll(file: number, text: string, at: number): void {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length)
    written += writeSync(file, bytes, written, bytes.length - written, at + written);
}

/** The default of the largest size of a file. */
export const MAX_FILE_BYTES = 1024 * 1024 * 1024;

/** An entry that was not added, because the file would become too large. */
export class HarFullError extends Error {
  constructor(path: string, maxBytes: number) {
    super(`${path} has reached its largest size of ${maxBytes.toLocaleString('en')} bytes`);
  }
}

const NO_PSEUDONYMS: Readonly<Record<PseudonymKind, number>> = { key: 0, cookie: 0, secret: 0 };

/**
 * Writes a HAR file that is complete after every entry: each one is written over the closing brackets, with new ones.
 * Every entry is one line. Writing is synchronous, so that an entry survives the process as soon as `append` returns.
 */
export class HarWriter {
  /** The highest numbers of the pseudonyms that the file had when it was opened. */
  readonly pseudonyms: Readonly<Record<PseudonymKind, number>>;
  readonly #path: string;
  readonly #file: number;
  /** Where the tail begins. */
  #end: number;
  #entries: number;
  readonly #maxBytes: number;
  #isFull = false;

  private constructor(path: string, file: number, maxBytes: number, from: ReopenedHar) {
    this.#path = path;
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#end = from.end;
    this.#entries = from.entries;
    this.pseudonyms = from.pseudonyms;
    this.#writeTail();
  }

  /**
   * Creates a file, or continues one of the same tool. An entry at its end that was not written completely is removed.
   * @param maxBytes the size that the file may reach
   * @throws HarFullError if it has reached it already; Error if it is another file or cannot be opened
   */
  static async open(path: string, creator: HarCreator, maxBytes = MAX_FILE_BYTES): Promise<HarWriter> {
    const file = openSync(path, 'a+', 0o600);
    closeSync(file);
    const handle = openSync(path, 'r+');
    try {
      const { size } = fstatSync(handle);
      if (size === 0) {
        const head = headOf(creator);
        writeAll(handle, head, 0);
        return new HarWriter(path, handle, maxBytes, {
          end: Buffer.byteLength(head),
          entries: 0,
          pseudonyms: NO_PSEUDONYMS,
        });
      }
      const beginning = Buffer.from(beginningOf(creator.name));
      const found = Buffer.alloc(beginning.length);
      readSync(handle, found, 0, found.length, 0);
      if (!found.equals(beginning))
        throw new Error(`${path} exists and was not written by ${creator.name}; choose another name`);
      if (size >= maxBytes) throw new HarFullError(path, maxBytes);
      return new HarWriter(path, handle, maxBytes, await reopenHar(path));
    } catch (error) {
      closeSync(handle);
      throw error;
    }
  }

  /** How many entries the file has. */
  get entries(): number {
    return this.#entries;
  }

  /**
   * Adds an entry.
   * @returns its number in the file, from 1
   * @throws HarFullError if the file would become too large, for this entry and all later ones; Error if it cannot be
   * written. The file is then as it was before
   */
  append(entry: RecordedEntry): number {
    if (fstatSync(this.#file).size !== this.#end + TAIL.length)
      throw new Error(`another process has changed ${this.#path}`);
    const text = `${this.#entries > 0 ? ',' : ''}\n${JSON.stringify(entry)}`;
    const size = Buffer.byteLength(text);
    this.#isFull ||= this.#end + size + TAIL.length > this.#maxBytes;
    if (this.#isFull) throw new HarFullError(this.#path, this.#maxBytes);
    try {
      writeAll(this.#file, text + TAIL, this.#end);
    } catch (error) {
      this.#writeTail();
      throw error;
    }
    this.#end += size;
    this.#entries += 1;
    return this.#entries;
  }

  close(): void {
    closeSync(this.#file);
  }

  #writeTail(): void {
    writeAll(this.#file, TAIL, this.#end);
    ftruncateSync(this.#file, this.#end + TAIL.length);
  }
}
