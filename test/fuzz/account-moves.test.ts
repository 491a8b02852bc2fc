import { expect, test } from 'vitest';
import { amount, seed } from '../support/tier.ts';
import { fuzzMoves } from './account-moves.ts';

const MOVES = amount({ first: 60, long: 2_000 });
const SEED = seed(1);

test(`${MOVES} deletions, resets and restores across half-sent orders, and tampered snapshots, find no 500 and no broken account`, async () => {
  const { failures, refused, restored } = await fuzzMoves(SEED, MOVES);
  expect(failures).toEqual([]);
  expect(refused).toBeGreaterThan(0);
  expect(restored + refused).toBe(MOVES / 4);
});
