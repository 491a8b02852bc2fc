import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { bug } from './bug.ts';
import { sleepReally } from './energy-api.ts';
import { sunOf } from './money.ts';
import type { Shop } from './shop.ts';
import type { Purchase } from './store.ts';

const LARGEST_BODY_BYTES = 1_000_000;
const KNOWN_FIELDS = ['event', 'event_id', 'created_at', 'data'];
const KNOWN_EVENTS = 'processing delegating delegated undelegating completed review failed'.split(' ');

export interface ReceiverOptions {
  readonly shop: Shop;
  readonly secret: string;
}

interface OrderEvent {
  readonly event: string;
  readonly event_id: string;
  readonly created_at: string;
  readonly data: {
    readonly order_id: number;
    readonly external_id: string | null;
    readonly address: string;
    readonly status: string;
    readonly refunded: boolean;
    readonly price_trx: number;
    readonly txid: string | null;
  };
}

const remembered = new Set<string>();
let current: OrderEvent;

/** Handles the service's webhooks: POST to any path. */
export const receiver =
  ({ shop, secret }: ReceiverOptions): RequestListener =>
  async (request, response) => {
    const isKnownMethod = request.method === 'POST' || (bug('get-acts') && request.method === 'GET');
    if (!isKnownMethod) return void response.writeHead(405, { Allow: 'POST' }).end();
    if (bug('redirects-without-slash') && !request.url!.endsWith('/'))
      return void response.writeHead(308, { Location: `${request.url}/` }).end();
    if (bug('garbage-crashes')) {
      const body = await bodyOf(request);
      JSON.parse(body.toString());
      return void response.writeHead(await receive(shop, secret, body, request)).end();
    }
    try {
      response.writeHead(await receive(shop, secret, await bodyOf(request), request)).end();
    } catch {
      response.writeHead(500).end();
    }
  };

/** The status of the response to a webhook. */
async function receive(shop: Shop, secret: string, body: Buffer, request: IncomingMessage): Promise<number> {
  const { store } = shop;
  const claimedId = String(request.headers['x-webhook-id']);
  const isEarly = bug('id-remembered-before-verification');
  if (isEarly && store.hasEvent(claimedId)) return 204;
  if (isEarly) store.addEvent(claimedId);
  if (!isSigned(body, request.headers['x-webhook-signature'] as string | undefined, secret)) return 401;
  current = JSON.parse(body.toString('utf8')) as OrderEvent;
  const mine = current;
  // The customer's mail address, for the receipt, comes from another service.
  await sleepReally(1);
  const event = bug('one-slot-for-all-orders') ? current : mine;
  const { event_id: id, data } = event;
  const isKnown = KNOWN_EVENTS.includes(event.event.slice('order.'.length));
  if (bug('only-known-fields') && Object.keys(event).some(name => !KNOWN_FIELDS.includes(name))) return 400;
  if (bug('unknown-event-refused') && !isKnown) return 422;
  if (bug('unknown-event-crashes') && !isKnown) throw new Error(event.event);
  if (bug('old-event-refused') && Date.now() - Date.parse(event.created_at) > 300_000) return 400;
  if (bug('unknown-order-404') && !store.purchases().some(one => one.orderId === data.order_id)) return 404;
  const purchase = store.find(data.external_id, data.order_id) ?? store.put(orderedElsewhere(event));
  if (bug('refund-credited-per-delivery') && data.refunded) shop.credit(purchase);
  const eventId = bug('deduplicated-by-bytes') ? createHash('sha256').update(body).digest('hex') : id;
  const isRepeat = bug('events-remembered-in-memory') ? remembered.has(eventId) : store.hasEvent(eventId);
  if (bug('repeat-answered-with-409') && isRepeat) return 409;
  if (isRepeat && !isEarly && !bug('no-deduplication')) return 204;
  if (bug('duplicates-race')) await sleepReally(20);
  if (bug('slow-answer')) await sleepReally(6_000);
  const named = String(request.headers['x-webhook-event']).slice('order.'.length);
  // No await from here on, so that an event and its effects are stored together.
  purchase.booked++;
  shop.learn(purchase, bug('event-header-trusted') ? { ...data, status: named } : data);
  remembered.add(eventId);
  if (!isEarly) store.addEvent(eventId);
  return 204;
}

/** An order that a colleague placed with the same account. It is kept in the books of the house. */
const orderedElsewhere = ({ data }: OrderEvent): Purchase => ({
  id: data.external_id ?? `order-${data.order_id}`,
  customer: 'house',
  packageId: 0,
  address: data.address,
  externalId: data.external_id ?? '',
  orderId: data.order_id,
  status: 'unknown',
  refunded: false,
  refusal: null,
  paidSun: sunOf(data.price_trx),
  creditedSun: 0,
  released: false,
  txid: null,
  booked: 0,
});

/** True if the header is the signature of exactly these bytes. */
function isSigned(body: Buffer, header: string | undefined, secret: string): boolean {
  if (bug('signature-optional') && header === undefined) return true;
  let bytes: Buffer | string = body;
  if (bug('verified-after-parsing')) bytes = JSON.stringify(JSON.parse(body.toString('utf8')));
  if (bug('body-trimmed')) bytes = body.toString('utf8').trim();
  const digest = createHmac('sha256', secret).update(bytes).digest('hex');
  if (bug('prefix-optional')) return header?.replace(/^sha256=/, '') === digest;
  if (bug('signature-compared-from-start')) return `sha256=${digest}`.startsWith(header ?? 'none');
  const expected = Buffer.from(`sha256=${digest}`);
  const given = Buffer.from(header ?? '');
  return (
    (given.length === expected.length && timingSafeEqual(given, expected)) || bug('signature-not-checked')
  );
}

/** The bytes of a body as they arrived. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY_BYTES) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
