import type { Order } from '../engine/account-state.ts';
import type { Exchange } from '../wire/recorded-exchange.ts';
import { BoundedMap } from './bounded-map.ts';
import { purchaseOf } from './purchases.ts';

const MAX_LOST_ORDERS = 1_000;

/** For how long a purchase under another external_id can be a retry of one that the client has learned of, in account time. */
const RETRYING_MS = 10 * 60_000;

/** An order that was made although the client was not told so. */
export interface LostOrder {
  readonly order: Order;
  readonly purchase: string;
  /** The request that made it. */
  readonly exchange: Exchange;
  readonly atMs: number;
  /** True once the client has acknowledged an event of the order. */
  isAcknowledged: boolean;
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

  /**
   * The latest lost order of the same purchase as a new order, unless the client learned of it by a webhook and the new
   * order is too late to be a retry. An acknowledged webhook alone does not show that: receivers acknowledge everything,
   * while the code that ordered still retries.
   * @param nowMs when the new order was made, in account time
   */
  ofPurchase(order: Order, nowMs: number): LostOrder | undefined {
    if (this.#byPurchase.size === 0) return undefined;
    const lost = this.#byPurchase.get(purchaseOf(order));
    if (lost?.boughtAgainBy && lost.boughtAgainBy !== order) return undefined;
    return lost?.isAcknowledged && nowMs - lost.atMs > RETRYING_MS ? undefined : lost;
  }

  all(): Iterable<LostOrder> {
    return this.#byId.values();
  }

  /** Adds the orders that a request made if its response was lost, and removes those that it repeats or queries. */
  answered(exchange: Exchange): void {
    if (exchange.outcome === null || !isUnanswered(exchange)) return;
    for (const order of exchange.made) {
      const lost: LostOrder = {
        order,
        purchase: purchaseOf(order),
        exchange,
        atMs: exchange.answeredAtMs,
        isAcknowledged: false,
        boughtAgainBy: null,
      };
      this.#byId.set(order.id, lost);
      this.#byPurchase.set(lost.purchase, lost);
    }
  }

  /** Removes the orders that a request repeats or queries: the client asks what became of them. */
  decided({ outcome }: Exchange): void {
    if (this.#byId.size === 0 || outcome === null) return;
    if (outcome.kind === 'status') this.#confirm(outcome.order);
    if (outcome.kind === 'order' && outcome.placed.idempotent) this.#confirm(outcome.placed.order);
    if (outcome.kind !== 'bulk') return;
    for (const { result } of outcome.items) {
      if ('order' in result && result.idempotent) this.#confirm(result.order);
    }
  }

  acknowledged(orderId: number): void {
    const lost = this.#byId.get(orderId);
    if (lost) lost.isAcknowledged = true;
  }

  #confirm({ id }: Order): void {
    const lost = this.#byId.get(id);
    if (!lost) return;
    this.#byId.delete(id);
    if (this.#byPurchase.get(lost.purchase) === lost) this.#byPurchase.delete(lost.purchase);
  }
}
