import type { Order } from './account-state.ts';

const SHARDS = 256;
const HASHED_CHARACTERS = 3;

/** Distributes ids by their last characters, which usually differ within one client. */
function shardOf(externalId: string): number {
  const end = externalId.length;
  let sum = 0;
  for (let index = Math.max(0, end - HASHED_CHARACTERS); index < end; index++) {
    sum = (sum * 31 + externalId.charCodeAt(index)) % SHARDS;
  }
  return sum;
}

/**
 * An account's orders by external_id. A single map of a million entries is rehashed as it grows, which would block all
 * accounts for a third of a second; rehashing one of many small maps takes well under a millisecond.
 */
export class ExternalIdIndex {
  readonly #shards: (Map<string, Order> | undefined)[] = new Array(SHARDS);

  get(externalId: string): Order | null {
    return this.#shards[shardOf(externalId)]?.get(externalId) ?? null;
  }

  set(externalId: string, order: Order): void {
    const shard = shardOf(externalId);
    let orders = this.#shards[shard];
    if (!orders) {
      orders = new Map();
      this.#shards[shard] = orders;
    }
    orders.set(externalId, order);
  }
}
