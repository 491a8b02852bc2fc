import type { OrderStatus } from '../domain/order.ts';
import type { Order } from '../engine/account-state.ts';
import { statusOf } from '../engine/order-lifecycle.ts';
import type { Exchange } from '../wire/recorded-exchange.ts';
import { BoundedMap } from './bounded-map.ts';
import { BoundedQueue } from './bounded-queue.ts';
import { LostOrders } from './lost-orders.ts';
import { newOrders, purchaseOf } from './purchases.ts';

/** How many orders are observed at most; the oldest are forgotten first. */
export const MAX_ORDERS = 20_000;

/** How long an order may be processing or delegating before it counts as overdue, in account time. */
const OVERDUE_MS = 5 * 60_000;

/** An order that a request made, and its current state. */
export interface ObservedOrder {
  readonly order: Order;
  /** The request that made it. */
  readonly request: string;
  readonly createdAtMs: number;
  status: OrderStatus;
  refunded: boolean;
}

const isOpen = ({ status }: ObservedOrder): boolean =>
  status === 'processing' || status === 'delegating' || status === 'review';

/** What several rules need to know of an account. Each fact updates it before the rules see the fact. */
export class ObservedAccount {
  readonly name: string | null;
  readonly lost = new LostOrders();
  readonly #orders = new BoundedMap<number, ObservedOrder>(MAX_ORDERS);
  /** Orders by their creation: those that may become overdue. */
  readonly #recent = new BoundedQueue<ObservedOrder>(MAX_ORDERS);
  /** The latest order of each purchase that was in review, or is overdue. It may have left that state since. */
  readonly #doubtful = new BoundedMap<string, ObservedOrder>(MAX_ORDERS);

  constructor(name: string | null) {
    this.name = name;
  }

  /** An order that a request made; undefined if it was made by hand or is forgotten. */
  order(id: number): ObservedOrder | undefined {
    return this.#orders.get(id);
  }

  /** The latest order of the same purchase that is in review, or has not been delegated for five minutes. */
  doubtfulOrder(order: Order, nowMs: number): ObservedOrder | undefined {
    this.#collectOverdue(nowMs);
    if (this.#doubtful.size === 0) return undefined;
    const purchase = purchaseOf(order);
    const found = this.#doubtful.get(purchase);
    if (!found || isOpen(found)) return found;
    this.#doubtful.delete(purchase);
    return undefined;
  }

  /** Adds the orders of a decided request. Rules see the request first, so that they find earlier orders only. */
  add(exchange: Exchange): void {
    for (const order of newOrders(exchange)) {
      const observed: ObservedOrder = {
        order,
        request: exchange.id,
        createdAtMs: exchange.atMs,
        status: statusOf(order),
        refunded: order.refund !== null,
      };
      this.#orders.set(order.id, observed);
      this.#recent.push(observed);
    }
  }

  /** Moves an order to a state. */
  move(observed: ObservedOrder, status: OrderStatus): void {
    observed.status = status;
    if (status === 'review') this.#doubtful.set(purchaseOf(observed.order), observed);
  }

  #collectOverdue(nowMs: number): void {
    for (let observed = this.#recent.first; observed; observed = this.#recent.first) {
      if (nowMs - observed.createdAtMs <= OVERDUE_MS) return;
      if (isOpen(observed)) this.#doubtful.set(purchaseOf(observed.order), observed);
      this.#recent.shift();
    }
  }
}
