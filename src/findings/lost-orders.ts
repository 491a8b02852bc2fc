import type { AttemptRecord, Order } from '../engine/account-state.ts';
import type { Exchange } from '../wire/recorded-exchange.ts';
import { BoundedMap } from './bounded-map.ts';
import { learned, learnedByClient } from './final-states.ts';
import { askedFor } from './open-sightings.ts';
import { purchaseOf } from './purchases.ts';

const MAX_LOST_ORDERS = 1_000;

/** For how long a purchase under another external_id can be a retry of one that its webhook told of, in account time. */
const RETRYING_MS = 10 * 60_000;

/** An order that was made although the client was not told so. */
export interface LostOrder {
  readonly order: Order;
  readonly purchase: string;
  /** The request that made it. */
  readonly exchange: Exchange;
  readonly atMs: number;
  /** True once an event of the order was acknowledged, be it by a built-in receiver in place of the client's own. */
  isAcknowledged: boolean;
  /** True once the client's own receiver has acknowledged an event of the order: the client has been told of it. */
  isKnown: boolean;
  /** The first order that made the same purchase again; null if none has. Later ones are new purchases. */
  boughtAgainBy: Order | null;
}

/** True if the client did not receive the response, or received an error of the server or a gateway. */
export const isUnanswered = ({ end, status }: Exchange): boolean =>
  end === 'lost' || end === 'client-gone' || status === null || status >= 500;

/** The orders whose responses did not reach the client, until it repeats or queries them. */
export class LostOrders {
  readonly #byId = new BoundedMap<number, LostOrder>(MAX_LOST_ORDERS);
  readonly #byPurchase = new BoundedMap<string, LostOrder>(MAX_LOST_ORDERS);

  /** The latest lost order of the same purchase as a new order, if nothing has told the client of it. */
  unknown(order: Order): LostOrder | undefined {
    const lost = this.#ofPurchase(order);
    return lost?.isKnown ? undefined : lost;
  }

  /**
   * The latest lost order of the same purchase as a new order, if only its webhook has told the client of it, and a retry is
   * still to be expected: the code that orders may not look at what the receiver has stored.
   * @param nowMs when the new order was made, in account time
   */
  knownByWebhook(order: Order, nowMs: number): LostOrder | undefined {
    const lost = this.#ofPurchase(order);
    return lost?.isKnown && nowMs - lost.atMs <= RETRYING_MS ? lost : undefined;
  }

  #ofPurchase(order: Order): LostOrder | undefined {
    if (this.#byPurchase.size === 0) return undefined;
    const lost = this.#byPurchase.get(purchaseOf(order));
    return lost?.boughtAgainBy && lost.boughtAgainBy !== order ? undefined : lost;
  }

  all(): Iterable<LostOrder> {
    return this.#byId.values();
  }

  /**
   * Adds the orders that a request made if its response was lost.
   * @param attemptsOf the deliveries of an order's events, some of which may have preceded the response
   */
  answered(exchange: Exchange, attemptsOf: (order: Order) => readonly AttemptRecord[]): void {
    if (exchange.outcome === null || !isUnanswered(exchange)) return;
    for (const order of exchange.made) {
      const attempts = attemptsOf(order);
      const lost: LostOrder = {
        order,
        purchase: purchaseOf(order),
        exchange,
        atMs: exchange.answeredAtMs,
        isAcknowledged: attempts.some(({ outcome }) => learned(outcome)),
        isKnown: attempts.some(learnedByClient),
        boughtAgainBy: null,
      };
      this.#byId.set(order.id, lost);
      this.#byPurchase.set(lost.purchase, lost);
    }
  }

  /** Removes the orders that a request repeats or queries: the client asks what became of them. */
  decided(exchange: Exchange): void {
    if (this.#byId.size === 0) return;
    for (const id of askedFor(exchange).orders) this.#confirm(id);
  }

  /** A delivery of an event of an order was made. */
  attempted(orderId: number, attempt: Pick<AttemptRecord, 'plan' | 'outcome'>): void {
    if (this.#byId.size === 0 || !learned(attempt.outcome)) return;
    const lost = this.#byId.get(orderId);
    if (!lost) return;
    lost.isAcknowledged = true;
    if (learnedByClient(attempt)) lost.isKnown = true;
  }

  #confirm(id: number): void {
    const lost = this.#byId.get(id);
    if (!lost) return;
    this.#byId.delete(id);
    if (this.#byPurchase.get(lost.purchase) === lost) this.#byPurchase.delete(lost.purchase);
  }
}
