import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { bug } from './bug.mjs';
import { Store } from './store.mjs';

const ATTEMPTS = 6;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** How long the screen follows an order, unless the user closes it. */
const PATIENCE_MS = 2 * HOUR_MS;
const LONGEST_POLL_MS = MINUTE_MS;
/** How old a price on the screen may be. */
const FRESH_MS = MINUTE_MS;

/** A report that is behind what is known is late, and changes nothing. */
const RANK = ['processing', 'delegating', 'review', 'delegated', 'undelegating', 'completed', 'failed'];
const DELIVERED = new Set(['delegated', 'undelegating', 'completed']);

/** The time after which the wallet takes an order for lost. A sound one never does. */
function lostAfterMs() {
  if (bug('armed-after-two-minutes') || bug('lost-after-120-s')) return 120 * SECOND_MS;
  if (bug('lost-after-290-s')) return 290 * SECOND_MS;
  if (bug('lost-after-310-s')) return 310 * SECOND_MS;
  return Number.POSITIVE_INFINITY;
}

/**
 * A wallet that rents Energy before it transfers USDT. Each press of its button is one purchase, which the wallet stores
 * before it sends anything, and continues after a restart. The state of a purchase is `open` until it is `delivered`,
 * `refused`, or `paid-back`, which allow another one. The bugs add `lost`: given up, although nobody knows its end.
 */
export class Wallet {
  #service;
  #clock;
  #store;
  #patienceMs;
  #pressed = new Map();
  #prices = new Map();
  #taken = Promise.resolve();
  #work = Promise.resolve();

  /** @param file where purchases are stored; in memory without one */
  constructor({ service, clock, file, patienceMs = PATIENCE_MS }) {
    this.#service = service;
    this.#clock = clock;
    this.#store = new Store(bug('note-not-stored') ? undefined : file, { purchases: [], events: [] });
    this.#patienceMs = patienceMs;
  }

  get purchases() {
    return this.#store.data.purchases;
  }

  /** What the wallet's books say was paid and not returned, in sun. */
  paidSun() {
    const isPaid = ({ state, isAssumedPaid }) =>
      isAssumedPaid || (state !== 'refused' && state !== 'paid-back');
    return this.purchases.filter(isPaid).reduce((sum, { priceSun }) => sum + priceSun, 0);
  }

  /** The price of a package for the screen, in TRX. */
  async price(packageId) {
    const shown = this.#prices.get(packageId);
    const isFresh = shown && this.#clock.now() - shown.atMs < FRESH_MS;
    if (isFresh && !bug('price-per-redraw') && !bug('balance-per-redraw')) return shown.trx;
    if (bug('balance-per-redraw')) await this.#service.balance();
    const { json } = await this.#patiently(() => this.#service.quote(packageId));
    const trx = json?.data?.price_trx ?? null;
    this.#prices.set(packageId, { trx, atMs: this.#clock.now() });
    if (bug('late-price-arms-button'))
      for (const one of this.purchases.filter(isOpen)) this.#end(one, 'lost');
    return trx;
  }

