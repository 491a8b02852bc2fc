import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { grouped } from '../../core/text/wording.ts';

/** The beginning of each file of the recorder. */
export const RECORDING_START = '{"log":{"version":"1.2","creator":{"name":"energy-rental-sandbox",';

/** Who sent the request of an entry: a client of the service API, or the service to a webhook receiver. */
export type Direction = 'api' | 'webhook';

/** The end of an exchange, as the recorder saw it. */
export type Outcome =
  /** The whole response was passed on. */
  | { readonly kind: 'complete' }
  /** The client closed the connection before it had the whole response, `afterMs` after its request began. */
  | { readonly kind: 'client-gone'; readonly afterMs: number }
  /** There is no response: the connection could not be opened, was reset, or carried something that is not HTTP. */
  | { readonly kind: 'upstream-error'; readonly error: string }
  /** The response ended before its body was complete. */
  | { readonly kind: 'truncated'; readonly error: string }
  /** The recorder was stopped while the exchange was in progress. */
  | { readonly kind: 'recorder-stopped' };

/**
 * The check of a webhook's X-Webhook-Signature, over the exact bytes, before anything is replaced.
 */
export interface RecordedSignature {
  /** Null if the recorder did not know the secret, or did not store the whole body. */
  readonly verified: boolean | null;
  /** `documented` is `sha256=` and 64 lowercase hexadecimal digits. */
  readonly form: 'documented' | 'missing' | 'other';
  /** What is wrong with the signature, such as `reserialised`; null if nothing is wrong or it was not checked. */
  readonly flaw: string | null;
}

/** Matches what is written in place of a credential. Equal credentials get equal names within a file: `key-1`, `key-2`. */
export const KEY_PSEUDONYM: RegExp = /^key-[1-9]\d*$/;

/** The text after the last entry. The next entry overwrites it. */
const TAIL = '\n]}}\n';

function writeAll(file: number, text: string, at: number): void {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length)
    written += writeSync(file, bytes, written, bytes.length - written, at + written);
}

/** The maximum size of a file. */
export const MAX_FILE_BYTES: number = 1024 * 1024 * 1024;

/**
 * Writes a HAR file that is complete after every entry: each entry overwrites the closing brackets, and new ones follow
 * it. Every entry is one line. Writing is synchronous, so that an entry survives the process as soon as `append`
 * returns.
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
   * @param version the version of the recorder
   * @param maxBytes the size that the file may reach
   * @throws Error if it exists or cannot be created
   */
  constructor(path: string, version: string, maxBytes: number = MAX_FILE_BYTES) {
    this.#maxBytes = maxBytes;
    this.#file = openSync(path, 'wx', 0o600);
    const head = `${RECORDING_START}"version":${JSON.stringify(version)}},"entries":[`;
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
    if (this.#isFull) throw new Error(`it has reached its largest size of ${grouped(this.#maxBytes)} bytes`);
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
