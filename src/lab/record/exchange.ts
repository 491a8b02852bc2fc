import { parseJson } from '../../contract/json/parse-json.ts';
import { decompressed } from '../har/read-har.ts';
import type { Direction, Outcome } from '../har/write-har.ts';

/** A header as it was sent: with the case of its name. */
export interface SentHeader {
  readonly name: string;
  readonly value: string;
}

/** The values of a header, by its name in lower case. */
export const valuesOf = (headers: readonly SentHeader[], name: string): string[] =>
  headers.filter(header => header.name.toLowerCase() === name).map(({ value }) => value);

/** The path of a request's target, without the query. */
export const pathOf = (target: string): string =>
  target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '') || '/';

/** The parameters of a request's target or URL. */
export const queryOf = (target: string): URLSearchParams =>
  new URLSearchParams(target.split('?').slice(1).join('?'));

/** The maximum length of a recorded body. Forwarding has no limit. */
export const MAX_RECORDED_BODY = 4 * 1024 * 1024;

/** A body that is being recorded, up to its limit. */
export class BodyCapture {
  readonly #pieces: Buffer[] = [];
  #stored = 0;
  #total = 0;

  add(bytes: Buffer): void {
    this.#total += bytes.length;
    const recorded = bytes.subarray(0, MAX_RECORDED_BODY - this.#stored);
    this.#stored += recorded.length;
    if (recorded.length > 0) this.#pieces.push(recorded);
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  /** The number of bytes that were not recorded. */
  get dropped(): number {
    return this.#total - this.#stored;
  }

  get total(): number {
    return this.#total;
  }
}

interface Message {
  /** Such as `HTTP/1.1`. */
  readonly version: string;
  readonly headers: readonly SentHeader[];
  readonly body: BodyCapture;
}

export interface SentRequest extends Message {
  readonly method: string;
  /** The URL as it was sent: a path with its query, or an absolute URL. */
  readonly target: string;
}

export interface ReceivedResponse extends Message {
  readonly status: number;
  readonly reason: string;
}

/** One exchange as it was sent, before anything is replaced. */
export interface RawExchange {
  readonly direction: Direction;
  /** The arrival of the request's head, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly timings: {
    readonly sendMs: number;
    readonly waitMs: number;
    readonly receiveMs: number;
  };
  readonly request: SentRequest;
  readonly response: ReceivedResponse | null;
  readonly outcome: Outcome;
}

/** The recorded bytes of a body without Content-Encoding; null if they cannot be decompressed. */
export const contentOf = ({ body, headers }: Message): Uint8Array | null =>
  decompressed(body.bytes, valuesOf(headers, 'content-encoding').join(','));

/** The parsed body; undefined if it cannot be decompressed, is not JSON, or is nested more deeply than is validated. */
export function jsonOf(message: Message): unknown {
  const content = contentOf(message);
  const parsed = content && parseJson(Buffer.from(content));
  return parsed && 'value' in parsed ? parsed.value : undefined;
}
