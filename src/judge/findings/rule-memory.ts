import type { OrderStatus } from '../../core/domain/order.ts';
import type { Account } from '../../core/engine/account.ts';
import { isMadeByRequest, type Order } from '../../core/engine/account-state.ts';
import type { Exchange } from '../../core/facts.ts';
import {
  type AttemptFact,
  askedFor,
  isAcknowledged,
  isAcknowledgedByClient,
  isRefused,
  isUnanswered,
  isUnusualRefused,
  purchaseOf,
} from './rule-facts.ts';

/**
 * A map of the latest entries: at least half of the limit, and never more than it. It drops the older of two generations
 * as a whole, because removing the oldest entry of a large Map takes time in proportion to the entries removed before it.
 */
export class BoundedMap<Key, Value> {
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  readonly #generation: number;

  constructor(limit: number) {
    this.#generation = Math.max(1, Math.floor(limit / 2));
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? (this.#old.size > 0 ? this.#old.get(key) : undefined);
  }

  set(key: Key, value: Value): void {
    if (this.#old.size > 0) this.#old.delete(key);
    this.#young.set(key, value);
    if (this.#young.size < this.#generation) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  delete(key: Key): void {
    if (!this.#young.delete(key) && this.#old.size > 0) this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }

  *values(): IterableIterator<Value> {
    yield* this.#old.values();
    yield* this.#young.values();
  }
}

const MAX_LOST_ORDERS = 1_000;
const MAX_ACKNOWLEDGED = 10_000;
const MAX_REFUSALS = 1_000;

/** How long a purchase with another external_id can be a retry of an announced one, in account time. */
const RETRYING_MS = 10 * 60_000;

/** An order whose response did not reach the client. */
export interface LostOrder {
  readonly order: Order;
  readonly purchase: string;
  readonly exchange: Exchange;
  readonly atMs: number;
  /** True once a receiver acknowledged an event of the order, even a built-in one in place of the client's own. */
  isAcknowledged: boolean;
  /** True once the client's own receiver acknowledged an event of the order: the client can know of it. */
  isKnown: boolean;
  /** The first order that made the same purchase again; null if none has. Later ones are new purchases. */
  boughtAgainBy: Order | null;
}

/** The orders whose responses did not reach the client, until the client repeats or queries them. */
class LostOrders {
  readonly #byId = new BoundedMap<number, LostOrder>(MAX_LOST_ORDERS);
  readonly #byPurchase = new BoundedMap<string, LostOrder>(MAX_LOST_ORDERS);
  /**
   * The latest orders with an acknowledged event, which can precede the response; true if the client itself
   * acknowledged it. An order can be forgotten only if thousands are acknowledged before its response ends.
   */
  readonly #acknowledged = new BoundedMap<number, boolean>(MAX_ACKNOWLEDGED);

  /** The latest lost order with the same purchase as a new order, if the client cannot know of the lost one. */
  unknown(order: Order): LostOrder | undefined {
    const lost = this.#ofPurchase(order);
    return lost?.isKnown ? undefined : lost;
  }

  /**
   * The latest lost order with the same purchase as a new order, if the client can know of the lost one only by a
   * webhook, and may still retry it: the code that orders may not look at what the receiver has stored.
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

  /** Adds the orders that a request made if its response was lost. */
  answered(exchange: Exchange): void {
    if (exchange.outcome === null || !isUnanswered(exchange)) return;
    for (const order of exchange.made) {
      const isKnown = this.#acknowledged.get(order.id);
      const lost: LostOrder = {
        order,
        purchase: purchaseOf(order),
        exchange,
        atMs: exchange.answeredAtMs,
        isAcknowledged: isKnown !== undefined,
        isKnown: isKnown === true,
        boughtAgainBy: null,
      };
      this.#byId.set(order.id, lost);
      this.#byPurchase.set(lost.purchase, lost);
    }
  }

  /** Removes the orders that a request repeats or queries: the client asks for their state. */
  decided(exchange: Exchange): void {
    if (this.#byId.size === 0) return;
    for (const id of askedFor(exchange).orders) {
      const lost = this.#byId.get(id);
      if (!lost) continue;
      this.#byId.delete(id);
      if (this.#byPurchase.get(lost.purchase) === lost) this.#byPurchase.delete(lost.purchase);
    }
  }

  /** Notes what a delivery tells the client of a lost order. */
  attempted(attempt: AttemptFact): void {
    const { orderId, outcome } = attempt;
    if (!isAcknowledged(outcome)) return;
    const isKnown = isAcknowledgedByClient(attempt) || this.#acknowledged.get(orderId) === true;
    this.#acknowledged.set(orderId, isKnown);
    const lost = this.#byId.get(orderId);
    if (!lost) return;
    lost.isAcknowledged = true;
    lost.isKnown ||= isKnown;
  }
}

/** The maximum number of remembered orders that were in review or overdue; the oldest are forgotten first. */
export const MAX_ORDERS = 20_000;

/** How long an order may be processing or delegating before it counts as overdue, in account time. */
const OVERDUE_MS = 5 * 60_000;

/** The state of an order when a request was decided. */
export const statusAt = ({ eventCount }: Exchange, { steps }: Order): OrderStatus =>
  (steps.findLast(({ event }) => event < eventCount) ?? steps[0]!).status;

function isOpen(exchange: Exchange, order: Order): boolean {
  const status = statusAt(exchange, order);
  return status === 'processing' || status === 'delegating' || status === 'review';
}

/**
 * Facts for several rules about an account. It reads orders from the account's present state, because a copy of each would
 * burden the garbage collector. The state may be newer than a fact, so a request says how far to read.
 */
export class AccountMemory {
  readonly #account: Account | null;
  readonly lost = new LostOrders();
  /** True once the receiver has accepted a delivery that was not corrupted. */
  hasAcceptedPlain = false;
  /** True once the receiver has refused a delivery that was not corrupted: it refuses more than unusual serializations. */
  hasRefusedPlain = false;
  /** Refusals of unusual serializations that came before any plain delivery was accepted. */
  readonly undecidedRefusals = new BoundedMap<AttemptFact, AttemptFact>(MAX_REFUSALS);
  /** The id of the first order that a request made in this run; null before. Ids ascend. */
  #firstId: number | null = null;
  /** The id of the next order that may become overdue. */
  #nextId = 0;
  /** The latest order of each purchase that was in review, or is overdue. It may have left that state since. */
  readonly #doubtful = new BoundedMap<string, Order>(MAX_ORDERS);
  #hasHadDoubtful = false;

  /** The rules of disturbances, which no test has scripted. */
  readonly disturbing: ReadonlySet<unknown>;

  /** @param account null for requests without the key of an account */
  constructor(account: Account | null, disturbing: ReadonlySet<unknown>) {
    this.#account = account;
    this.disturbing = disturbing;
  }

  get name(): string | null {
    return this.#account?.state.name ?? null;
  }

  /** An order that a request made in this run; undefined for any other. */
  order(id: number): Order | undefined {
    if (this.#firstId === null || id < this.#firstId) return undefined;
    const order = this.#account?.orderById(id);
    return order && isMadeByRequest(order) ? order : undefined;
  }

  /** True once an order was in review, or had not been delegated for five minutes when the client made a request. */
  hasHadDoubtful(exchange: Exchange): boolean {
    this.#collectOverdue(exchange);
    return this.#hasHadDoubtful;
  }

  /** The latest order of the same purchase that is in review, or has not been delegated for five minutes. */
  doubtfulOrder(order: Order, exchange: Exchange): Order | undefined {
    this.#collectOverdue(exchange);
    if (this.#doubtful.size === 0) return undefined;
    const purchase = purchaseOf(order);
    const found = this.#doubtful.get(purchase);
    if (!found) return undefined;
    if (isOpen(exchange, found)) return found;
    this.#doubtful.delete(purchase);
    return undefined;
  }

  answered(exchange: Exchange): void {
    this.lost.answered(exchange);
  }

  attempted(fact: AttemptFact): void {
    this.lost.attempted(fact);
    const { outcome, plan, isScripted } = fact;
    const isPlain = plan.corrupt === null && !isScripted;
    if (isPlain && isAcknowledged(outcome)) this.hasAcceptedPlain = true;
    if (isPlain && isRefused(outcome)) this.hasRefusedPlain = true;
    if (!this.hasAcceptedPlain && isUnusualRefused(fact)) this.undecidedRefusals.set(fact, fact);
  }

  /** Notes the first orders that a request made. */
  add(exchange: Exchange): void {
    if (this.#firstId !== null) return;
    const [first] = exchange.made;
    if (!first) return;
    this.#firstId = first.id;
    this.#nextId = first.id;
  }

  /** Notes that an order has entered a state, which it may have left since. */
  entered(order: Order, status: OrderStatus): void {
    if (status === 'review') this.#doubt(order);
  }

  #collectOverdue(exchange: Exchange): void {
    if (this.#firstId === null) return;
    for (let order = this.#account?.orderById(this.#nextId); order; ) {
      if (exchange.atMs - order.steps[0]!.atMs <= OVERDUE_MS) return;
      if (isMadeByRequest(order) && isOpen(exchange, order)) this.#doubt(order);
      this.#nextId += 1;
      order = this.#account?.orderById(this.#nextId);
    }
  }

  #doubt(order: Order): void {
    this.#doubtful.set(purchaseOf(order), order);
    this.#hasHadDoubtful = true;
  }
}
