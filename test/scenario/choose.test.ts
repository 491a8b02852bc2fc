import { describe, expect, test } from 'vitest';
import {
  type Counters,
  choose,
  chooseFrom,
  type Draw,
  explainMiss,
  type Facts,
  forgetCounts,
  missedConditions,
  type Rule,
} from '../../src/scenario/choose-rule.ts';
import { NO_FACTS } from '../../src/scenario/conditions.ts';
import type { Scenario } from '../../src/scenario/scenario-types.ts';

/** Facts that are unknown except for these. */
const factsOf = (known: Partial<Facts> = {}): Facts => ({ ...NO_FACTS, ...known });

const noDraw: Draw = label => {
  throw new Error(`nothing should be drawn for ${label}`);
};

let ruleNumber = 0;
const rule = (match: Rule['match'] = {}, head: Partial<Rule> = {}): Rule => ({
  id: `test/requests[${ruleNumber++}]`,
  source: 'scenarios/test.yaml:7:5',
  per: 'account',
  ...head,
  match,
});

/** Evaluates one rule several times; true for each time that it applied. */
const replay = (one: Rule, asked: readonly Partial<Facts>[], draw: Draw = noDraw): boolean[] => {
  const counters: Counters = {};
  return asked.map(known => choose([one], factsOf(known), counters, draw) === one);
};

describe('a condition', () => {
  const cases: [string, Rule['match'], Partial<Facts>, boolean][] = [
    ['an empty match holds for anything', {}, {}, true],
    ['operation is one of the list', { operations: ['createOrder'] }, { operation: 'createOrder' }, true],
    ['another operation', { operations: ['createOrder'] }, { operation: 'getQuote' }, false],
    ['external_id by glob', { externalId: 'inv-*' }, { externalId: 'inv-7' }, true],
    ['an unknown external_id satisfies no glob', { externalId: '*' }, { externalId: null }, false],
    ['the same address', { address: 'TAbc' }, { address: 'TAbc' }, true],
    ['an address in another case', { address: 'TAbc' }, { address: 'Tabc' }, false],
    ['package_id in range', { packageId: { min: 2, max: 3 } }, { packageId: 3 }, true],
    ['package_id above the range', { packageId: { min: 2, max: 3 } }, { packageId: 4 }, false],
    ['an unknown package_id', { packageId: {} }, {}, false],
    ['energy_amount with an open bound', { energyAmount: { min: 5 } }, { energyAmount: 5_000 }, true],
    ['energy_amount below its minimum', { energyAmount: { min: 5 } }, { energyAmount: 4 }, false],
    ['key by name', { key: 'mobile' }, { key: 'mobile' }, true],
    ['order_age equal to its maximum', { orderAgeMs: { max: 10_000 } }, { orderAgeMs: 10_000 }, true],
    ['order_age above its maximum', { orderAgeMs: { max: 10_000 } }, { orderAgeMs: 10_001 }, false],
    ['order_age where there is no order', { orderAgeMs: { max: 10_000 } }, { orderAgeMs: null }, false],
    ['an item that is a multiple', { item: { every: 2 } }, { item: 4 }, true],
    ['an item between two multiples', { item: { every: 2 } }, { item: 3 }, false],
    ['item where the order is a single one', { item: { every: 1 } }, {}, false],
    ['a repeat', { repeat: true }, { repeat: true, operation: 'createOrder' }, true],
    [
      'a repeat if only the first use matches',
      { repeat: false },
      { repeat: true, operation: 'createOrder' },
      false,
    ],
    [
      'a status request is not a repeat',
      { repeat: false },
      { repeat: true, operation: 'getOrderStatus' },
      true,
    ],
    ['an unknown repeat is not a repeat', { repeat: false }, {}, true],
    ['event by glob', { event: 'order.*ing' }, { event: 'order.processing' }, true],
    ['another event', { event: 'order.failed' }, { event: 'order.review' }, false],
    ['attempt in range', { attempt: { max: 2 } }, { attempt: 2 }, true],
    ['attempt above its maximum', { attempt: { max: 2 } }, { attempt: 3 }, false],
  ];
  test.each(cases)('%s', (_, match, known, holds) => {
    const one = rule(match);
    const facts = factsOf(known);
    expect(choose([one], facts, {}, noDraw)).toBe(holds ? one : null);
    expect(missedConditions(one, facts)).toBe(holds ? 0 : 1);
  });

  test('holds only if all others hold', () => {
    const one = rule({ operations: ['createOrder'], externalId: 'a*' });
    expect(choose([one], factsOf({ operation: 'createOrder', externalId: 'b' }), {}, noDraw)).toBeNull();
    expect(choose([one], factsOf({ operation: 'createOrder', externalId: 'ab' }), {}, noDraw)).toBe(one);
  });
});

