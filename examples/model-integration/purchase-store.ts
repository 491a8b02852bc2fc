import type { Purchase } from './purchases.ts';

/** Where purchases and events are kept. It outlives the process, so in production this is your database. */
export interface PurchaseStore {
  /** Adds a purchase. If there is one with the same external_id, adds nothing and returns that one. */
  add(purchase: Purchase): Promise<Purchase>;
  get(externalId: string): Promise<Purchase | null>;
  /** Changes a purchase in a transaction, and returns it; null if there is none. */
  update(externalId: string, change: (purchase: Purchase) => Purchase): Promise<Purchase | null>;
  /**
   * Stores a webhook event and changes its purchase, if there is one, in the same transaction. An event_id that is
   * stored already changes nothing: it has a unique index.
   */
  record(eventId: string, externalId: string | null, change: (purchase: Purchase) => Purchase): Promise<void>;
  /** The purchases that are not settled: those to resume after a restart. */
  unsettled(): Promise<readonly Purchase[]>;
}
