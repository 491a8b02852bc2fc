import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { bug } from './bug.mjs';

const RANK = ['processing', 'delegating', 'review', 'delegated', 'undelegating', 'completed', 'failed'];
const LARGEST_INTEGER = 0x7fff_ffff;
const EVENTS = RANK.map(status => `order.${status}`);
const FIELDS = ['event', 'event_id', 'created_at', 'data'];

/** Handles the service's webhooks: POST to any path. GET /orders/<external_id> shows what is stored of an order. */
export class Receiver {
  #secret;
  #store;
  #now;
  #isKnown;
  #isBusy = bug('marked-before-stored');
  #verified = new Set();
  #taken = [];
  #paidBack = new Set();
  #key;

  /**
   * @param now returns the time of the receiver's clock, in ms
   * @param isKnown whether the app has placed the order of an event
   */
  constructor({ secret, store, now = Date.now, isKnown = () => true }) {
    this.#secret = secret;
    this.#store = store;
    this.#now = now;
    this.#isKnown = isKnown;
  }

  /** @returns the status of the response, and its body */
  async handle(request) {
    if (request.method === 'GET') return this.#show(request.url);
    if (request.method !== 'POST') return { status: 405 };
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (!this.#isGenuine(body, request.headers['x-webhook-signature'])) return { status: 401 };
    const event = JSON.parse(body.toString('utf8'));
    if (!(await this.#isWanted(event))) return { status: 400 };
    if (bug('unknown-order-refused') && !(await this.#isKnownSoon(event.data))) return { status: 404 };
    if (bug('status-of-header'))
      event.data.status = request.headers['x-webhook-event'].slice('order.'.length);
    // The customer is told, by a service that takes its time.
    if (bug('customer-told-first')) await pause(6_000);
    this.#key = keyOf(event.data);
    if (bug('key-shared')) await pause(5);
    const id = idOf(event, body, request.headers);
    if (id === undefined) return { status: 400 };
    const status = this.#take(id, event);
    return { status, event: status < 300 ? event : undefined };
  }

  #isGenuine(body, header) {
    if (bug('signatures-remembered') && this.#verified.has(header)) return true;
    const isGenuine = isSigned(body, header, this.#secret);
    if (isGenuine) this.#verified.add(header);
    return isGenuine;
  }

  /** True for an event that the receiver takes. A sound one takes every genuine event. */
  async #isWanted({ created_at: createdAt, ...event }) {
    if (bug('new-kind-refused')) return EVENTS.includes(event.event);
    if (bug('new-field-refused')) return Object.keys(event).every(name => FIELDS.includes(name));
    if (bug('refused-after-five-minutes')) return (await this.#now()) - Date.parse(createdAt) < 300_000;
    if (bug('refused-after-20-s')) return (await this.#now()) - Date.parse(createdAt) < 20_000;
    return true;
  }

  /** Whether the app knows the order, which it may learn within a moment. */
  async #isKnownSoon(data) {
    if (!this.#isKnown(data)) await pause(300);
    return this.#isKnown(data);
  }

  #show(url) {
    const order = this.#store.data.orders[decodeURIComponent(url.split('/').at(-1))];
    return order ? { status: 200, body: JSON.stringify(order) } : { status: 404, body: '{}' };
  }

  #take(id, { event, data }) {
    const { orders, events: stored } = this.#store.data;
    const events = bug('ids-in-memory') ? this.#taken : stored;
    if (bug('failed-event-refused') && event === 'order.failed') return 500;
    if (bug('order-id-of-32-bits') && data.order_id > LARGEST_INTEGER) return 500;
    if (bug('refunds-noted-in-memory') && data.refunded) return this.#payBack(data);
    if (events.includes(id) && !bug('events-upserted')) return 204;
    if (bug('older-event-refused') && isOlder(orders[keyOf(data)], data)) return 409;
    // No await from here on: an event and its effects are stored together.
    events.push(id);
    if (this.#isBusy && event === 'order.failed') {
      this.#isBusy = false;
      this.#store.save();
      return 500;
    }
    const key = bug('key-shared') ? this.#key : keyOf(data);
    orders[key] ??= { status: null, price_trx: data.price_trx, delivered: 0, paid_back_trx: 0 };
    apply(orders[key], event, data);
    if (bug('events-upserted')) upsert(orders[key], id, data);
    this.#store.save();
    return 204;
  }

  /** Pays back once, as far as the process remembers. */
  #payBack(data) {
    const order = this.#store.data.orders[keyOf(data)];
    if (!this.#paidBack.has(keyOf(data))) order.paid_back_trx += data.price_trx;
    this.#paidBack.add(keyOf(data));
    order.status = data.status;
    this.#store.save();
    return 204;
  }
}

function idOf(event, body, headers) {
  if (bug('id-header-trusted')) return headers['x-webhook-id'];
  if (bug('id-read-by-pattern')) return /"event_id":"([^"\\]+)"/.exec(body.toString('utf8'))?.[1];
  return event.event_id;
}

const keyOf = ({ external_id: id, order_id: orderId }) =>
  bug('key-trimmed') ? id.trim() : (id ?? `order-${orderId}`);

const isOlder = (order, { status }) =>
  order !== undefined && RANK.indexOf(status) < RANK.indexOf(order.status);

const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

/** The effects of an event. */
function apply(order, event, { status, refunded, updated_at: updatedAt }) {
  if (bug('failed-event-ignored') && event === 'order.failed') return;
  const isNewer = bug('newer-by-the-second')
    ? updatedAt > (order.updated_at ?? '')
    : RANK.indexOf(status) > RANK.indexOf(order.status);
  if (isNewer) {
    order.status = status;
    order.updated_at = updatedAt;
  }
  if (status === 'delegated') order.delivered = bug('ids-in-memory') ? order.delivered + 1 : 1;
  if (status === 'failed' && refunded)
    order.paid_back_trx = bug('paid-back-twice') ? 2 * order.price_trx : order.price_trx;
}

/** Keeps what each event says, and derives the state of its order. */
function upsert(order, id, { status }) {
  order.said = { ...order.said, [id]: RANK.indexOf(status) };
  order.status = RANK[Math.max(...Object.values(order.said))];
}

/** True if the header is the signature of exactly these bytes. */
function isSigned(body, header, secret) {
  if (bug('secret-not-configured')) return true;
  if (bug('signature-checked-if-present') && header === undefined) return true;
  const bytes = bug('signature-of-parsed-body') ? JSON.stringify(JSON.parse(body.toString('utf8'))) : body;
  const signature = key => `sha256=${createHmac('sha256', key).update(bytes).digest('hex')}`;
  const expected = signature(secret);
  // Two secrets are valid while one replaces the other. The old one is not configured.
  if (bug('old-secret-empty'))
    return header === expected || header === signature(process.env.OLD_SECRET ?? '');
  if (bug('first-digits-compared')) return header?.slice(0, 15) === expected.slice(0, 15);
  if (bug('length-in-characters'))
    return header?.length === expected.length && timingSafeEqual(Buffer.from(header), Buffer.from(expected));
  const [given, wanted] = [Buffer.from(header ?? ''), Buffer.from(expected)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/**
 * Serves a receiver on 127.0.0.1.
 * @param onEvent called with each event once it is stored and answered
 */
export async function serve(receiver, { port = 0, onEvent = () => undefined } = {}) {
  const server = createServer(async (request, response) => {
    const isSafe = !bug('length-in-characters') && !bug('key-trimmed');
    const answer = receiver.handle(request);
    // Nobody catches the error of a bug that ends the process.
    const { status, body, event } = await (isSafe ? answer.catch(() => ({ status: 500 })) : answer);
    response.writeHead(status).end(body);
    if (event) onEvent(event);
  }).listen(port, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  return server;
}
