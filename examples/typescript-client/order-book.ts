/** The fields of a webhook that the order book uses. */
export interface OrderEvent {
  readonly event_id: string;
  readonly data: { readonly external_id: string | null; readonly status: string };
}

/** The rank of each state in an order's lifecycle. A state is never replaced by one of lower or equal rank. */
const PROGRESS: Readonly<Record<string, number>> = {
  processing: 0,
  review: 1,
  delegating: 2,
  delegated: 3,
  undelegating: 4,
  completed: 5,
  failed: 5,
};

/** Our own view of orders, updated by webhooks that may be duplicated or arrive out of order. */
export class OrderBook {
  readonly #seen = new Set<string>();
  readonly #statuses = new Map<string, string>();
  /** The number of delegated orders, each counted once. */
  delivered = 0;

  /** Applies an event; one that was applied before changes nothing. */
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
