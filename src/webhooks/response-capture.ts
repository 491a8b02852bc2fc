import { StringDecoder } from 'node:string_decoder';
import type { AttemptOutcome } from '../core/engine/account-state.ts';

const MAX_VALUE_CHARACTERS = 512;
/** The maximum number of characters of all stored header fields of a response, names and values together. */
export const MAX_HEADER_CHARACTERS = 2_048;

type Headers = AttemptOutcome['headers'];
type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Used until the headers of a response are received. */
export const NO_HEADERS: Headers = Object.freeze({});

/**
 * A plain, bounded copy: fields of up to 512 characters each, as long as all have at most 2,048 characters.
 * Repeated fields are joined by a comma.
 */
function boundedHeaders(raw: RawHeaders): Headers {
  const kept: Record<string, string> = {};
  let free = MAX_HEADER_CHARACTERS;
  for (const name of Object.keys(raw)) {
    const given = raw[name] ?? '';
    const text = typeof given === 'string' ? given : given.join(', ');
    const value = text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
    free -= name.length + value.length;
    if (free >= 0) kept[name] = value;
  }
  return kept;
}

/**
 * Captures the headers of responses. Successive responses of a receiver mostly have the same headers. They share one
 * record, so that a hundred thousand stored attempts take little memory.
 */
export class HeaderCapture {
  #last: Headers = NO_HEADERS;
  #lastText = '';

  capture(raw: RawHeaders): Headers {
    const kept = boundedHeaders(raw);
    const text = JSON.stringify(kept);
    if (text !== this.#lastText) {
      this.#last = Object.freeze(kept);
      this.#lastText = text;
    }
    return this.#last;
  }
}

/** How much of a response body is stored. */
export const MAX_KEPT_BYTES = 2_048;
/** How much of a response body is read. */
export const MAX_READ_BYTES = 1_048_576;

/** Captures the beginning of a response body. The rest is counted and discarded. */
export class BodyCapture {
  #kept: Buffer | null = null;
  #readBytes = 0;

  /** @returns false if the body is longer than 1 MiB, so the rest should not be read */
  add(chunk: Buffer): boolean {
    this.#readBytes += chunk.length;
    const free = MAX_KEPT_BYTES - (this.#kept?.length ?? 0);
    if (free > 0) {
      const part = chunk.subarray(0, free);
      this.#kept = this.#kept ? Buffer.concat([this.#kept, part]) : Buffer.from(part);
    }
    return this.#readBytes <= MAX_READ_BYTES;
  }

  /** The captured bytes as UTF-8, without an incomplete character at the end. */
  text(): string {
    return this.#kept ? new StringDecoder('utf8').write(this.#kept) : '';
  }
}

/** Why nothing is sent of a delivery that is no longer wanted. */
export const CANCELED = 'the account was reset, restored, deleted or stopped before the delivery ended';

/** Why nothing is sent after the end of the sandbox. */
export const STOPPED = 'the sandbox was shut down before the delivery ended';

/** The outcome of an attempt for which nothing was sent. */
export const notSent = (reason: string): AttemptOutcome => ({
  kind: 'unreachable',
  status: null,
  headers: NO_HEADERS,
  body: '',
  error: reason,
  durationMs: 0,
});

/** Any 2xx acknowledges (specification: Events, Delivery). A redirect is a kind of its own, because it is never followed. */
export function outcomeOfStatus(status: number): AttemptOutcome['kind'] {
  if (status >= 200 && status < 300) return 'acknowledged';
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
}
