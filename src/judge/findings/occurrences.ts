import { grouped } from '../../core/domain/grouped-number.ts';
import { toTrx } from '../../core/domain/money.ts';
import { isoTime } from '../../core/domain/time-formats.ts';
import type { Order } from '../../core/engine/account-state.ts';
import type { Exchange } from '../../core/facts/recorded-exchange.ts';
import { type AttemptFact, askedFor } from './facts.ts';

/** One occurrence of something wrong. Occurrences of a rule with the same key are one finding. */
export interface Occurrence {
  /** What tells findings of one rule apart, such as an order's id. By default all occurrences are one finding. */
  readonly key?: string;
  /** Called at once if the occurrence is the first of its finding, and never otherwise. */
  readonly message: () => string;
  readonly orders?: readonly number[];
  readonly requests?: readonly string[];
  readonly events?: readonly string[];
  readonly costSun?: number;
  /** On the account's clock. */
  readonly atMs: number;
}

/** Something that has not happened since `sinceMs`. Later facts may withdraw it. */
export interface PendingOccurrence extends Occurrence {
  readonly sinceMs: number;
}

/** Where a rule reports. */
export interface Reporter {
  /** Reports that something wrong was done. It cannot be withdrawn. */
  report(occurrence: Occurrence): void;
  /** Announces that the rule has a further pending occurrence, which does not have to wait. */
  noticed(): void;
}

const MAX_OPEN = 1_000;

/** For how long a status query shows that a client still follows an order, in account time. */
const FOLLOWING_MS = 10 * 60_000;

/**
 * Purchases that look like retries of earlier ones. Such a purchase was one of its own after all if the client goes on
 * with the earlier one under its own id: several workers may buy the same at the same time.
 */
export class OpenOccurrences<Key> {
  readonly #byFirst = new Map<Key, Occurrence>();

  get size(): number {
    return this.#byFirst.size;
  }

  /** @param first what the client has to go on with: the id of the first order, or its external_id */
  add(first: Key, occurrence: Occurrence, { report, noticed }: Reporter): void {
    if (this.#byFirst.size >= MAX_OPEN) {
      for (const one of this.#byFirst.values()) report(one);
      this.#byFirst.clear();
    }
    this.#byFirst.set(first, occurrence);
    noticed();
  }

  /** Withdraws an occurrence, because the client has gone on with the first purchase. */
  goneOn(first: Key, atMs: number, isQuery: boolean): void {
    const occurrence = this.#byFirst.get(first);
    if (!occurrence || (isQuery && atMs - occurrence.atMs > FOLLOWING_MS)) return;
    this.#byFirst.delete(first);
  }

  /** The occurrences that were not withdrawn. They do not wait: a client that pays twice has to learn of it at once. */
  *pending(): Iterable<PendingOccurrence> {
    for (const occurrence of this.#byFirst.values())
      yield { ...occurrence, sinceMs: Number.NEGATIVE_INFINITY };
  }
}

/** Withdraws the occurrences of orders that an exchange repeats or queries. */
export function withdraw(open: OpenOccurrences<number>, exchange: Exchange): void {
  if (open.size === 0) return;
  const { orders, isQuery } = askedFor(exchange);
  for (const id of orders) open.goneOn(id, exchange.atMs, isQuery);
}

/** A delivery that a receiver answered wrongly, as it is reported. */
export const deliveryOccurrence = (
  { orderId, eventId, atMs }: AttemptFact,
  message: () => string,
): Occurrence => ({ message, orders: [orderId], events: [eventId()], atMs });

/** An order as messages name it: `order 17 (external_id inv-7)`. */
export const named = ({ id, externalId }: Order): string =>
  externalId === null ? `order ${id} (without external_id)` : `order ${id} (external_id ${externalId})`;

/** What an order bought: `65,000 Energy for 60 minutes to T…, 3.9 TRX`. */
export const bought = ({ energyAmount, durationMinutes, address, priceSun }: Order): string =>
  `${grouped(energyAmount)} Energy for ${durationMinutes} minutes to ${address}, ${toTrx(priceSun)} TRX`;

/** A time on the account's clock: `12:00:03`. */
export const clockTime = (atMs: number): string => isoTime(atMs).slice(11, 19);

/** What the client got: `the connection was reset`, `the response was a 502`. */
export function received({ end, fault, status, durationMs }: Exchange): string {
  if (end === 'client-gone') return `the client had hung up after ${Math.round(durationMs)} ms`;
  switch (fault) {
    case 'connection-reset':
      return 'the connection was reset';
    case 'empty-reply':
      return 'the connection was closed without a response';
    case 'hang':
      return 'no response arrived';
    case 'truncated-json':
      return 'the response was cut off in the middle';
    default:
      return `the response was a ${status}`;
  }
}
