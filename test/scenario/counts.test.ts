import { expect, test } from 'vitest';
import { type Counters, choose, MAX_COUNTERS, type Rule } from '../../src/scenario/choose-rule.ts';
import { MAX_FACT, NO_FACTS } from '../../src/scenario/conditions.ts';

const rule = (per: Rule['per']): Rule => ({
  id: `x/requests[0]${per}`,
  source: 'inline',
  per,
  times: 1,
  match: {},
});
const noDraw = (): number => 0;

const ask = (one: Rule, counters: Counters, externalId: string): boolean =>
  choose([one], { ...NO_FACTS, externalId }, counters, noDraw) !== null;

test('external_ids that are too long to be valid share one count', () => {
  const counters: Counters = {};
  const perId = rule('external_id');
  expect(ask(perId, counters, 'a'.repeat(MAX_FACT + 1))).toBe(true);
  expect(ask(perId, counters, 'b'.repeat(60_000))).toBe(false);
  expect(ask(perId, counters, 'b'.repeat(MAX_FACT))).toBe(true);
  expect(Object.keys(counters)).toHaveLength(2);
});

test('the oldest counts of single external_ids are forgotten, and those of the account never', () => {
  const counters: Counters = {};
  const [ofAccount, perId] = [rule('account'), rule('external_id')];
  expect(ask(ofAccount, counters, 'any')).toBe(true);
  for (let index = 0; index < MAX_COUNTERS; index++) ask(perId, counters, `id-${index}`);
  expect(Object.keys(counters).length).toBeLessThanOrEqual(MAX_COUNTERS);
  expect(ask(perId, counters, `id-${MAX_COUNTERS - 1}`)).toBe(false);
  expect(ask(ofAccount, counters, 'any')).toBe(false);
  expect(ask(perId, counters, 'id-0')).toBe(true);
});
