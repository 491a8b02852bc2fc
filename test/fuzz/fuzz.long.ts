import { expect, test } from 'vitest';
import { fuzzMoves } from './account-moves.ts';
import { fuzz } from './fuzz.ts';

const REQUESTS = Number(process.env.REQUESTS ?? 100_000);
const SEED = Number(process.env.SEED ?? 1);
const TELL_EVERY = 20_000;

test(`${REQUESTS} generated requests and hostile connections from seed ${SEED} cause no failure`, async () => {
  const startedMs = performance.now();
  const seconds = (): number => Math.round((performance.now() - startedMs) / 1_000);
  const { failures, requests, connections, statuses } = await fuzz(SEED, REQUESTS, done => {
    if (done % TELL_EVERY === 0) console.log(`${done} requests in ${seconds()} s`);
  });
  console.log(`${requests} requests, ${connections} of them hostile bytes, in ${seconds()} s`, statuses);
  expect(failures).toEqual([]);
});

test(`deletions, resets, restores and tampered snapshots from seed ${SEED} cause no failure`, async () => {
  const { failures, ...report } = await fuzzMoves(SEED, Math.ceil(REQUESTS / 50));
  console.log('moves of accounts:', report);
  expect(failures).toEqual([]);
});
