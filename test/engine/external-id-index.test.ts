import { describe, expect, test } from 'vitest';
import { SHARDS, shardOf } from '../../src/engine/external-id-index.ts';

const ORDERS = 300_000;
const BULK = 50;

/** The largest number of entries in maps that double during one bulk, after the first thousand orders. */
function mostRehashed(idOf: (order: number) => string): number {
  const sizes = new Array<number>(SHARDS).fill(0);
  let worst = 0;
  for (let first = 0; first < ORDERS; first += BULK) {
    let rehashed = 0;
    for (let order = first; order < first + BULK; order++) {
      const shard = shardOf(idOf(order));
      const size = sizes[shard]!++;
      const isPowerOfTwo = (size & (size - 1)) === 0;
      if (isPowerOfTwo) rehashed += size;
    }
    if (first >= 1_000) worst = Math.max(worst, rehashed);
  }
  return worst;
}

describe('the index of external ids', () => {
  const kinds: [string, (order: number) => string][] = [
    ['numbers', String],
    ['numbers of a fixed width', order => String(order).padStart(8, '0')],
    ['numbers after a prefix', order => `inv-${order}`],
    ['numbers before a suffix', order => `${order}-of-the-shop-in-the-city`],
    ['times in milliseconds', order => String(1_795_000_000_000 + order * 17)],
  ];

  test.each(kinds)('that are %s never grows many of its maps during one bulk', (_kind, idOf) => {
    expect(mostRehashed(idOf)).toBeLessThan(8 * 1_024);
  });

  test.each(kinds)('that are %s has no map of more than twice the average size', (_kind, idOf) => {
    const sizes = new Array<number>(SHARDS).fill(0);
    for (let order = 0; order < ORDERS; order++) sizes[shardOf(idOf(order))]!++;
    expect(Math.max(...sizes)).toBeLessThan((2 * ORDERS) / SHARDS);
  });
});
