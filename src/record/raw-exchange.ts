import type { Direction, Outcome } from '../har/recorded-fields.ts';
import type { RequestHead, ResponseHead } from './message-head.ts';

/** How much of a body is recorded. Passing it on has no limit. */
export const MAX_RECORDED_BODY = 4 * 1024 * 1024;

/** How many bytes of bodies are held at a time, for all exchanges in progress. What exceeds it is not recorded. */
export const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** The bytes that all exchanges in progress hold together. */
export class HeldBytes {
  #held = 0;

  /** Reserves as many of the bytes as there is room for. @returns how many */
  reserve(bytes: number): number {
    const granted = Math.min(bytes, MAX_HELD_BYTES - this.#held);
    this.#held += granted;
    return granted;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}

/** A body that is being recorded, up to its limit. */
export class BodyCapture {
  readonly #held: HeldBytes;
  #chunks: Buffer[] = [];
  #kept = 0;
  #total = 0;

  constructor(held: HeldBytes) {
    this.#held = held;
  }

  add(bytes: Buffer): void {
    // Once bytes were dropped, later ones would not follow the kept ones.
    const wanted = this.#kept < this.#total ? 0 : Math.min(bytes.length, MAX_RECORDED_BODY - this.#kept);
    const kept = this.#held.reserve(wanted);
    this.#total += bytes.length;
    if (kept === 0) return;
    // A copy, because a small slice would keep the socket's whole read buffer alive.
    this.#chunks.push(Buffer.from(bytes.subarray(0, kept)));
    this.#kept += kept;
  }

  /** What was recorded. */
  get bytes(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  /** How many bytes were not recorded. */
  get dropped(): number {
    return this.#total - this.#kept;
  }

  get total(): number {
    return this.#total;
  }

  release(): void {
    this.#held.release(this.#kept);
    this.#chunks = [];
    this.#kept = 0;
  }
}

/** One exchange as it was sent, before anything is replaced. */
export interface RawExchange {
  readonly direction: Direction;
  /** The connection that it was sent on, from 1. */
  readonly connection: number;
  /** When the first byte of the request's head arrived, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly timings: {
    /** Null if the connection was open already. */
    readonly connectMs: number | null;
    readonly sendMs: number;
    readonly waitMs: number;
    readonly receiveMs: number;
  };
  readonly request: { readonly head: RequestHead; readonly body: BodyCapture };
  readonly response: { readonly head: ResponseHead; readonly body: BodyCapture } | null;
  readonly outcome: Outcome;
  /** The IP address that the request was sent to; null if there was no connection. */
  readonly serverAddress: string | null;
}