describe('the order of rules', () => {
  test('the first rule that holds wins, and the rules after it are not counted', () => {
    const first = rule({}, { times: 1 });
    const second = rule({}, { times: 1 });
    const counters: Counters = {};
    const asked = [1, 2, 3].map(() => choose([first, second], NO_FACTS, counters, noDraw));
    expect(asked).toEqual([first, second, null]);
    expect(counters[second.id]).toMatchObject({ matched: 2, applied: 1 });
  });

  test('scenarios are evaluated one after another, each only with its rules for the given point', () => {
    const scenario = (name: string, requests: readonly Rule[]): Scenario => ({
      name,
      summary: name,
      requests: requests.map(one => ({ ...one, commit: false })),
      orders: [{ ...rule(), lifecycle: [] }],
      webhooks: [],
    });
    const silent = scenario('silent', []);
    const picky = scenario('picky', [rule({ externalId: 'a' })]);
    const easy = scenario('easy', [rule()]);
    const all = [silent, picky, easy];
    expect(chooseFrom(all, 'requests', factsOf({ externalId: 'a' }), {}, noDraw)).toBe(picky.requests[0]);
    expect(chooseFrom(all, 'requests', factsOf({ externalId: 'b' }), {}, noDraw)).toBe(easy.requests[0]);
    expect(chooseFrom(all, 'orders', NO_FACTS, {}, noDraw)).toBe(silent.orders[0]);
    expect(chooseFrom(all, 'webhooks', NO_FACTS, {}, noDraw)).toBeNull();
    expect(chooseFrom([], 'requests', NO_FACTS, {}, noDraw)).toBeNull();
  });
});

describe('counts', () => {
  const five = [{}, {}, {}, {}, {}];

  test.each([
    ['nth 2', rule({ nth: { min: 2, max: 2 } }), [false, true, false, false, false]],
    ['nth from 3', rule({ nth: { min: 3 } }), [false, false, true, true, true]],
    ['every second', rule({ nth: { every: 2 } }), [false, true, false, true, false]],
    ['times 2', rule({}, { times: 2 }), [true, true, false, false, false]],
    ['nth from 2, times 2', rule({ nth: { min: 2 } }, { times: 2 }), [false, true, true, false, false]],
  ])('%s', (_, one, expected) => {
    expect(replay(one, five)).toEqual(expected);
  });

  test('nth counts only the times when all other conditions held', () => {
    const one = rule({ nth: { min: 2, max: 2 }, externalId: 'a' });
    const asked = ['a', 'b', 'b', 'a'].map(externalId => ({ externalId }));
    expect(replay(one, asked)).toEqual([false, false, false, true]);
  });

  test('are kept per external_id if the rule says so; requests without one share a count', () => {
    const one = rule({}, { per: 'external_id', times: 1 });
    const asked = ['a', 'b', 'a', null, null].map(externalId => ({ externalId }));
    expect(replay(one, asked)).toEqual([true, true, false, true, false]);
  });

  test('are kept per order if the rule says so', () => {
    const one = rule({}, { per: 'order', times: 1 });
    expect(replay(one, [{ orderId: 1 }, { orderId: 2 }, { orderId: 1 }])).toEqual([true, true, false]);
  });

  test('are plain data: a restored copy continues like the original', () => {
    const one = rule({ nth: { min: 2, max: 2 } });
    const counters: Counters = {};
    choose([one], NO_FACTS, counters, noDraw);
    const [copiedRule, copiedCounters] = JSON.parse(JSON.stringify([one, counters])) as [Rule, Counters];
    expect(choose([copiedRule], NO_FACTS, copiedCounters, noDraw)).toBe(copiedRule);
  });

  test('are kept only for rules that need them', () => {
    const counters: Counters = {};
    const plain = rule({ externalId: '*' }, { per: 'external_id' });
    for (let order = 0; order < 100; order++)
      choose([plain], factsOf({ externalId: `id-${order}` }), counters, noDraw);
    expect(counters).toEqual({});
  });

  test("are deleted only for one scenario's rules", () => {
    const counters: Counters = {};
    for (const id of ['review/orders[0]', 'review-late/orders[0]'])
      choose([rule({}, { id, times: 1 })], NO_FACTS, counters, noDraw);
    forgetCounts(counters, 'review');
    expect(Object.keys(counters)).toEqual(['review-late/orders[0]']);
  });
});

