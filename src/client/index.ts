export { connectSandbox } from './connect.ts';
export type * from './data-types.ts';
export { SandboxError, WaitError } from './errors.ts';
export type * from './inline-scenario-types.ts';
export type * from './options.ts';
export { createReceiver } from './receiver.ts';
export type {
  ReceivedWebhook,
  Receiver,
  ReceiverOptions,
  ReceiverWait,
  WebhookAnswer,
  WebhookScript,
} from './receiver-options.ts';
export type * from './sandbox-interface.ts';
export {
  explainSignature,
  type SignatureFlaw,
  type SignatureVerdict,
  type SignedWebhook,
  sign,
  verifySignature,
  type WebhookOrder,
  type WebhookPayload,
} from './signature.ts';
export { tronAddress } from './tron-address.ts';
