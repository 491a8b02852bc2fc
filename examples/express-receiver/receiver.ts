import { createHmac, timingSafeEqual } from 'node:crypto';
import express, { type Express, type Request, type Response } from 'express';

/** The events that are processed. Others are acknowledged and ignored: the service may add some. */
const EVENTS: ReadonlySet<string> = new Set(
  ['processing', 'review', 'delegating', 'delegated', 'undelegating', 'completed', 'failed'].map(
    status => `order.${status}`,
  ),
);

/** The fields of a webhook that this receiver uses. */
export interface OrderEvent {
  readonly event: string;
  readonly event_id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ReceiverOptions {
  readonly secret: string;
  /** Processes an event of a known kind; called once per event. If it fails, the service sends the event again. */
  readonly onEvent: (event: OrderEvent) => Promise<void>;
}

/** True if the header is the HMAC-SHA256 of exactly these bytes. Compares in constant time. */
function isSigned(body: Buffer, header: string | undefined, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(header ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * An Express app that receives the service's webhooks at POST /webhooks. It verifies them over the raw body and
 * processes each event_id once, even if it arrives several times at once.
 */
export function createReceiverApp({ secret, onEvent }: ReceiverOptions): Express {
  /** Events processed or in progress. In production, use a database with a unique index on event_id. */
  const works = new Map<string, Promise<void>>();
  const app = express();
  // Raw bytes for any content type: a parser would change the bytes that were signed.
  app.post('/webhooks', express.raw({ type: () => true }), async (request: Request, response: Response) => {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body) || !isSigned(body, request.get('X-Webhook-Signature'), secret)) {
      response.sendStatus(401);
      return;
    }
    // Only the body is signed, so the headers are not used.
    const event = JSON.parse(body.toString('utf8')) as OrderEvent;
    if (!EVENTS.has(event.event)) {
      response.sendStatus(204);
      return;
    }
    const work = works.get(event.event_id) ?? onEvent(event);
    works.set(event.event_id, work);
    try {
      await work;
      response.sendStatus(204);
    } catch {
      works.delete(event.event_id);
      response.sendStatus(500);
    }
  });
  return app;
}
