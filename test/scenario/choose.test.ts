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
} from '../../src/scenario/choose.ts';
import type { Scenario } from '../../src/scenario/types.ts';

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

/** Asks one rule several times over; true where it applied. */
const replay = (one: Rule, asked: readonly Facts[], draw: Draw = noDraw): boolean[] => {
  const counters: Counters = {};
  return asked.map(facts => choose([one], facts, counters, draw) === one);
};

describe('a condition', () => {
  const cases: [string, Rule['match'], Facts, boolean][] = [
    ['an empty match holds for anything', {}, {}, true],
    ['operation is one of the list', { operations: ['createOrder'] }, { operation: 'createOrder' }, true],
    ['another operation', { operations: ['createOrder'] }, { operation: 'getQuote' }, false],
    ['external_id by glob', { externalId: 'inv-*' }, { externalId: 'inv-7' }, true],
    ['external_id null satisfies no glob', { externalId: '*' }, { externalId: null }, false],
    ['external_id not known satisfies no glob', { externalId: '*' }, {}, false],
    ['address to the letter', { address: 'TAbc' }, { address: 'TAbc' }, true],
    ['address in another case', { address: 'TAbc' }, { address: 'Tabc' }, false],
    ['package_id in range', { packageId: { min: 2, max: 3 } }, { packageId: 3 }, true],
    ['package_id beyond', { packageId: { min: 2, max: 3 } }, { packageId: 4 }, false],
    ['package_id not known', { packageId: {} }, {}, false],
    ['energy_amount with an open bound', { energyAmount: { min: 5 } }, { energyAmount: 5_000 }, true],
    ['energy_amount below it', { energyAmount: { min: 5 } }, { energyAmount: 4 }, false],
    ['key by name', { key: 'mobile' }, { key: 'mobile' }, true],
    ['order_age up to and with its max', { orderAgeMs: { max: 10_000 } }, { orderAgeMs: 10_000 }, true],
    ['order_age over its max', { orderAgeMs: { max: 10_000 } }, { orderAgeMs: 10_001 }, false],
    ['order_age without an order', { orderAgeMs: { max: 10_000 } }, { orderAgeMs: null }, false],
    ['item as a multiple', { item: { every: 2 } }, { item: 4 }, true],
    ['item between multiples', { item: { every: 2 } }, { item: 3 }, false],
    ['item of a single order', { item: { every: 1 } }, {}, false],
    ['a repeat', { repeat: true }, { repeat: true, operation: 'createOrder' }, true],
    ['no repeat', { repeat: false }, { repeat: true, operation: 'createOrder' }, false],
    [
      'a status request repeats nothing',
      { repeat: false },
      { repeat: true, operation: 'getOrderStatus' },
      true,
    ],
    ['not known to be a repeat', { repeat: false }, {}, true],
    ['event by glob', { event: 'order.*ing' }, { event: 'order.processing' }, true],
    ['another event', { event: 'order.failed' }, { event: 'order.review' }, false],
    ['attempt in range', { attempt: { max: 2 } }, { attempt: 2 }, true],
    ['attempt beyond', { attempt: { max: 2 } }, { attempt: 3 }, false],
  ];
  test.each(cases)('%s', (_, match, facts, holds) => {
    const one = rule(match);
    expect(choose([one], facts, {}, noDraw)).toBe(holds ? one : null);
    expect(missedConditions(one, facts)).toBe(holds ? 0 : 1);
  });

  test('holds only together with all others', () => {
    const one = rule({ operations: ['createOrder'], externalId: 'a*' });
    expect(choose([one], { operation: 'createOrder', externalId: 'b' }, {}, noDraw)).toBeNull();
    expect(choose([one], { operation: 'createOrder', externalId: 'ab' }, {}, noDraw)).toBe(one);
  });
});

