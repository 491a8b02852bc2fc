import { StringDecoder } from 'node:string_decoder';
import type { AttemptOutcome } from '../engine/account-state.ts';

const MAX_FIELDS = 32;
const MAX_VALUE_CHARACTERS = 512;

type Headers = AttemptOutcome['headers'];
type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Before an answer's headers have come. */
export const NO_HEADERS: Headers = Object.freeze({});

/** A plain, bounded copy: the first 32 fields, each up to 512 characters; repeated ones joined by a comma. */
function boundedHeaders(raw: RawHeaders): Headers {
  const kept: Record<string, string> = {};
  for (const name of Object.keys(raw).slice(0, MAX_FIELDS)) {
    const value = raw[name] ?? '';
    const text = typeof value === 'string' ? value : value.join(', ');
    kept[name] = text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
  }
  return kept;
}

/**
 * Keeps the headers of answers. A receiver's answers within a second are mostly alike, and a hundred thousand kept
 * attempts weigh little where such answers share one record.
 */
export class HeaderKeeper {
  #last: Headers = NO_HEADERS;
  #lastText = '';

  keep(raw: RawHeaders): Headers {
    const kept = boundedHeaders(raw);
    const text = JSON.stringify(kept);
    if (text !== this.#lastText) {
      this.#last = Object.freeze(kept);
      this.#lastText = text;
    }
    return this.#last;
  }
}

const MAX_KEPT_BYTES = 2_048;
const MAX_READ_BYTES = 1_048_576;

/** The beginning of an answer's body. What is beyond it is counted and dropped. */
export class BodyBeginning {
  #kept: Buffer | null = null;
  #readBytes = 0;

  /** @returns false once so much has come (1 MiB) that the rest is not worth reading */
  add(chunk: Buffer): boolean {
    this.#readBytes += chunk.length;
    const room = MAX_KEPT_BYTES - (this.#kept?.length ?? 0);
    if (room > 0) {
      const part = chunk.subarray(0, room);
      this.#kept = this.#kept ? Buffer.concat([this.#kept, part]) : Buffer.from(part);
    }
    return this.#readBytes <= MAX_READ_BYTES;
  }

  /** As UTF-8, without a character that was cut in two. */
  text(): string {
    return this.#kept ? new StringDecoder('utf8').write(this.#kept) : '';
  }
}
