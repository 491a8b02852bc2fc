import { explainSignature as explain, type SignatureVerdict } from '../core/webhook/signature.ts';

export { type SignatureFlaw, type SignatureVerdict, sign } from '../core/webhook/signature.ts';

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
