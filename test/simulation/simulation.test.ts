import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

/** Fewer in mutation tests, which run this once per mutant. */
const COMMANDS = Number(process.env.COMMANDS ?? 20_000);

test(`${COMMANDS} random commands violate no rule`, async () => {
  const { failure, commands } = await simulate(1, COMMANDS);
  expect(failure).toBeNull();
  expect(commands).toBeGreaterThanOrEqual(COMMANDS);
}, 600_000);
