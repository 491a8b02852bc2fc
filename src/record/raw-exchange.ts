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
  /** Twice as large whenever it is full. A list of pieces would take more memory than pieces of one byte. */
  #space = Buffer.alloc(0);
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
    this.#held.release(this.#kept);
    this.#space = Buffer.alloc(0);
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
