export type * from './account-receiver-types.ts';
export { connectSandbox } from './connect.ts';
export type * from './data-types.ts';
export { SandboxError, WaitError } from './errors.ts';
export type * from './findings-interface.ts';
export type * from './inline-scenario-types.ts';
export type * from './options.ts';
export { createReceiver } from './receiver.ts';
export type * from './receiver-types.ts';
export type * from './sandbox-interface.ts';
export {
  explainSignature,
  type SignatureFlaw,
  type SignatureVerdict,
  type SignedWebhook,
  sign,
  verifySignature,
} from './signature.ts';
export { tronAddress } from './tron-address.ts';
export type { WebhookOrder, WebhookPayload } from './webhook-payload.ts';
