import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

/** Fewer where mutants are tried, each of which has to get past it. */
const COMMANDS = Number(process.env.COMMANDS ?? 20_000);

test(`${COMMANDS} random commands break none of the rules`, async () => {
  const { failure, commands } = await simulate(1, COMMANDS);
  expect(failure).toBeNull();
  expect(commands).toBeGreaterThanOrEqual(COMMANDS);
}, 60_000);
