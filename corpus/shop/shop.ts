import { bug } from './bug.ts';
import { type EnergyApi, isTemporary, type OrderItem, sleepReally } from './energy-api.ts';
import { sunOf } from './money.ts';
import type { Purchase, Store } from './store.ts';

/** What the shop earns with each purchase. */
const MARGIN_SUN = 300_000;
const POLL_MS = 5_000;
const LONGEST_POLL_MS = 3_600_000;
const POLLS = 60;
const LARGEST_BULK = 50;

/** A report that is behind what is known is late, and changes nothing. */
const RANK: Record<string, number> = {
  unknown: 0,
  refused: 0,
  processing: 1,
  delegating: 2,
  review: 3,
  delegated: 4,
  undelegating: 5,
  completed: 6,
  failed: 6,
};

/** The service does not accept the shop's key. No purchase is decided by that. */
export class AccessError extends Error {}

export interface Wanted {
  readonly id: string;
  readonly customer: string;
  readonly packageId: number;
  readonly address: string;
}

export interface Report {
  readonly status: string;
  readonly refunded: boolean;
  readonly txid?: string | null;
}

export interface ShopOptions {
  readonly api: EnergyApi;
  readonly store: Store;
  readonly pollMs?: number;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

let orderCounter = 0;

/** Sells Energy to customers, who pay from a balance that they keep with the shop. */
export class Shop {
  readonly #options: Required<ShopOptions>;

  constructor(options: ShopOptions) {
    this.#options = { pollMs: POLL_MS, sleep: sleepReally, ...options };
  }

  get store(): Store {
    return this.#options.store;
  }

  deposit(customer: string, trx: number): void {
    this.store.add(customer, sunOf(trx));
  }

  /** What a package costs the customer, in sun. */
  async price(packageId: number): Promise<number> {
    const reply = await this.#options.api.quote(packageId);
    if (reply.kind !== 'data') throw new Error('there is no price at the moment');
    const { price_trx: price, base_price_trx: base } = reply.data;
    return sunOf(bug('base-price-charged') ? base : price) + MARGIN_SUN;
  }

  /** The package for a transfer of USDT to this address. */
  async recommend(address: string): Promise<number | null> {
    const reply = await this.#options.api.estimate(address, true);
    return reply.kind === 'data' ? (reply.data.recommended_package?.id ?? null) : null;
  }

  /** Buys, or continues a purchase with the same id. @throws AccessError */
  async buy(wanted: Wanted): Promise<Purchase> {
    const known = this.store.get(wanted.id);
    if (known) return known.status === 'unknown' ? this.#order(known) : known;
    return this.#order(await this.#open(wanted));
  }

  /** Buys for many customers with as few requests as possible. @throws AccessError */
  async buyMany(all: readonly Wanted[]): Promise<Purchase[]> {
    const purchases: Purchase[] = [];
    for (const wanted of all) purchases.push(await this.#open(wanted));
    const size = bug('bulk-in-one-request') ? all.length : LARGEST_BULK;
    for (let first = 0; first < purchases.length; first += size)
      await this.#orderBulk(purchases.slice(first, first + size));
    return purchases;
  }

  /** Queries an order, less and less often, until nothing more can change. */
  async follow(id: string): Promise<Purchase> {
    const { pollMs, sleep } = this.#options;
    const purchase = this.store.get(id)!;
    for (let poll = 0; poll < POLLS && !isSettled(purchase); poll++) {
      await sleep(bug('polls-without-pause') ? 0 : Math.min(LONGEST_POLL_MS, pollMs * 1.6 ** poll));
      await this.refresh(purchase);
      if (bug('poll-timeout-is-failure') && poll === 3 && !purchase.released)
        this.#refuse(purchase, 'TIMEOUT');
    }
    return purchase;
  }

  /** Continues what is open. The shop calls it when it starts, and every hour. */
  async resume(): Promise<void> {
    const open = this.store.purchases().filter(one => bug('settled-orders-polled') || !isSettled(one));
    for (const purchase of open) {
      if (bug('unknown-not-resumed') && purchase.status === 'unknown') continue;
      await this.refresh(purchase);
    }
  }

  /** Asks for the state of a purchase; orders again, under the same id, if it is unknown whether there is an order. */
  async refresh(purchase: Purchase): Promise<void> {
    if (purchase.status === 'unknown') {
      if (bug('new-id-when-resumed')) purchase.externalId = `${purchase.externalId}-again`;
      await this.#order(purchase);
      return;
    }
    const reply = await this.#options.api.status(purchase.externalId);
    if (reply.kind === 'denied') throw new AccessError(reply.code);
    if (reply.kind === 'data') this.learn(purchase, reply.data);
    if (bug('review-buys-again') && purchase.status === 'review')
      await this.#options.api.order({ ...itemOf(purchase), external_id: `${purchase.externalId}-2` });
    if (bug('404-is-gone') && reply.kind === 'refused' && reply.status === 404)
      this.#refuse(purchase, 'GONE');
    if (bug('status-error-is-failure') && reply.kind === 'refused') this.#refuse(purchase, reply.code);
  }

  /** Takes over what a response or a webhook says about an order. */
  learn(purchase: Purchase, report: Report): void {
    const rank = RANK[report.status];
    if (rank === undefined) return;
    if (bug('review-is-failure') && report.status === 'review') this.#refuse(purchase, 'REVIEW');
    if (bug('review-is-final') && purchase.status === 'review') return;
    const isLate = rank < RANK[purchase.status]! && !bug('order-of-arrival-trusted');
    if (!isLate) purchase.status = report.status;
    if (report.status === 'failed' && report.refunded) purchase.refunded = true;
    if (report.txid) purchase.txid = report.txid;
    const readyAt = bug('202-is-delivered') ? 1 : bug('delegating-is-delivered') ? 2 : RANK.delegated!;
    if (rank >= readyAt && report.status !== 'failed' && report.status !== 'review') purchase.released = true;
    const isBack = purchase.refunded || bug('failed-is-refunded');
    if (purchase.status === 'failed' && isBack && purchase.creditedSun === 0) this.credit(purchase);
    this.store.put(purchase);
  }

  /** Gives the customer the money back that the service has returned. */
  credit(purchase: Purchase): void {
    const sun = bug('margin-kept-on-refund') ? purchase.paidSun - MARGIN_SUN : purchase.paidSun;
    purchase.creditedSun += sun;
    this.store.add(purchase.customer, sun);
  }

  /** Stores a purchase before anything is ordered, so that it can be continued whatever happens. */
  async #open({ id, customer, packageId, address }: Wanted): Promise<Purchase> {
    const paidSun = await this.price(packageId);
    if (this.store.balance(customer) < paidSun) throw new Error(`${customer} has not enough`);
    this.store.add(customer, -paidSun);
    const nothing = { orderId: null, refunded: false, refusal: null, creditedSun: 0, txid: null, booked: 0 };
    const purchase = { id, customer, packageId, address, paidSun, ...nothing, released: false };
    return this.store.put({ ...purchase, externalId: externalIdOf(id, customer), status: 'unknown' });
  }

