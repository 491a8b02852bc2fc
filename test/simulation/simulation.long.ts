import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

const COMMANDS = Number(process.env.COMMANDS ?? 1_000_000);
const SEED = Number(process.env.SEED ?? 1);
const TELL_EVERY = 100_000;

test(`${COMMANDS} random commands from seed ${SEED} violate no rule`, async () => {
  const startedMs = performance.now();
  let next = TELL_EVERY;
  const { failure, commands, sequences } = await simulate(SEED, COMMANDS, done => {
    if (done < next) return;
    next += TELL_EVERY;
    console.log(`${done} commands in ${Math.round((performance.now() - startedMs) / 1_000)} s`);
  });
  console.log(`${commands} commands, seeds ${SEED} to ${SEED + sequences - 1}`);
  expect(failure).toBeNull();
});
