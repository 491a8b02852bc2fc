import '../host/node/check-node.ts';

export type * from './call-options.ts';
export type * from './data-types.ts';
export { SandboxError, WaitError } from './errors.ts';
export { connectSandbox } from './remote-sandbox.ts';
export type * from './sandbox-interface.ts';
export { tronAddress } from './tron-address.ts';
export {
  createReceiver,
  type ReceivedWebhook,
  type Receiver,
  type ReceiverOptions,
  type ReceiverWait,
  type WebhookAnswer,
  type WebhookScript,
} from './webhook-receiver.ts';
export {
  explainSignature,
  type SignatureFlaw,
  type SignatureVerdict,
  type SignedWebhook,
  sign,
  verifySignature,
} from './webhook-signatures.ts';
