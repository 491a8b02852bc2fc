import type { EventName, OrderStatus } from './data-types.ts';

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
