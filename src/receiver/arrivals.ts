import type { SignatureVerdict } from '../webhooks/signature.ts';

/**
 * What became of the response to an arrival. `pending`: it has not been sent yet. `sent`: completely. `timeout`: the
 * sandbox stopped waiting for it. `aborted`: the account was reset, restored or deleted, or the sandbox was stopped.
 */
export type ResponseState = 'pending' | 'sent' | 'timeout' | 'aborted';

/** A delivery that the built-in receiver got. */
export interface Arrival {
  /** From 1, per account; grows until the arrivals are cleared. */
  readonly number: number;
  /** On the account's clock. */
  readonly atMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** From the body, otherwise from the header; empty if neither has it. */
  readonly event: string;
  readonly eventId: string;
  readonly orderId: number | null;
  readonly externalId: string | null;
  readonly signature: SignatureVerdict;
  /** The number of the first arrival with the same event id; null for that one itself. */
  readonly duplicateOf: number | null;
  state: ResponseState;
  /** The status of the response; null if there is none. */
  status: number | null;
  /** Real milliseconds until the response or its end; null while it is pending. */
  durationMs: number | null;
}

/** How many arrivals of an account are kept. */
export const MAX_ARRIVALS = 500;
/** How many event ids of an account are remembered, to recognize duplicates. */
export const MAX_EVENT_IDS = 5_000;

/** The latest arrivals of an account. Older ones are counted as dropped. */
export class Arrivals {
  #kept: Arrival[] = [];
  #firstOf = new Map<string, number>();
  #count = 0;

  /** A copy of all that are kept, oldest first. */
  list(): readonly Arrival[] {
    return [...this.#kept];
  }

  /** The number of arrivals that are no longer kept. */
  get dropped(): number {
    return this.#count - this.#kept.length;
  }

  /** Adds an arrival with the next number. */
  add(arrived: Omit<Arrival, 'number' | 'duplicateOf' | 'state' | 'status' | 'durationMs'>): Arrival {
    this.#count += 1;
    const arrival: Arrival = {
      ...arrived,
      number: this.#count,
      duplicateOf: this.#firstOf.get(arrived.eventId) ?? null,
      state: 'pending',
      status: null,
      durationMs: null,
    };
    this.#kept.push(arrival);
    if (this.#kept.length > MAX_ARRIVALS) this.#kept.shift();
    if (arrival.duplicateOf === null && arrival.eventId !== '') this.#remember(arrival);
    return arrival;
  }

  /** Forgets all arrivals, so that an event that arrives again is no duplicate. Returns how many there were. */
  clear(): number {
    const { length } = this.#kept;
    this.#kept = [];
    this.#firstOf = new Map();
    this.#count = 0;
    return length;
  }

  #remember({ eventId, number }: Arrival): void {
    this.#firstOf.set(eventId, number);
    if (this.#firstOf.size > MAX_EVENT_IDS) this.#firstOf.delete(this.#firstOf.keys().next().value!);
  }
}
