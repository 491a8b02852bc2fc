import type { PurchaseStore } from './purchase-store.ts';
import { isSettled, type Purchase } from './purchases.ts';

/** A store for tests. It forgets everything when the process ends, so it is not fit for production. */
export class MemoryStore implements PurchaseStore {
  readonly #purchases = new Map<string, Purchase>();
  readonly #events = new Set<string>();

  async add(purchase: Purchase): Promise<Purchase> {
    const known = this.#purchases.get(purchase.externalId);
    if (known) return known;
    this.#purchases.set(purchase.externalId, purchase);
    return purchase;
  }

  async get(externalId: string): Promise<Purchase | null> {
    return this.#purchases.get(externalId) ?? null;
  }

  async update(externalId: string, change: (purchase: Purchase) => Purchase): Promise<Purchase | null> {
    const known = this.#purchases.get(externalId);
    if (!known) return null;
    const changed = change(known);
    this.#purchases.set(externalId, changed);
    return changed;
  }

  async record(
    eventId: string,
    externalId: string | null,
    change: (purchase: Purchase) => Purchase,
  ): Promise<void> {
    if (this.#events.has(eventId)) return;
    this.#events.add(eventId);
    if (externalId !== null) await this.update(externalId, change);
  }

  async unsettled(): Promise<readonly Purchase[]> {
    return [...this.#purchases.values()].filter(purchase => !isSettled(purchase));
  }
}
