import { expect, test } from 'vitest';
import { amount, seed } from '../support/tier.ts';
import { fuzzMoves } from './account-moves.ts';

const MOVES = amount({ first: 45, long: 1_500 });

test(`${MOVES} deletions, resets and restores across half-sent orders find no 500 and no broken account`, async () => {
  expect(await fuzzMoves(seed(1), MOVES)).toEqual([]);
});