  /**
   * The user presses the button. Nothing new is bought for an address while a purchase for it is open.
   * @param parts how many rentals are needed one after the other, each once the one before is delivered
   */
  buy(wanted, parts = 1) {
    const { address } = wanted;
    if (!bug('two-clicks-two-orders') && this.#pressed.has(address)) return this.#pressed.get(address);
    const purchase = this.#buy(wanted, parts).finally(() => this.#pressed.delete(address));
    this.#pressed.set(address, purchase);
    return purchase;
  }

  /** Orders, and does not wait for the delivery. */
  async place(wanted) {
    const purchase = this.#note(wanted, 1);
    await this.#order(purchase);
    return purchase;
  }

  async #buy(wanted, parts) {
    const open = this.purchases.find(
      one => (isOpen(one) || one.state === 'stuck') && one.wanted.address === wanted.address,
    );
    if (open?.state === 'stuck') return open;
    if (open && !bug('two-clicks-two-orders')) {
      const isSame = isDeepStrictEqual(open.wanted, wanted);
      if (bug('changed-under-old-key')) open.wanted = wanted;
      if (this.#isExpired(open)) this.#end(open, 'lost');
      else await this.#continue(open);
      if (isOpen(open) || (isSame && open.state === 'delivered')) return open;
    }
    const purchase = this.#note(wanted, parts);
    await this.#continue(purchase);
    return purchase;
  }

  /** Buys for several addresses with one request. */
  async buyList(list) {
    const purchases = list.map(wanted => this.#note(wanted, 1));
    if (bug('key-of-last-purchase')) purchases[0].key = this.purchases.at(-1 - list.length).key;
    let reply = await this.#sendList(purchases);
    if (bug('list-again-after-207') && reply.status === 207) {
      for (const one of purchases) one.key += '-retry';
      reply = await this.#sendList(purchases);
    }
    const { results } = reply.json?.data ?? {};
    if (results === undefined) {
      const isRefused = isRefusal(reply);
      for (const one of isRefused ? purchases : []) this.#end(one, 'refused');
      if (bug('singles-after-lost-list') && !isRefused) for (const one of purchases) one.key = randomUUID();
    }
    for (const { index, status, order, error } of results ?? []) {
      if (status === 'accepted') this.#learn(purchases[index], { order_id: order.id, status: 'processing' });
      else if (error !== 'SERVICE_UNAVAILABLE' && error !== 'RATE_LIMITED')
        this.#end(purchases[index], 'refused');
      else if (bug('failed-items-taken-for-paid')) this.#learn(purchases[index], { status: 'processing' });
    }
    for (const one of purchases) if (isOpen(one)) await this.#continue(one);
    return purchases;
  }

  /** The user opens the app another day: every purchase is followed to its end. */
  async refresh() {
    for (const one of this.purchases) {
      if (bug('armed-after-two-minutes') && one.state === 'lost') continue;
      if (one.status === null && isOpen(one)) await this.#order(one);
      if (one.status === null || isSettled(one)) continue;
      const { json } = await this.#patiently(() => this.#service.status(one.key));
      if (json?.data) this.#learn(one, json.data);
      // The webhook that would have started the next part was lost.
      if (one.state !== 'delivered' || one.parts === 1 || one.isFollowed) continue;
      one.isFollowed = true;
      await this.#order(this.#note(one.wanted, one.parts - 1));
    }
  }

  /** The user wants to cancel. The service cannot: the order is followed to its end. */
  async cancel(purchase) {
    if (bug('calls-guessed')) await this.#service.cancel(purchase.orderId);
    else await this.#continue(purchase);
  }

  /** Takes over what a webhook says. */
  take(event) {
    const done = this.#take(event);
    this.#taken = Promise.all([this.#taken, done]);
    return done;
  }

  async #take({ event_id: id, data }) {
    const one = this.purchases.find(({ key }) => key === data.external_id);
    if (!one) return;
    const { events } = this.#store.data;
    const isRepeat = bug('last-event-remembered') ? one.lastEvent === id : events.includes(id);
    one.lastEvent = id;
    const isNext = data.status === 'delegated' && one.parts > 1;
    const isBack = data.status === 'failed' && data.refunded;
    const isUnguarded = bug('replaced-per-event') && isBack;
    if (isRepeat && !isUnguarded) return;
    // The user is told, by a service that takes its time.
    if (bug('parts-race')) await new Promise(resolve => setTimeout(resolve, 20));
    events.push(id);
    this.#learn(one, data);
    const isTwice = one.isFollowed && !isUnguarded && !bug('parts-race') && !bug('last-event-remembered');
    if ((!isNext && !isBack) || isTwice) {
      if (bug('status-trusted-over-webhook')) await this.#compare(one, data.status);
      return;
    }
    one.isFollowed = true;
    const next = this.#note(one.wanted, isNext ? one.parts - 1 : one.parts);
    // The webhook is answered meanwhile.
    this.#work = this.#work.then(() => this.#order(next));
  }

  /** Resolves once what webhooks have started is done. */
  async idle() {
    await this.#taken;
    await this.#work;
  }

  /** Asks whether an event is true. */
  async #compare(one, status) {
    const { json } = await this.#service.status(one.key);
    const isBehind = json?.data && RANK.indexOf(json.data.status) < RANK.indexOf(status);
    if (status !== 'delegated' || !isBehind) return;
    one.status = json.data.status;
    this.#end(one, 'lost');
  }

  /** Stores a purchase before anything is sent. */
  #note(wanted, parts) {
    const nothing = { orderId: null, status: null, refunded: false, priceSun: 0 };
    const purchase = { key: this.#key(), wanted, parts, state: 'open', atMs: this.#clock.now(), ...nothing };
    this.purchases.push(purchase);
    this.#store.save();
    return purchase;
  }

