import { isObject } from '../domain/is-object.ts';

/** What a delivery says about its event. A field that is missing or of the wrong type is null. */
export interface WebhookFacts {
  /** The parsed body; null if it is not a JSON object. */
  readonly payload: Readonly<Record<string, unknown>> | null;
  /** From the body; if it has none, from the header X-Webhook-Event. */
  readonly event: string | null;
  /** From the body; if it has none, from the header X-Webhook-Id. */
  readonly eventId: string | null;
  readonly orderId: number | null;
  readonly externalId: string | null;
  readonly status: string | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function payloadOf(body: Buffer): WebhookFacts['payload'] {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Reads a delivery as a receiver does, however it was corrupted.
 * @param header returns a header by its name in the specification, such as X-Webhook-Id
 */
export function readWebhook(body: Buffer, header: (name: string) => unknown): WebhookFacts {
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
