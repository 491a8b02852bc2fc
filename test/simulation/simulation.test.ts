import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

test('20,000 random commands break none of the rules', async () => {
  const { failure, commands } = await simulate(1, 20_000);
  expect(failure).toBeNull();
  expect(commands).toBeGreaterThanOrEqual(20_000);
});
