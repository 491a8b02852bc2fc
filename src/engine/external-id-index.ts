import type { Order } from './account-state.ts';

export const SHARDS = 256;
/** Spreads hashes that differ little over all 32-bit numbers: 2^32 divided by the golden ratio. */
const MULTIPLIER = 0x9e3779b1;
const HASHES = 2 ** 32;

/**
 * Distributes ids by their hash. Each shard gets a little more than the one before, and the last twice as much as the
 * first, so that they do not all grow at the same time.
 */
export function shardOf(externalId: string): number {
  let hash = 0;
  for (let index = 0; index < externalId.length; index++) {
    hash = (Math.imul(hash, 31) + externalId.charCodeAt(index)) | 0;
  }
  const part = (Math.imul(hash, MULTIPLIER) >>> 0) / HASHES;
  return Math.floor(SHARDS * Math.log2(1 + part));
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
