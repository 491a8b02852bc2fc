import { explainSignature, type SignedWebhook } from '../core/webhook/signature.ts';

export { type SignatureFlaw, type SignatureVerdict, sign } from '../core/webhook/signature.ts';
export { explainSignature, type SignedWebhook };

/** Whether the signature of a webhook is valid (specification: Events, Delivery). Compares in constant time. */
export const verifySignature = (webhook: SignedWebhook): boolean => explainSignature(webhook).valid;
