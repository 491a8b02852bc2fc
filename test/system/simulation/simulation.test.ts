import { expect, test } from 'vitest';
import { amount, seed } from '../../support/tier.ts';
import { simulate } from './simulate.ts';

const COMMANDS = amount({ first: 20_000, long: 1_000_000 });

test(`${COMMANDS} random commands violate no rule`, async () => {
  const { failure, commands } = await simulate(seed(1), COMMANDS);
  expect(failure).toBeNull();
  expect(commands).toBeGreaterThanOrEqual(COMMANDS);
});
