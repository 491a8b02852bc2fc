import { explainSignature as explain, type SignatureVerdict } from '../webhooks/signature.ts';

export type { SignatureFlaw, SignatureVerdict } from '../webhooks/signature.ts';
export { sign } from '../webhooks/signature.ts';

/** A delivery as a receiver has it. */
export interface SignedWebhook {
  /** The raw body, exactly as it came, before any parser. A text stands for its UTF-8 bytes. */
  readonly body: Uint8Array | string;
  /** The value of X-Webhook-Signature; null or undefined where there is none. */
  readonly header: string | null | undefined;
  /** The account's webhook secret. */
  readonly secret: string;
}

/**
 * Says whether a webhook's signature is right, and if not, why: a missing prefix, the wrong secret, a body that was
 * parsed and written again … (specification: Events, Delivery). Compares in constant time.
 */
export const explainSignature = ({ body, header, secret }: SignedWebhook): SignatureVerdict =>
  explain({ body: typeof body === 'string' ? Buffer.from(body) : body, header, secret });

/** True where a webhook's signature is right (specification: Events, Delivery). Compares in constant time. */
export const verifySignature = (webhook: SignedWebhook): boolean => explainSignature(webhook).valid;
