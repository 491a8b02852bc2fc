import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';

/** The states of an order in the order in which it takes them. A later one is never replaced by an earlier one. */
const STATES = ['processing', 'review', 'delegating', 'delegated', 'undelegating', 'completed', 'failed'];

/** What the webhooks of the service have told of our orders. In production, store it in a database. */
export class Deliveries {
  readonly #states = new Map<string, string>();

  statusOf(externalId: string): string | undefined {
    return this.#states.get(externalId);
  }

  /** Applies an event. The same event again, or an older one, changes nothing. */
  apply({
    external_id: id,
    status,
  }: {
    readonly external_id?: string | null;
    readonly status?: string;
  }): void {
    if (!id || !status) return;
    const known = STATES.indexOf(this.#states.get(id) ?? '');
    if (STATES.indexOf(status) > known) this.#states.set(id, status);
  }
}

/** True if the header is the HMAC-SHA256 of exactly these bytes. Compares in constant time. */
function isSigned(body: Buffer, header: string | undefined, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(header ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** A receiver of the service's webhooks. */
export const webhookReceiver = (secret: string, deliveries: Deliveries): Server =>
  createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const header = request.headers['x-webhook-signature'];
    const isGenuine = isSigned(body, typeof header === 'string' ? header : undefined, secret);
    // Only the body is signed, so the other headers are not used.
    if (isGenuine) deliveries.apply(JSON.parse(body.toString('utf8')).data ?? {});
    response.writeHead(isGenuine ? 204 : 401).end();
  });
