import { expect, test } from 'vitest';
import { amount, LONG, seed } from '../../support/tier.ts';
import { fuzz } from './fuzz.ts';

const REQUESTS = amount({ first: 2_000, long: 100_000 });
const SEED = seed(1);

test(`${REQUESTS} generated requests and hostile connections find no 500, no undescribed response and no change on refusal`, async () => {
  const { failures, requests, connections, statuses } = await fuzz(SEED, REQUESTS);
  if (LONG) console.log(`${requests} requests, ${connections} of them hostile bytes:`, statuses);
  expect(failures).toEqual([]);
  expect(requests).toBe(REQUESTS);
});