describe('the order of rules', () => {
  test('the first that holds wins, and those behind it are not counted', () => {
    const first = rule({}, { times: 1 });
    const second = rule({}, { times: 1 });
    const counters: Counters = {};
    const asked = [1, 2, 3].map(() => choose([first, second], {}, counters, noDraw));
    expect(asked).toEqual([first, second, null]);
    expect(counters[second.id]).toMatchObject({ matched: 2, applied: 1 });
  });

  test('scenarios are asked one after another, and only for the point in question', () => {
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
    expect(chooseFrom(all, 'requests', { externalId: 'a' }, {}, noDraw)).toBe(picky.requests[0]);
    expect(chooseFrom(all, 'requests', { externalId: 'b' }, {}, noDraw)).toBe(easy.requests[0]);
    expect(chooseFrom(all, 'orders', {}, {}, noDraw)).toBe(silent.orders[0]);
    expect(chooseFrom(all, 'webhooks', {}, {}, noDraw)).toBeNull();
    expect(chooseFrom([], 'requests', {}, {}, noDraw)).toBeNull();
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

  test('nth counts only the times that all other conditions held', () => {
    const one = rule({ nth: { min: 2, max: 2 }, externalId: 'a' });
    const asked = ['a', 'b', 'b', 'a'].map(externalId => ({ externalId }));
    expect(replay(one, asked)).toEqual([false, false, false, true]);
  });

  test('per external_id, each has a count of its own, and those without share one', () => {
    const one = rule({}, { per: 'external_id', times: 1 });
    const asked = ['a', 'b', 'a', null, null].map(externalId => ({ externalId }));
    expect(replay(one, asked)).toEqual([true, true, false, true, false]);
  });

  test('per order, each has a count of its own', () => {
    const one = rule({}, { per: 'order', times: 1 });
    expect(replay(one, [{ orderId: 1 }, { orderId: 2 }, { orderId: 1 }])).toEqual([true, true, false]);
  });

  test('are plain data, so that a restored copy goes on where it stood', () => {
    const one = rule({ nth: { min: 2, max: 2 } });
    const counters: Counters = {};
    choose([one], {}, counters, noDraw);
    const [copiedRule, copiedCounters] = JSON.parse(JSON.stringify([one, counters])) as [Rule, Counters];
    expect(choose([copiedRule], {}, copiedCounters, noDraw)).toBe(copiedRule);
  });

  test('are kept only for rules that need them', () => {
    const counters: Counters = {};
    const plain = rule({ externalId: '*' }, { per: 'external_id' });
    for (let order = 0; order < 100; order++)
      choose([plain], { externalId: `id-${order}` }, counters, noDraw);
    expect(counters).toEqual({});
  });

  test("are forgotten for one scenario's rules alone", () => {
    const counters: Counters = {};
    for (const id of ['review/orders[0]', 'review-late/orders[0]'])
      choose([rule({}, { id, times: 1 })], {}, counters, noDraw);
    forgetCounts(counters, 'review');
    expect(Object.keys(counters)).toEqual(['review-late/orders[0]']);
  });
});

describe('probability', () => {
  test('is drawn under a label that is never used twice, and only where all else holds', () => {
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

  test('comes before nth, which counts only what chance let through', () => {
    const draws = [0.9, 0.1, 0.1];
    const one = rule({ probability: 0.5, nth: { min: 2, max: 2 } });
    expect(replay(one, [{}, {}, {}], () => draws.shift()!)).toEqual([false, false, true]);
  });
});

describe('an explanation', () => {
  test('names every condition that failed, with what was expected and what was found', () => {
    const one = rule(
      { operations: ['createOrder'], externalId: 'inv-*', orderAgeMs: { max: 10_000 }, key: 'demo' },
      { id: 'x/requests[0]' },
    );
    expect(explainMiss(one, { operation: 'getQuote', orderAgeMs: 90_000, key: 'demo' })).toBe(
      'x/requests[0] (scenarios/test.yaml:7:5) did not apply: operation: expected createOrder, found getQuote; ' +
        'external_id: expected inv-*, found not known; order_age: expected at most 10s, found 90s.',
    );
  });

  test.each([
    ['nth', rule({ nth: { min: 2, max: 2 } }), 'nth: expected 2, this was time 1'],
    ['nth every', rule({ nth: { every: 3 } }), 'nth: expected a multiple of 3, this was time 1'],
    ['chance', rule({ probability: 0.1 }), 'probability: 0.1 was not drawn'],
  ])('tells of %s', (_, one, reason) => {
    const counters: Counters = {};
    expect(choose([one], {}, counters, () => 0.5)).toBeNull();
    expect(explainMiss(one, {}, counters)).toContain(reason);
  });

  test('tells of times that are used up', () => {
    const one = rule({}, { times: 1 });
    const counters: Counters = {};
    choose([one], {}, counters, noDraw);
    expect(choose([one], {}, counters, noDraw)).toBeNull();
    expect(explainMiss(one, {}, counters)).toContain('times: 1 used up');
  });
});
