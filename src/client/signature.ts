import { explainSignature as explain, type SignatureVerdict } from '../core/webhook/signature.ts';

import type { EventName, OrderStatus } from './data-types.ts';

export type { SignatureFlaw, SignatureVerdict } from '../core/webhook/signature.ts';
export { sign } from '../core/webhook/signature.ts';

/** A webhook delivery to verify. */
export interface SignedWebhook {
  /** The raw body, exactly as received, before any parser. A string is encoded as UTF-8. */
  readonly body: Uint8Array | string;
  /** The value of X-Webhook-Signature; null or undefined if it is missing. */
  readonly header: string | null | undefined;
  /** The account's webhook secret. */
  readonly secret: string;
}

/**
 * Verifies the signature of a webhook and explains failures, such as a missing prefix, a wrong secret, or a body that was
 * parsed and serialized again (specification: Events, Delivery). Compares in constant time.
 */
export const explainSignature = ({ body, header, secret }: SignedWebhook): SignatureVerdict =>
  explain({ body: typeof body === 'string' ? Buffer.from(body) : body, header, secret });

/** Whether the signature of a webhook is valid (specification: Events, Delivery). Compares in constant time. */
export const verifySignature = (webhook: SignedWebhook): boolean => explainSignature(webhook).valid;

/** The payload of a webhook, with the field names of the specification (specification: Events, Payload). */
export interface WebhookPayload {
  readonly event: EventName;
  /** The key by which receivers deduplicate. */
  readonly event_id: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly data: WebhookOrder;
}

/** The order as it was at the change (specification: Webhook order data). */
export interface WebhookOrder {
  readonly order_id: number;
  readonly external_id: string | null;
  readonly address: string;
  readonly energy_amount: number;
  readonly duration_minutes: number;
  readonly price_trx: number;
  readonly status: OrderStatus;
  readonly txid: string | null;
  readonly refunded: boolean;
  /** `ORDER_REVIEW`, `ORDER_FAILED` or null. */
  readonly error_code: string | null;
  /** `YYYY-MM-DD HH:MM:SS` in the server's time zone, as the three below. */
  readonly created_at: string;
  readonly delivered_at: string | null;
  readonly completed_at: string | null;
  readonly updated_at: string;
}