  async #order(purchase: Purchase): Promise<Purchase> {
    const reply = await this.#options.api.order(itemOf(purchase));
    if (reply.kind === 'denied') throw new AccessError(reply.code);
    if (reply.kind === 'refused') this.#refuse(purchase, reply.code);
    if (reply.kind === 'data') purchase.orderId = reply.data.order_id;
    if (reply.kind === 'data' && reply.data.idempotent) purchase.isRepeat = true;
    if (reply.kind === 'data') this.learn(purchase, { status: reply.data.status, refunded: false });
    return purchase;
  }

  async #orderBulk(purchases: readonly Purchase[]): Promise<void> {
    const reply = await this.#options.api.bulk(purchases.map(itemOf));
    if (reply.kind === 'denied') throw new AccessError(reply.code);
    if (reply.kind === 'unknown') {
      // Each order is continued by resume(), under its id.
      if (bug('bulk-unknown-is-refusal')) for (const one of purchases) this.#refuse(one, 'NO_ANSWER');
      return;
    }
    if (reply.kind === 'refused') {
      if (bug('bulk-422-ignored')) return this.#accepted(purchases);
      for (const one of purchases) this.#refuse(one, reply.code);
      return;
    }
    if (bug('bulk-207-ignored')) return this.#accepted(purchases);
    if (bug('bulk-resent-whole') && reply.status === 207) await this.#options.api.bulk(purchases.map(itemOf));
    if (bug('bulk-resent-under-new-ids') && reply.status === 207)
      await this.#options.api.bulk(
        purchases.map(one => ({ ...itemOf(one), external_id: `${one.externalId}-b` })),
      );
    const { results } = reply.data;
    if (bug('bulk-results-shifted')) results.sort((a: Data, b: Data) => a.status.localeCompare(b.status));
    for (const [at, one] of results.entries()) {
      const purchase = purchases[bug('bulk-results-shifted') ? at : one.index]!;
      if (one.status === 'accepted') purchase.orderId = one.order.id;
      if (one.status === 'accepted') this.learn(purchase, { status: 'processing', refunded: false });
      else if (!isTemporary(one.error)) this.#refuse(purchase, one.error);
    }
  }

  #accepted(purchases: readonly Purchase[]): void {
    for (const one of purchases) this.learn(one, { status: 'processing', refunded: false });
  }

  /** There is no order: the customer gets the money back. */
  #refuse(purchase: Purchase, code: string): void {
    purchase.status = 'refused';
    purchase.refusal = code;
    if (!bug('refusal-not-credited')) purchase.creditedSun = purchase.paidSun;
    this.store.add(purchase.customer, purchase.creditedSun);
    this.store.put(purchase);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of the service
type Data = any;

/** The service's id of a purchase: the shop's own, which is unique and stored. */
function externalIdOf(id: string, customer: string): string {
  if (bug('id-of-customer')) return customer;
  if (bug('id-cut-off')) return id.slice(0, 8);
  if (bug('id-counted-in-memory')) return `order-${++orderCounter}`;
  return id;
}

const itemOf = ({ externalId, packageId, address }: Purchase): OrderItem => ({
  external_id: externalId,
  package_id: packageId,
  address,
  duration_minutes: 60,
});

function isSettled({ status, refunded }: Purchase): boolean {
  if (bug('delegated-is-the-end') && status === 'delegated') return true;
  if (bug('failed-is-the-end') && status === 'failed') return true;
  return status === 'completed' || status === 'refused' || (status === 'failed' && refunded);
}
