import type { Exchange } from '../wire/recorded-exchange.ts';
import type { Sighting } from './finding.ts';
import type { PendingSighting, RuleContext } from './rule.ts';

const MAX_OPEN = 1_000;

/** For how long a status query shows that a client still follows an order, in account time. */
const FOLLOWING_MS = 10 * 60_000;

/** What a request repeats or queries, so that the client has not given it up. */
interface Asked {
  /** Ids of orders. */
  readonly orders: readonly number[];
  /** True for a status query: a report at night queries orders that were given up, too. */
  readonly isQuery: boolean;
}

/** The existing orders that a request repeats or queries. */
export function askedFor({ outcome }: Exchange): Asked {
  switch (outcome?.kind) {
    case 'status':
      return { orders: [outcome.order.id], isQuery: true };
    case 'order':
      return { orders: outcome.placed.idempotent ? [outcome.placed.order.id] : [], isQuery: false };
    case 'bulk': {
      const orders = outcome.items.flatMap(({ result }) =>
        'order' in result && result.idempotent ? [result.order.id] : [],
      );
      return { orders, isQuery: false };
    }
    default:
      return { orders: [], isQuery: false };
  }
}

/**
 * Purchases that look like retries of earlier ones. They were purchases of their own after all if the client goes on with
 * the earlier one under its own id: several workers may buy the same at the same time.
 */
export class OpenSightings<Key> {
  readonly #byFirst = new Map<Key, Sighting>();

  get size(): number {
    return this.#byFirst.size;
  }

  /** @param first what the client has to go on with: the id of the first order, or its external_id */
  add(first: Key, sighting: Sighting, { report, noticed }: RuleContext): void {
    if (this.#byFirst.size >= MAX_OPEN) {
      for (const one of this.#byFirst.values()) report(one);
      this.#byFirst.clear();
    }
    this.#byFirst.set(first, sighting);
    noticed();
  }

  /** The client has gone on with the first purchase. */
  goneOn(first: Key, atMs: number, isQuery: boolean): void {
    const sighting = this.#byFirst.get(first);
    if (!sighting || (isQuery && atMs - sighting.atMs > FOLLOWING_MS)) return;
    this.#byFirst.delete(first);
  }

  /** Those that are left. They do not wait: a client that pays twice is told at once. */
  *pending(): Iterable<PendingSighting> {
    for (const sighting of this.#byFirst.values()) yield { ...sighting, sinceMs: Number.NEGATIVE_INFINITY };
  }
}

/** Withdraws what an exchange shows to be a purchase of its own. */
export function withdraw(open: OpenSightings<number>, exchange: Exchange): void {
  if (open.size === 0) return;
  const { orders, isQuery } = askedFor(exchange);
  for (const id of orders) open.goneOn(id, exchange.atMs, isQuery);
}
