import { isObject } from '../domain/json.ts';

/** The webhook destination of an account that uses the sandbox's own receiver, to which nothing is sent over a network. */
export const BUILT_IN_RECEIVER = 'sandbox:receiver';

/**
 * The header with which a built-in webhook receiver marks a response that it was instructed to give. Such a response
 * shows nothing about an integration, so it is not a finding.
 */
export const SCRIPTED_HEADER = 'x-sandbox-scripted';

/** The event data in a delivery. A field that is missing or of the wrong type is null. */
export interface WebhookFacts {
  /** The parsed body; null if it is not a JSON object. */
  readonly payload: Readonly<Record<string, unknown>> | null;
  /** The event from the body, or else from the header X-Webhook-Event. */
  readonly event: string | null;
  /** The id from the body, or else from the header X-Webhook-Id. */
  readonly eventId: string | null;
  readonly orderId: number | null;
  readonly externalId: string | null;
  readonly status: string | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function payloadOf(body: Uint8Array): WebhookFacts['payload'] {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(body));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Reads a delivery as a receiver does, however it was corrupted.
 * @param header returns a header by its name in the specification, such as X-Webhook-Id
 */
export function readWebhook(body: Uint8Array, header: (name: string) => unknown): WebhookFacts {
  const payload = payloadOf(body);
  const data = isObject(payload?.data) ? payload.data : {};
  return {
    payload,
    event: textOf(payload?.event) ?? textOf(header('X-Webhook-Event')),
    eventId: textOf(payload?.event_id) ?? textOf(header('X-Webhook-Id')),
    orderId: typeof data.order_id === 'number' ? data.order_id : null,
    externalId: textOf(data.external_id),
    status: textOf(data.status),
  };
}
