import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { explainSignature, type SignatureVerdict } from '../../webhooks/signature.ts';

/** A webhook as it came in. */
export interface RawDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What is to be said of a webhook. */
export interface DeliveryCheck {
  readonly event: string;
  readonly eventId: string;
  readonly orderId: number | null;
  readonly status: string | null;
  readonly signature: SignatureVerdict;
  /** How often its event_id came before. */
  readonly seenBefore: number;
  /** What else is odd about it, as sentences' halves. */
  readonly remarks: readonly string[];
}

interface Payload {
  readonly event?: unknown;
  readonly event_id?: unknown;
  readonly data?: { readonly order_id?: unknown; readonly status?: unknown };
}

const MAX_REMEMBERED = 100_000;

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

/** What came under one event_id. */
interface Seen {
  readonly count: number;
  readonly first: string;
}

/** Holds webhooks against a secret, and against those that came before. */
export class DeliveryChecker {
  readonly #secret: string;
  readonly #seen = new Map<string, Seen>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  judge({ headers, body }: RawDelivery): DeliveryCheck {
    const payload = parse(body);
    const headerEvent = header(headers['x-webhook-event']);
    const headerId = header(headers['x-webhook-id']);
    const event = text(payload?.event) ?? headerEvent;
    const eventId = text(payload?.event_id) ?? headerId;
    const before = this.#remember(eventId, body);
    const remarks: string[] = [];
    if (!payload) remarks.push('the body is not JSON');
    if (before) remarks.push(`duplicate, came ${before.count} × before`);
    if (before && before.first !== digest(body)) remarks.push('its bytes differ from those that came first');
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
      seenBefore: before?.count ?? 0,
      remarks,
    };
  }

  /** What had come under an event_id before this body. */
  #remember(eventId: string | null, body: Buffer): Seen | null {
    if (eventId === null) return null;
    const before = this.#seen.get(eventId) ?? null;
    if (!before && this.#seen.size >= MAX_REMEMBERED) this.#seen.delete(this.#seen.keys().next().value!);
    this.#seen.set(eventId, { count: (before?.count ?? 0) + 1, first: before?.first ?? digest(body) });
    return before;
  }
}

const digest = (body: Buffer): string => createHash('sha256').update(body).digest('base64');
