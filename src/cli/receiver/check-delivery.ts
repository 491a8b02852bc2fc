import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { explainSignature, type SignatureVerdict } from '../../webhooks/signature.ts';

/** A webhook request as received. */
export interface RawDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The result of checking a delivery. */
export interface DeliveryCheck {
  readonly event: string;
  readonly eventId: string;
  readonly orderId: number | null;
  readonly status: string | null;
  readonly signature: SignatureVerdict;
  /** How many earlier deliveries had the same event_id. */
  readonly seenBefore: number;
  /** Other irregularities, as phrases to print. */
  readonly remarks: readonly string[];
}

interface Payload {
  readonly event?: unknown;
  readonly event_id?: unknown;
  readonly data?: { readonly order_id?: unknown; readonly status?: unknown };
}

const MAX_REMEMBERED_IDS = 100_000;

function parse(body: Buffer): Payload | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const header = (value: string | string[] | undefined): string | null => text(value);

/** Earlier deliveries with one event_id. */
interface SeenEvent {
  readonly count: number;
  readonly firstDigest: string;
}

/** Checks webhooks against the secret and against earlier deliveries. */
export class DeliveryChecker {
  readonly #secret: string;
  readonly #seen = new Map<string, SeenEvent>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  check({ headers, body }: RawDelivery): DeliveryCheck {
    const payload = parse(body);
    const headerEvent = header(headers['x-webhook-event']);
    const headerId = header(headers['x-webhook-id']);
    const event = text(payload?.event) ?? headerEvent;
    const eventId = text(payload?.event_id) ?? headerId;
    const earlier = this.#remember(eventId, body);
    const remarks: string[] = [];
    if (!payload) remarks.push('the body is not valid JSON');
    if (earlier) remarks.push(`duplicate, received ${earlier.count} × before`);
    if (earlier && earlier.firstDigest !== digest(body))
      remarks.push('the body differs from the first delivery');
    if (payload && headerEvent !== event) remarks.push(`X-Webhook-Event says ${headerEvent ?? 'nothing'}`);
    if (payload && headerId !== eventId) remarks.push(`X-Webhook-Id says ${headerId ?? 'nothing'}`);
    return {
      event: event ?? 'no event',
      eventId: eventId ?? '',
      orderId: typeof payload?.data?.order_id === 'number' ? payload.data.order_id : null,
      status: text(payload?.data?.status),
      signature: explainSignature({
        body,
        header: header(headers['x-webhook-signature']),
        secret: this.#secret,
      }),
      seenBefore: earlier?.count ?? 0,
      remarks,
    };
  }

  /** Records a delivery and returns the earlier ones with its event_id. */
  #remember(eventId: string | null, body: Buffer): SeenEvent | null {
    if (eventId === null) return null;
    const earlier = this.#seen.get(eventId) ?? null;
    if (!earlier && this.#seen.size >= MAX_REMEMBERED_IDS) this.#seen.delete(this.#seen.keys().next().value!);
    this.#seen.set(eventId, {
      count: (earlier?.count ?? 0) + 1,
      firstDigest: earlier?.firstDigest ?? digest(body),
    });
    return earlier;
  }
}

const digest = (body: Buffer): string => createHash('sha256').update(body).digest('base64');
