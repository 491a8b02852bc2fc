import { createHmac, timingSafeEqual } from 'node:crypto';
import express, { type Express, type Request, type Response } from 'express';

/** A webhook of the service, as far as this receiver reads it. */
export interface OrderEvent {
  readonly event: string;
  readonly event_id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ReceiverOptions {
  readonly secret: string;
  /** Does the work; called once for each event. Where it fails, the service sends the event again. */
  readonly onEvent: (event: OrderEvent) => Promise<void>;
}

/** True where the header is the HMAC-SHA256 of exactly these bytes. Compares in constant time. */
function isSigned(body: Buffer, header: string | undefined, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(header ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * An express app that takes the service's webhooks at POST /webhooks: verifies them over the raw body, and does the
 * work of each event_id once, however often and however simultaneously it comes.
 */
export function createReceiverApp({ secret, onEvent }: ReceiverOptions): Express {
  /** The work of each event, done or under way. Keep it in a database with a unique index on event_id. */
  const works = new Map<string, Promise<void>>();
  const app = express();
  // Raw bytes for this route, whatever the type: a parser before the check would change what was signed.
  app.post('/webhooks', express.raw({ type: () => true }), async (request: Request, response: Response) => {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body) || !isSigned(body, request.get('X-Webhook-Signature'), secret)) {
      response.sendStatus(401);
      return;
    }
    // The headers are not signed; what happened is in the body alone.
    const event = JSON.parse(body.toString('utf8')) as OrderEvent;
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
