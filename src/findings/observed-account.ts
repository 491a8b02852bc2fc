import type { OrderStatus } from '../domain/order.ts';
import type { Order } from '../engine/account-state.ts';
import type { Exchange } from '../wire/recorded-exchange.ts';
import { BoundedMap } from './bounded-map.ts';
import { LostOrders } from './lost-orders.ts';
import { newOrders, purchaseOf } from './purchases.ts';

/** How many orders are observed at most; the oldest are forgotten first. */
const MAX_ORDERS = 20_000;

/** An order that a request made, and what the client knows of it. */
export interface ObservedOrder {
  readonly order: Order;
  readonly purchase: string;
  /** The request that made it. */
  readonly request: string;
  readonly createdAtMs: number;
  status: OrderStatus;
  statusAtMs: number;
  refunded: boolean;
}

/** What several rules need to know of an account. Each fact updates it before the rules see the fact. */
export class ObservedAccount {
  readonly name: string | null;
  readonly lost = new LostOrders();
  readonly #orders = new BoundedMap<number, ObservedOrder>(MAX_ORDERS);
  /** The latest order of each purchase that is not delegated yet. */
  readonly #open = new BoundedMap<string, ObservedOrder>(MAX_ORDERS);

  constructor(name: string | null) {
    this.name = name;
  }

  /** An order that a request made; undefined if it was made by hand or is forgotten. */
  order(id: number): ObservedOrder | undefined {
    return this.#orders.get(id);
  }

  /** The latest order of a purchase if its Energy was not delegated yet. */
  openOrder(purchase: string): ObservedOrder | undefined {
    return this.#open.get(purchase);
  }

  /** Adds the orders of a decided request. Rules see the request first, so that `openOrder` is an earlier one. */
  add(exchange: Exchange): void {
    for (const order of newOrders(exchange)) {
      const observed: ObservedOrder = {
        order,
        purchase: purchaseOf(order),
        request: exchange.id,
        createdAtMs: exchange.atMs,
        status: order.steps.at(-1)!.status,
        statusAtMs: order.steps.at(-1)!.atMs,
        refunded: order.refund !== null,
      };
      this.#orders.set(order.id, observed);
      this.#open.set(observed.purchase, observed);
    }
  }

  /** Moves an order to a state. */
  move(observed: ObservedOrder, status: OrderStatus, atMs: number): void {
    observed.status = status;
    observed.statusAtMs = atMs;
    const isOpen = status === 'processing' || status === 'delegating' || status === 'review';
    if (!isOpen && this.#open.get(observed.purchase) === observed) this.#open.delete(observed.purchase);
  }
}
