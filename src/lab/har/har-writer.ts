import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** What follows the last entry. It is overwritten by the next one. */
const TAIL = '\n]}}\n';

function writeAll(file: number, text: string, at: number): void {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length)
    written += writeSync(file, bytes, written, bytes.length - written, at + written);
}

/** The largest size of a file. */
export const MAX_FILE_BYTES = 1024 * 1024 * 1024;

/**
 * Writes a HAR file that is complete after every entry: each one is written over the closing brackets, with new ones.
 * Every entry is one line. Writing is synchronous, so that an entry survives the process as soon as `append` returns.
 */
export class HarWriter {
  readonly #file: number;
  readonly #maxBytes: number;
  /** Where the tail begins. */
  #end: number;
  #entries = 0;
  #isFull = false;

  /**
   * Creates a file.
   * @param maxBytes the size that the file may reach
   * @throws Error if it exists or cannot be created
   */
  constructor(path: string, creator: { name: string; version: string }, maxBytes = MAX_FILE_BYTES) {
    this.#maxBytes = maxBytes;
    this.#file = openSync(path, 'wx', 0o600);
    const head = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
    writeAll(this.#file, head + TAIL, 0);
    this.#end = Buffer.byteLength(head);
  }

  /**
   * Adds an entry.
   * @returns its number in the file, from 1
   * @throws Error if the file would become too large, for this entry and all later ones, or if it cannot be written. The
   * file is then as it was before
   */
  append(entry: object): number {
    const text = `${this.#entries > 0 ? ',' : ''}\n${JSON.stringify(entry)}`;
    const size = Buffer.byteLength(text);
    this.#isFull ||= this.#end + size + TAIL.length > this.#maxBytes;
    if (this.#isFull)
      throw new Error(`it has reached its largest size of ${this.#maxBytes.toLocaleString('en')} bytes`);
    try {
      writeAll(this.#file, text + TAIL, this.#end);
    } catch (error) {
      writeAll(this.#file, TAIL, this.#end);
      ftruncateSync(this.#file, this.#end + TAIL.length);
      throw error;
    }
    this.#end += size;
    this.#entries += 1;
    return this.#entries;
  }

  close(): void {
    closeSync(this.#file);
  }
}
