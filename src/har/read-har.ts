import { createReadStream } from 'node:fs';
import Assembler from 'stream-json/core/assembler.js';
import { jsonParser, type Token } from 'stream-json/core/parser.js';
import type { HarExchange } from './exchange.ts';
import { HarCutOffError, HarShapeError, harFileError } from './har-errors.ts';
import { readEntry } from './read-entry.ts';
import { RECORDER_NAME } from './recorded-fields.ts';

/** How deep an entry may be nested. HAR needs 5 levels; extensions of other tools need a few more. */
export const MAX_ENTRY_DEPTH = 100;

/** The depth of the elements of `log.entries`. */
const ENTRY_DEPTH = 3;

const OPENING = new Set(['startObject', 'startArray']);
const CLOSING = new Set(['endObject', 'endArray']);

/** What a token is, in an error message. */
const KINDS: Readonly<Record<string, string>> = {
  startObject: 'an object',
  startArray: 'an array',
  stringValue: 'a string',
  numberValue: 'a number',
  nullValue: 'null',
  trueValue: 'true',
  falseValue: 'false',
};

/** Parses a HAR file piece by piece, and returns the elements of `log.entries` as soon as they are complete. */
class EntryWalk {
  readonly #parse = jsonParser({ streamValues: false });
  // Bytes that are not UTF-8 become U+FFFD: one such body does not make the other entries unreadable.
  readonly #decoder = new TextDecoder();
  readonly #maxBytes: number;
  #bytes = 0;
  /** `#bytes` at the last token outside entries, or at the beginning of the current entry. */
  #mark = 0;
  #depth = 0;
  /** The current keys at depths 1, 2 and 3. */
  readonly #keys: string[] = [];
  #topLevelKeys: string[] = [];
  #entry: Assembler | null = null;
  #count = 0;
  #found = false;
  #version: string | null = null;
  #creator: string | null = null;

