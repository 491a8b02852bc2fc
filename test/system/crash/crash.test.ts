import { expect, test } from 'vitest';
import { freshFolder } from '../../host/storage/folders.ts';
import { amount, seed } from '../../support/tier.ts';
import { crashRounds } from './rounds.ts';

const ROUNDS = amount({ first: 2, long: 50 });

test(`a server that is killed ${ROUNDS} times under load keeps every acknowledged order, its money and its webhooks`, async () => {
  const outcome = await crashRounds(await freshFolder(), String(seed(1)), ROUNDS);
  console.info(JSON.stringify({ ...outcome, broken: outcome.broken.length }));
  expect(outcome.broken).toEqual([]);
  expect(outcome.acknowledged).toBeGreaterThan(10 * ROUNDS);
  expect(outcome.deleted).toBeGreaterThan(0);
  expect(outcome.cut).toBeGreaterThan(0);
});