describe('probability', () => {
  test('is drawn with a label that is never reused, and only if all other conditions hold', () => {
    const labels: string[] = [];
    const draws = [0.1, 0.9, 0.3];
    const one = rule({ probability: 0.5, externalId: 'a' }, { id: 'chancy/requests[0]' });
    const applied = replay(
      one,
      ['a', 'b', 'a', 'a'].map(externalId => ({ externalId })),
      label => {
        labels.push(label);
        return draws[labels.length - 1]!;
      },
    );
    expect(applied).toEqual([true, false, false, true]);
    expect(labels).toEqual([0, 1, 2].map(draw => `chancy/requests[0] draw ${draw}`));
  });

  test.each([
    [0, 0, false],
    [1, 0.999_999, true],
  ])('%d with a draw of %d applies: %j', (probability, drawn, applies) => {
    expect(replay(rule({ probability }), [{}], () => drawn)).toEqual([applies]);
  });

  test('is drawn before nth, which counts only the draws that succeeded', () => {
    const draws = [0.9, 0.1, 0.1];
    const one = rule({ probability: 0.5, nth: { min: 2, max: 2 } });
    expect(replay(one, [{}, {}, {}], () => draws.shift()!)).toEqual([false, false, true]);
  });
});

describe('an explanation', () => {
  test('names every failed condition with the expected and the actual value', () => {
    const one = rule(
      { operations: ['createOrder'], externalId: 'inv-*', orderAgeMs: { max: 10_000 }, key: 'demo' },
      { id: 'x/requests[0]' },
    );
    expect(explainMiss(one, factsOf({ operation: 'getQuote', orderAgeMs: 90_000, key: 'demo' }))).toBe(
      'x/requests[0] (scenarios/test.yaml:7:5) did not apply: operation: expected createOrder, found getQuote; ' +
        'external_id: expected inv-*, found unknown; order_age: expected at most 10s, found 90s.',
    );
  });

  test.each([
    ['nth', rule({ nth: { min: 2, max: 2 } }), 'nth: expected 2, this was match 1'],
    ['nth every', rule({ nth: { every: 3 } }), 'nth: expected a multiple of 3, this was match 1'],
    ['chance', rule({ probability: 0.1 }), 'probability: the random draw missed 0.1'],
  ])('says which count failed: %s', (_, one, reason) => {
    const counters: Counters = {};
    expect(choose([one], NO_FACTS, counters, () => 0.5)).toBeNull();
    expect(explainMiss(one, NO_FACTS, counters)).toContain(reason);
  });

  test('says that the limit of times is reached', () => {
    const one = rule({}, { times: 1 });
    const counters: Counters = {};
    choose([one], NO_FACTS, counters, noDraw);
    expect(choose([one], NO_FACTS, counters, noDraw)).toBeNull();
    expect(explainMiss(one, NO_FACTS, counters)).toContain('times: the limit of 1 is reached');
  });
});