  #key() {
    if (bug('customer-is-the-key')) return 'customer-17';
    if (bug('day-is-the-key')) return `day-${Math.floor(this.#clock.now() / (24 * HOUR_MS))}`;
    return randomUUID();
  }

  async #continue(purchase) {
    if (purchase.status === null) await this.#order(purchase);
    if (purchase.status !== null && isOpen(purchase)) await this.#follow(purchase);
  }

  /** Orders until a response says what became of the order. Without one, the purchase stays open. */
  async #order(purchase) {
    let denials = 0;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (bug('minute-in-key')) purchase.key = `pay-${Math.floor((this.#clock.now() + 50_000) / MINUTE_MS)}`;
      if (bug('hash-of-request-is-key')) purchase.key = hashOf({ ...purchase.wanted, attempt });
      const reply = await this.#service.order(bodyOf(purchase));
      const { data } = reply.json ?? {};
      const isOther = bug('only-processing-is-accepted') && data?.status !== 'processing';
      if (data?.order_id && !isOther) return this.#learn(purchase, data);
      if (bug('refusal-is-acceptance') && reply.json) return this.#learn(purchase, { status: 'processing' });
      if (isRefusal(reply) || isTakenForRefusal(reply)) return this.#end(purchase, 'refused');
      const isDenied = reply.status === 401 || reply.status === 403;
      if (bug('denied-at-first-is-refusal') && isDenied && attempt === 0)
        return this.#end(purchase, 'refused');
      // The user logs in once. A key that is refused then needs the operator.
      if (isDenied && ++denials > 1 && !bug('denied-again-and-again')) return;
      if (bug('reset-is-acceptance') && reply.status === null && !reply.isBroken)
        return this.#learn(purchase, { status: 'processing' });
      if (bug('gives-up-and-forgets') && attempt === 2) return this.#forget(purchase);
      if (startsAnew(reply)) purchase.key = randomUUID();
      this.#store.save();
      await this.#clock.sleep(isDenied ? MINUTE_MS : Math.max(reply.pauseMs, SECOND_MS * 2 ** attempt));
    }
  }

  /** Asks for an order, less and less often, until it has ended or the user closes the screen. */
  async #follow(purchase) {
    const untilMs = this.#clock.now() + this.#patienceMs;
    const lostAtMs = this.#clock.now() + lostAfterMs();
    for (let pauseMs = 5 * SECOND_MS; this.#clock.now() < untilMs; pauseMs = nextPauseMs(pauseMs)) {
      await this.#clock.sleep(pauseMs);
      const { status, json, pauseMs: toldMs } = await this.#ask(purchase);
      if (json?.data) this.#learn(purchase, json.data);
      else if (bug('status-error-is-lost')) this.#end(purchase, 'lost');
      if (bug('stuck-after-15-s') && this.#isStuck(purchase, json?.data)) return this.#end(purchase, 'stuck');
      if (status === 429) await this.#clock.sleep(toldMs);
      if (!this.#isWaitedFor(purchase)) return;
      if (this.#clock.now() >= lostAtMs) return this.#end(purchase, 'lost');
    }
  }

  /** Whether an order has been delegating for too long: the screen tells the customer to write to the support. */
  #isStuck(purchase, data) {
    if (data?.status !== 'delegating') return false;
    purchase.delegatingAtMs ??= this.#clock.now();
    return this.#clock.now() - purchase.delegatingAtMs > 15 * SECOND_MS;
  }

  async #ask(purchase) {
    if (bug('waits-for-webhooks')) return { status: 200, json: {}, pauseMs: 0 };
    if (bug('refusal-is-acceptance')) return this.#service.statusOf(purchase.orderId ?? undefined);
    return this.#service.status(purchase.key);
  }

  /** False if waiting at the screen is of no use. In review, a person looks at the order. */
  #isWaitedFor(purchase) {
    if (bug('delegated-is-the-only-end')) return purchase.status !== 'delegated';
    return isOpen(purchase) && purchase.status !== 'review' && purchase.status !== 'failed';
  }

  /** Takes over what the service says about an order. */
  #learn(purchase, { order_id: id, status, refunded, price_trx: trx }) {
    if (bug('status-trusted-over-webhook') && purchase.state === 'lost') return;
    if (id) purchase.orderId = id;
    if (trx !== undefined) purchase.priceSun = Math.round(trx * 1_000_000);
    if (refunded) purchase.refunded = true;
    if (RANK.indexOf(status) > RANK.indexOf(purchase.status)) purchase.status = status;
    if (DELIVERED.has(purchase.status)) this.#end(purchase, 'delivered');
    if (purchase.status === 'failed') this.#failed(purchase);
    if (bug('review-is-lost') && purchase.status === 'review') this.#end(purchase, 'lost');
    this.#store.save();
  }

  /** The delegation failed. Only `refunded` says whether the price is back. */
  #failed(purchase) {
    if (bug('failed-is-lost')) return this.#end(purchase, 'lost');
    if (bug('failed-is-written-off')) return this.#end(purchase, 'written-off');
    if (bug('refund-assumed')) return this.#end(purchase, 'paid-back');
    if (!purchase.refunded) return;
    if (bug('failed-order-repeated')) purchase.status = null;
    else this.#end(purchase, 'paid-back');
    if (bug('refund-not-booked')) purchase.isAssumedPaid = true;
  }

  #end(purchase, state) {
    // What was delivered stays delivered.
    if ((purchase.state === 'delivered' && state !== 'lost') || purchase.state === 'stuck') return;
    purchase.state = state;
    if (bug('refusal-booked') && state === 'refused') {
      purchase.isAssumedPaid = true;
      purchase.priceSun = 3_900_000;
    }
    this.#store.save();
  }

  #forget(purchase) {
    this.purchases.splice(this.purchases.indexOf(purchase), 1);
    this.#store.save();
  }

  /** Whether an order counts as too old to be continued. The clock of the phone is wrong. */
  #isExpired({ atMs, status }) {
    if (bug('review-is-lost-after-minutes'))
      return status === 'review' && this.#clock.now() - atMs > 5 * MINUTE_MS;
    if (!bug('expired-by-phone-clock')) return false;
    const phoneMs = this.#clock.now() + HOUR_MS;
    return phoneMs - atMs > HOUR_MS / 2;
  }

  /** Sends a list until its outcome is known. */
  #sendList(purchases) {
    const send = () => this.#service.bulk(purchases.map(bodyOf));
    if (bug('singles-after-lost-list')) return send();
    return this.#patiently(send);
  }

  /** Repeats a request that is safe to repeat until it has a usable response. */
  async #patiently(send) {
    let reply = await send();
    for (let attempt = 1; attempt < ATTEMPTS && isTemporary(reply); attempt++) {
      await this.#clock.sleep(Math.max(reply.pauseMs, SECOND_MS * 2 ** attempt));
      reply = await send();
    }
    return reply;
  }
}

