import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { PurchaseStore } from './purchase-store.ts';
import { learn } from './purchases.ts';

/** Webhooks are much smaller. */
const LARGEST_BODY_BYTES = 1_000_000;

export interface ReceiverOptions {
  readonly secret: string;
  readonly store: PurchaseStore;
}

/** The fields of a webhook that are used. There may be others, and events that are not known yet. */
interface OrderEvent {
  readonly event_id: string;
  readonly data: { readonly external_id: string | null; readonly status: string; readonly refunded: boolean };
}

/** True if the header is the HMAC-SHA256 of exactly these bytes. Compares in constant time. */
export function isSigned(body: Buffer, header: string | undefined, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(header ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The status for a webhook: verify the raw bytes, store the event, answer. What takes longer is done afterwards. */
export async function receive(
  { secret, store }: ReceiverOptions,
  body: Buffer,
  signature: string | undefined,
): Promise<number> {
  if (!isSigned(body, signature, secret)) return 401;
  // Only the body is signed, so nothing else is read.
  const { event_id: eventId, data } = JSON.parse(body.toString('utf8')) as OrderEvent;
  await store.record(eventId, data.external_id, purchase => learn(purchase, data));
  return 204;
}

/** The bytes of a body as they arrived. @throws Error if there are too many */
async function rawBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY_BYTES) throw new Error('the body is too large for a webhook');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Handles the service's webhooks with Node's HTTP server. An error is answered with 500, so the event comes again. */
export const webhookListener =
  (options: ReceiverOptions): RequestListener =>
  async (request: IncomingMessage, response) => {
    try {
      const signature = request.headers['x-webhook-signature'] as string | undefined;
      response.statusCode = await receive(options, await rawBody(request), signature);
    } catch {
      response.statusCode = 500;
    }
    response.end();
  };
