/** What of a webhook the book needs. */
export interface OrderEvent {
  readonly event_id: string;
  readonly data: { readonly external_id: string | null; readonly status: string };
}

/** How far each state is along an order's life; a state never gives way to an earlier one. */
const PROGRESS: Readonly<Record<string, number>> = {
  processing: 0,
  review: 1,
  delegating: 2,
  delegated: 3,
  undelegating: 4,
  completed: 5,
  failed: 5,
};

/** Our own view of orders, kept up to date by webhooks that may come twice or in another order. */
export class OrderBook {
  readonly #seen = new Set<string>();
  readonly #statuses = new Map<string, string>();
  /** How many customers' deliveries were booked. */
  delivered = 0;

  /** Takes an event in; one that was seen before changes nothing. */
  apply({ event_id: eventId, data }: OrderEvent): void {
    if (this.#seen.has(eventId) || data.external_id === null) return;
    this.#seen.add(eventId);
    if (data.status === 'delegated') this.delivered += 1;
    const known = this.#statuses.get(data.external_id);
    if (known !== undefined && (PROGRESS[known] ?? 0) >= (PROGRESS[data.status] ?? 0)) return;
    this.#statuses.set(data.external_id, data.status);
  }

  statusOf(externalId: string): string | undefined {
    return this.#statuses.get(externalId);
  }
}