  /** @param maxBytes the size of an entry above which the file is refused */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** What the file says of itself, as far as it was read. */
  get file(): { version: string | null; creator: string | null } {
    return { version: this.#version, creator: this.#creator };
  }

  /**
   * @returns the entries that are complete now
   * @throws HarShapeError, or the parser's error if the text is not JSON
   */
  push(chunk: Uint8Array): unknown[] {
    const parsed = this.#parse(this.#decoder.decode(chunk, { stream: true }));
    const entries: unknown[] = [];
    if (typeof parsed === 'object' && parsed !== null && 'values' in parsed)
      for (const token of parsed.values as Token[]) this.#accept(token, entries);
    this.#bytes += chunk.length;
    if (this.#bytes - this.#mark > this.#maxBytes)
      throw new HarShapeError(
        `${this.#place()} is larger than ${this.#maxBytes} bytes, which is not supported`,
      );
    return entries;
  }

  /**
   * @returns true if it is a recording without its end: the recorder was killed while it wrote the last entry
   * @throws HarCutOffError or HarShapeError if the file was not a complete HAR file
   */
  end(): boolean {
    if (this.#depth > 0 && this.#isRecording()) return true;
    if (this.#depth > 0) throw new HarCutOffError(`it ends inside ${this.#place()}`);
    if (this.#found) return false;
    if (this.#bytes === 0) throw new HarCutOffError('it is empty');
    const has = this.#topLevelKeys.length > 0 ? `; it has ${this.#topLevelKeys.join(', ')}` : '';
    throw new HarShapeError(`not a HAR file: it has no array log.entries${has}`);
  }

  #isRecording(): boolean {
    return this.#creator === RECORDER_NAME && this.#found;
  }

  #place(): string {
    if (this.#entry) return `log.entries[${this.#count}]`;
    return this.#keys.slice(0, this.#depth).join('.') || 'the top level';
  }

  #accept(token: Token, entries: unknown[]): void {
    if (this.#entry) this.#acceptInEntry(token, this.#entry, entries);
    else this.#acceptOutside(token);
  }

  #acceptInEntry(token: Token, entry: Assembler, entries: unknown[]): void {
    entry.consume(token);
    if (OPENING.has(token.name)) this.#depth += 1;
    if (this.#depth > MAX_ENTRY_DEPTH)
      throw new HarShapeError(`${this.#place()} is nested deeper than ${MAX_ENTRY_DEPTH} levels`);
    if (!CLOSING.has(token.name)) return;
    this.#depth -= 1;
    if (this.#depth > ENTRY_DEPTH) return;
    entries.push(entry.current);
    this.#entry = null;
    this.#count += 1;
    this.#mark = this.#bytes;
  }

  #acceptOutside(token: Token): void {
    this.#mark = this.#bytes;
    if (token.name === 'keyValue') this.#acceptKey(token.value);
    else if (CLOSING.has(token.name)) this.#depth -= 1;
    else if (this.#isAtEntries() && this.#depth === ENTRY_DEPTH) this.#beginEntry(token);
    else this.#acceptValue(token);
  }

  #acceptKey(key: string): void {
    if (this.#depth === 1 && this.#topLevelKeys.length < 5)
      this.#topLevelKeys.push(JSON.stringify(key.slice(0, 40)));
    if (this.#depth <= ENTRY_DEPTH) this.#keys[this.#depth - 1] = key;
  }

  #isAtEntries(): boolean {
    return this.#keys[0] === 'log' && this.#keys[1] === 'entries';
  }

  #beginEntry(token: Token): void {
    if (token.name !== 'startObject')
      throw new HarShapeError(`log.entries[${this.#count}] is ${KINDS[token.name]}; expected an object`);
    this.#entry = new Assembler();
    this.#entry.consume(token);
    this.#depth += 1;
  }

  /** A value outside entries: only the version and the creator are kept. */
  #acceptValue(token: Token): void {
    const [first, second, third] = this.#keys;
    if (this.#depth === 0 && token.name !== 'startObject')
      throw new HarShapeError(
        `not a HAR file: it is ${KINDS[token.name]}; expected an object with log.entries`,
      );
    if (this.#depth === 2 && this.#isAtEntries()) {
      if (token.name !== 'startArray')
        throw new HarShapeError(`log.entries is ${KINDS[token.name]}; expected an array`);
      this.#found = true;
    }
    if (token.name === 'stringValue' && first === 'log') {
      if (this.#depth === 2 && second === 'version') this.#version = token.value;
      if (this.#depth === 3 && second === 'creator' && third === 'name') this.#creator = token.value;
    }
    if (OPENING.has(token.name)) this.#depth += 1;
  }
}

/** The largest entry, in bytes of the file. The size of the file does not matter. */
export const MAX_ENTRY_BYTES = 32 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;

/** What a HAR file says of itself. What it does not say is null. */
export interface HarFile {
  readonly path: string;
  readonly version: string | null;
  /** The tool that wrote it. */
  readonly creator: string | null;
  /** How many entries it has. */
  readonly entries: number;
  /** True if it is a recording whose last entry was not written completely. That entry is left out. */
  readonly isCutOff: boolean;
}

/** The entries of a file, as parsed JSON, in groups that were read together. @returns true if it is cut off */
async function* entriesOf(path: string, walk: EntryWalk): AsyncGenerator<unknown[], boolean> {
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  try {
    for await (const chunk of stream) yield walk.push(chunk);
    return walk.end();
  } catch (error) {
    throw await harFileError(path, error);
  }
}

/**
 * Reads a HAR file of any size, written by any tool. The memory that it takes depends on the largest entry only.
 * @param onEntry called with each exchange, in the order of the file; reading waits for a promise that it returns
 * @throws HarFileError if the file cannot be read, is not JSON, or is not a HAR file; it names the file and the position
 */
export async function readHar(path: string, onEntry: (exchange: HarExchange) => unknown): Promise<HarFile> {
  const walk = new EntryWalk(MAX_ENTRY_BYTES);
  let count = 0;
  const groups = entriesOf(path, walk);
  let group = await groups.next();
  for (; !group.done; group = await groups.next()) {
    for (const entry of group.value) {
      count += 1;
      await onEntry(readEntry(path, entry, count));
    }
  }
  return { path, ...walk.file, entries: count, isCutOff: group.value };
}
