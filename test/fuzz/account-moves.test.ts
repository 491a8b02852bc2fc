import { expect, test } from 'vitest';
import { fuzzMoves } from './account-moves.ts';

test('120 deletions, resets and restores across half-sent orders, and tampered snapshots, find no 500 and no broken account', async () => {
  const { failures, refused, restored } = await fuzzMoves(1, 120);
  expect(failures).toEqual([]);
  expect(refused).toBeGreaterThan(0);
  expect(restored + refused).toBe(30);
}, 600_000);
