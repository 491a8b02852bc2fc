import { isNestedTooDeep } from '../domain/json-depth.ts';
import { decodeBody } from '../har/decode-body.ts';
import { jsonBodyOf } from '../har/exchange.ts';
import type { Direction, Outcome } from '../har/recorded-fields.ts';

/** A header as it was sent: the case of its name is kept. */
export interface SentHeader {
  readonly name: string;
  readonly value: string;
}

/** The values of a header, by its name in lower case. */
export const valuesOf = (headers: readonly SentHeader[], name: string): string[] =>
  headers.filter(header => header.name.toLowerCase() === name).map(({ value }) => value);

/** How much of a body is recorded. Passing it on has no limit. */
export const MAX_RECORDED_BODY = 4 * 1024 * 1024;

/** How many bytes of bodies are held at a time, for all exchanges in progress. What exceeds it is not recorded. */
export const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** The bytes that all exchanges in progress hold together. */
export interface HeldBytes {
  bytes: number;
}

/** A body that is being recorded, up to its limit. */
export class BodyCapture {
  readonly #held: HeldBytes;
  /** Twice as large whenever it is full. A list of pieces would take more memory than pieces of one byte. */
  #space = Buffer.alloc(0);
  #kept = 0;
  #total = 0;

  constructor(held: HeldBytes) {
    this.#held = held;
  }

  add(bytes: Buffer): void {
    // Once bytes were dropped, later ones would not follow the kept ones.
    const room = this.#kept < this.#total ? 0 : MAX_RECORDED_BODY - this.#kept;
    const kept = Math.min(bytes.length, room, MAX_HELD_BYTES - this.#held.bytes);
    this.#total += bytes.length;
    if (kept === 0) return;
    this.#held.bytes += kept;
    const size = this.#kept + kept;
    if (size > this.#space.length) {
      const larger = Buffer.alloc(Math.max(size, Math.min(2 * this.#space.length, MAX_RECORDED_BODY)));
      this.#space.copy(larger, 0, 0, this.#kept);
      this.#space = larger;
    }
    bytes.copy(this.#space, this.#kept, 0, kept);
    this.#kept = size;
  }

  /** What was recorded. */
  get bytes(): Buffer {
    return this.#space.subarray(0, this.#kept);
  }

  /** How many bytes were not recorded. */
  get dropped(): number {
    return this.#total - this.#kept;
  }

  get total(): number {
    return this.#total;
  }

  release(): void {
    this.#held.bytes -= this.#kept;
    this.#space = Buffer.alloc(0);
    this.#kept = 0;
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
  /** As it was sent: a path with its query, or an absolute URL. */
  readonly target: string;
}

export interface ReceivedResponse extends Message {
  readonly status: number;
  readonly reason: string;
}

/** One exchange as it was sent, before anything is replaced. */
export interface RawExchange {
  readonly direction: Direction;
  /** The connection that it was sent on, from 1. */
  readonly connection: number;
  /** When the head of the request had arrived, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly timings: {
    /** Null if the connection was open already. */
    readonly connectMs: number | null;
    readonly sendMs: number;
    readonly waitMs: number;
    readonly receiveMs: number;
  };
  readonly request: SentRequest;
  readonly response: ReceivedResponse | null;
  readonly outcome: Outcome;
  /** The IP address that the request was sent to; null if there was no connection. */
  readonly serverAddress: string | null;
}

/** The recorded bytes of a body without Content-Encoding; null if they cannot be decompressed. */
export function contentOf({ body, headers }: Message): Uint8Array | null {
  const contentEncoding = valuesOf(headers, 'content-encoding').join(',');
  if (contentEncoding === '' || body.bytes.length === 0) return body.bytes;
  const text = body.bytes.toString('base64');
  return decodeBody({ text, encoding: 'base64', contentEncoding });
}

/** The parsed body; undefined if it cannot be decompressed, is not JSON, or is nested more deeply than is validated. */
export function jsonOf(message: Message): unknown {
  const content = contentOf(message);
  return content === null || isNestedTooDeep(content) ? undefined : jsonBodyOf({ body: content });
}