/** True for a response after which the wallet wrongly believes that there is no order, so that it orders under a new key. */
function startsAnew({ status, json, isBroken }) {
  if (bug('key-per-attempt')) return true;
  if (bug('gateway-error-is-failure')) return status >= 500 && json === null;
  if (bug('empty-202-is-failure')) return status === 202 && !isBroken;
  if (bug('reset-is-failure')) return status === null;
  if (bug('broken-json-is-failure')) return isBroken && status === 202;
  if (bug('only-processing-is-accepted')) return json?.data !== undefined;
  if (bug('401-buys-anew')) return status === 401;
  if (bug('403-buys-anew')) return status === 403;
  return false;
}

/** True for a response that says nothing about the order, and that the wallet wrongly believes to be a refusal. */
function isTakenForRefusal({ status }) {
  if (bug('busy-is-refusal')) return status === 503;
  if (bug('logged-out-is-refusal')) return status === 401;
  if (bug('not-allowed-is-refusal')) return status === 403;
  return false;
}

/** True if there is no order, and will not be until something changes. */
const isRefusal = ({ status, json }) =>
  status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status) && json?.success === false;

const isTemporary = ({ status, json }) =>
  status === null || status === 429 || status >= 500 || (status < 300 && !json?.data);

const isOpen = ({ state }) => state === 'open';

/** True once nothing more can change. */
const isSettled = ({ state, status, refunded }) =>
  state === 'refused' ||
  state === 'written-off' ||
  status === 'completed' ||
  (status === 'failed' && refunded);

function nextPauseMs(pauseMs) {
  return bug('delegated-is-the-only-end') ? MINUTE_MS : Math.min(LONGEST_POLL_MS, 1.5 * pauseMs);
}

function bodyOf({ key, wanted }) {
  return bug('no-key-sent') ? wanted : { external_id: key, ...wanted };
}

const hashOf = value => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
