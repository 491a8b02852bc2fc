import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { HAR_VERSION, type RecordedEntry } from './har-entry.ts';

/** What follows the last entry. It is overwritten by the next one. */
const TAIL = '\n]}}\n';

const headOf = (creator: string, version: string): string =>
  `{"log":${JSON.stringify({ version: HAR_VERSION, creator: { name: creator, version } }).slice(0, -1)},"entries":[\n`;

function writeAll(file: number, text: string, at: number): number {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length)
    written += writeSync(file, bytes, written, bytes.length - written, at + written);
  return bytes.length;
}

/**
 * Writes a HAR file that is complete after every entry: each one is written over the closing brackets, with new ones.
 * Writing is synchronous, so that an entry survives the process as soon as `append` returns.
 */
export class HarWriter {
  readonly #file: number;
  /** Where the tail begins. */
  #end: number;
  #entries: number;

  private constructor(file: number, end: number, entries: number) {
    this.#file = file;
    this.#end = end;
    this.#entries = entries;
  }

  /**
   * Creates a file.
   * @throws NodeJS.ErrnoException such as EEXIST: an existing file is not overwritten
   */
  static create(path: string, creator: { readonly name: string; readonly version: string }): HarWriter {
    const file = openSync(path, 'wx', 0o600);
    const head = headOf(creator.name, creator.version);
    writeAll(file, head + TAIL.slice(1), 0);
    // Without entries, the line break before the brackets is that of the head.
    return new HarWriter(file, Buffer.byteLength(head) - 1, 0);
  }

  /** How many entries the file has. */
  get entries(): number {
    return this.#entries;
  }

  /** The size of the file in bytes. */
  get bytes(): number {
    return fstatSync(this.#file).size;
  }

  /**
   * Adds an entry.
   * @returns its number in the file, from 1
   * @throws NodeJS.ErrnoException such as ENOSPC; the file is then as it was before
   */
  append(entry: RecordedEntry): number {
    const text = `${this.#entries > 0 ? ',' : ''}\n${JSON.stringify(entry)}`;
    try {
      writeAll(this.#file, text + TAIL, this.#end);
    } catch (error) {
      writeAll(this.#file, TAIL, this.#end);
      ftruncateSync(this.#file, this.#end + TAIL.length);
      throw error;
    }
    this.#end += Buffer.byteLength(text);
    this.#entries += 1;
    return this.#entries;
  }

  close(): void {
    closeSync(this.#file);
  }
}
