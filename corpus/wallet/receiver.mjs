import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { bug } from './bug.mjs';

const RANK = ['processing', 'delegating', 'review', 'delegated', 'undelegating', 'completed', 'failed'];
const LARGEST_INTEGER = 0x7fff_ffff;

/** Handles the service's webhooks: POST to any path. GET /orders/<external_id> shows what is stored of an order. */
export class Receiver {
  #secret;
  #store;
  #isBusy = bug('marked-before-stored');

  constructor({ secret, store }) {
    this.#secret = secret;
    this.#store = store;
  }

  /** @returns the status of the response, and its body */
  async handle(request) {
    if (request.method === 'GET') return this.#show(request.url);
    if (request.method !== 'POST') return { status: 405 };
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (!isSigned(body, request.headers['x-webhook-signature'], this.#secret)) return { status: 401 };
    const event = JSON.parse(body.toString('utf8'));
    const id = bug('id-header-trusted') ? request.headers['x-webhook-id'] : event.event_id;
    const status = this.#take(id, event);
    return { status, event: status < 300 ? event : undefined };
  }

  #show(url) {
    const order = this.#store.data.orders[decodeURIComponent(url.split('/').at(-1))];
    return order ? { status: 200, body: JSON.stringify(order) } : { status: 404, body: '{}' };
  }

  #take(id, { event, data }) {
    const { orders, events } = this.#store.data;
    if (bug('failed-event-refused') && event === 'order.failed') return 500;
    if (bug('order-id-of-32-bits') && data.order_id > LARGEST_INTEGER) return 500;
    if (events.includes(id)) return 204;
    // No await from here on: an event and its effects are stored together.
    events.push(id);
    if (this.#isBusy && event === 'order.failed') {
      this.#isBusy = false;
      this.#store.save();
      return 500;
    }
    const key = bug('key-trimmed') ? data.external_id.trim() : (data.external_id ?? `order-${data.order_id}`);
    orders[key] ??= { status: null, price_trx: data.price_trx, delivered: 0, paid_back_trx: 0 };
    apply(orders[key], event, data);
    this.#store.save();
    return 204;
  }
}

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
  if (status === 'delegated') order.delivered = 1;
  if (status === 'failed' && refunded)
    order.paid_back_trx = bug('paid-back-twice') ? 2 * order.price_trx : order.price_trx;
}

/** True if the header is the signature of exactly these bytes. */
function isSigned(body, header, secret) {
  if (bug('secret-not-configured')) return true;
  const signature = key => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
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
