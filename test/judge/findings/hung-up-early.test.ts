import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/facts.ts';
import { AccountMemory } from '../../../src/judge/findings/rule-memory.ts';
import { hungUpEarly } from '../../../src/judge/findings/rules/hung-up-early.ts';

const OF_DISTURBANCE = { reply: { after: '1s' } };
const SLOW_OF_DISTURBANCE = { reply: { after: '11s' } };
const OF_TEST = { reply: { after: '1s' } };
const HANG_OF_TEST = { fault: 'hang' };

/** How many findings there are about clients that hang up 300 ms after requests that rules have delayed. */
function found(...rules: readonly (object | null)[]): number {
  let count = 0;
  const memory = new AccountMemory(null, new Set([OF_DISTURBANCE, SLOW_OF_DISTURBANCE]));
  const context = { memory, report: () => void count++, noticed: () => undefined };
  const [part] = hungUpEarly.parts;
  const state = part!.start();
  for (const rule of rules) {
    const exchange = { end: 'client-gone', durationMs: 300, rule, itemRules: [] } as unknown as Exchange;
    part!.answered!(state, exchange, context);
  }
  return count;
}

test.each([
  ['that no scenario delays', [null], 1],
  ['that a disturbance delays by a second', [OF_DISTURBANCE], 1],
  ['that a disturbance delays by more than five seconds', [SLOW_OF_DISTURBANCE], 0],
  ['that a test delays', [OF_TEST], 0],
  ['that a test loses, and one that a disturbance then delays', [HANG_OF_TEST, OF_DISTURBANCE], 0],
])('a client that hangs up on a request %s', (_, rules, count) => {
  expect(found(...rules)).toBe(count);
});
