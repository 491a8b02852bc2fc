import { describe, expect, test } from 'vitest';
import {
  type Counters,
  chooseFrom,
  type Draw,
  explainMisses,
  type Facts,
  forgetCounts,
  MAX_COUNTERS,
} from '../../../src/core/scenario/choose-rule.ts';
import { MAX_FACT, type Match, NO_FACTS } from '../../../src/core/scenario/conditions.ts';
import type { Scenario } from '../../../src/core/scenario/scenario-schema.ts';

type Head = Partial<Omit<Scenario['requests'][number], 'match'>>;

/** Facts that are unknown except for these. */
const factsOf = (known: Partial<Facts> = {}): Facts => ({ ...NO_FACTS, ...known });

const noDraw: Draw = label => {
  throw new Error(`nothing should be drawn for ${label}`);
};

/** A scenario with a rule for requests, or several. Its rules can have the conditions of all lists. */
const scenarioOf = (rules: readonly (Head & { readonly match: Match })[], name = 'test'): Scenario => ({
  name,
  summary: name,
  requests: rules.map(rule => ({ per: 'account', commit: false, ...rule }) as Scenario['requests'][number]),
  orders: [],
  webhooks: [],
  sources: {
    requests: rules.map((_, index) => `scenarios/${name}.yaml:${7 + index}:5`),
    orders: [],
    webhooks: [],
  },
});
const rule = (match: Match = {}, head: Head = {}): Scenario => scenarioOf([{ ...head, match }]);

/** The id of the rule that applies, or null. */
const chosen = (
  scenario: Scenario,
  facts: Facts = NO_FACTS,
  counters: Counters = {},
  draw: Draw = noDraw,
): string | null => chooseFrom([scenario], 'requests', facts, counters, draw)?.id ?? null;

const explained = (scenario: Scenario, facts: Facts = NO_FACTS, counters: Counters = {}): string[] =>
  explainMisses([scenario], null, facts, counters, 5);

/** Evaluates one rule several times; true for each time that it applied. */
const replay = (one: Scenario, asked: readonly Partial<Facts>[], draw: Draw = noDraw): boolean[] => {
  const counters: Counters = {};
  return asked.map(known => chosen(one, factsOf(known), counters, draw) !== null);
};

describe('a condition', () => {
  const cases: [string, Match, Partial<Facts>, boolean][] = [
    ['an empty match holds for anything', {}, {}, true],
    [
      'operation is one of the list',
      { operation: ['getQuote', 'createOrder'] },
      { operation: 'createOrder' },
      true,
    ],
    ['another operation', { operation: 'createOrder' }, { operation: 'getQuote' }, false],
    ['external_id by glob', { external_id: 'inv-*' }, { externalId: 'inv-7' }, true],
    ['an unknown external_id satisfies no glob', { external_id: '*' }, { externalId: null }, false],
    ['the same address', { address: 'TAbc' }, { address: 'TAbc' }, true],
    ['an address in another case', { address: 'TAbc' }, { address: 'Tabc' }, false],
    ['package_id in range', { package_id: { min: 2, max: 3 } }, { packageId: 3 }, true],
    ['package_id above the range', { package_id: { min: 2, max: 3 } }, { packageId: 4 }, false],
    ['an unknown package_id', { package_id: 1 }, {}, false],
    ['energy_amount with an open bound', { energy_amount: { min: 5 } }, { energyAmount: 5_000 }, true],
    ['energy_amount below its minimum', { energy_amount: { min: 5 } }, { energyAmount: 4 }, false],
    ['key by name', { key: 'mobile' }, { key: 'mobile' }, true],
    ['order_age equal to its maximum', { order_age: { max: '10s' } }, { orderAgeMs: 10_000 }, true],
    ['order_age above its maximum', { order_age: { max: '10s' } }, { orderAgeMs: 10_001 }, false],
    ['order_age where there is no order', { order_age: { max: '10s' } }, { orderAgeMs: null }, false],
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
    expect(chosen(one, factsOf(known))).toBe(holds ? 'test/requests[0]' : null);
  });

  test('holds only if all others hold', () => {
    const one = rule({ operation: ['createOrder'], external_id: 'a*' });
    expect(chosen(one, factsOf({ operation: 'createOrder', externalId: 'b' }))).toBeNull();
    expect(chosen(one, factsOf({ operation: 'createOrder', externalId: 'ab' }))).toBe('test/requests[0]');
  });
});

describe('a rule that commits', () => {
  const first = { operation: 'createOrder', repeat: false } as const;
  const meets = (head: Head, match: Match = {}): boolean[] =>
    [first, { ...first, repeat: true }].map(facts => chosen(rule(match, head), factsOf(facts)) !== null);

  test('leaves repeats alone, unless it says so', () => {
    expect(meets({ commit: true, fault: 'hang' })).toEqual([true, false]);
    expect(meets({ commit: true, fault: 'hang' }, { repeat: true })).toEqual([false, true]);
    expect(meets({ fault: 'hang' })).toEqual([true, true]);
  });
});

test('a rule is named by its list and position, with the place in its file if there is one', () => {
  const { sources: _, ...inline } = rule();
  const named = [rule(), inline].map(one => chooseFrom([one], 'requests', NO_FACTS, {}, noDraw));
  expect(named).toMatchObject([
    { id: 'test/requests[0]', source: 'scenarios/test.yaml:7:5' },
    { id: 'test/requests[0]', source: 'inline requests[0]' },
  ]);
});

describe('the order of rules', () => {
  test('the first rule that holds wins, and the rules after it are not counted', () => {
    const both = scenarioOf([
      { match: {}, times: 1 },
      { match: {}, times: 1 },
    ]);
    const counters: Counters = {};
    const asked = [1, 2, 3].map(() => chosen(both, NO_FACTS, counters));
    expect(asked).toEqual(['test/requests[0]', 'test/requests[1]', null]);
    expect(counters['test/requests[1]']).toMatchObject({ matched: 2, applied: 1 });
  });

  test('scenarios are evaluated one after another, each only with its rules for the given point', () => {
    const silent = {
      ...scenarioOf([], 'silent'),
      orders: [{ match: {}, per: 'account' as const, lifecycle: [] }],
    };
    const all = [
      silent,
      scenarioOf([{ match: { external_id: 'a' } }], 'picky'),
      scenarioOf([{ match: {} }], 'easy'),
    ];
    const choose = (point: 'requests' | 'orders' | 'webhooks', externalId: string | null = null) =>
      chooseFrom(all, point, factsOf({ externalId }), {}, noDraw)?.id;
    expect([choose('requests', 'a'), choose('requests', 'b')]).toEqual([
      'picky/requests[0]',
      'easy/requests[0]',
    ]);
    expect([choose('orders'), choose('webhooks')]).toEqual(['silent/orders[0]', undefined]);
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
    const one = rule({ nth: 2, external_id: 'a' });
    const asked = ['a', 'b', 'b', 'a'].map(externalId => ({ externalId }));
    expect(replay(one, asked)).toEqual([false, false, false, true]);
  });

  test('are stored per external_id if the rule says so; requests without one share a count', () => {
    const one = rule({}, { per: 'external_id', times: 1 });
    const asked = ['a', 'b', 'a', null, null].map(externalId => ({ externalId }));
    expect(replay(one, asked)).toEqual([true, true, false, true, false]);
  });

  test('are stored per order if the rule says so', () => {
    const one = rule({}, { per: 'order', times: 1 });
    expect(replay(one, [{ orderId: 1 }, { orderId: 2 }, { orderId: 1 }])).toEqual([true, true, false]);
  });

  test('are plain data: a restored copy continues like the original', () => {
    const one = rule({ nth: { min: 2, max: 2 } });
    const counters: Counters = {};
    chosen(one, NO_FACTS, counters);
    const [copy, copiedCounters] = JSON.parse(JSON.stringify([one, counters])) as [Scenario, Counters];
    expect(chosen(copy, NO_FACTS, copiedCounters)).toBe('test/requests[0]');
  });

  test('are stored only for rules that need them', () => {
    const counters: Counters = {};
    const plain = rule({ external_id: '*' }, { per: 'external_id' });
    for (let order = 0; order < 100; order++) chosen(plain, factsOf({ externalId: `id-${order}` }), counters);
    expect(counters).toEqual({});
  });

  test("are deleted only for one scenario's rules", () => {
    const counters: Counters = {};
    for (const name of ['review', 'review-late'])
      chosen(scenarioOf([{ match: {}, times: 1 }], name), NO_FACTS, counters);
    forgetCounts(counters, 'review');
    expect(Object.keys(counters)).toEqual(['review-late/requests[0]']);
  });
});

test('external_ids that are too long to be valid share one count', () => {
  const long = [MAX_FACT + 1, 60_000, MAX_FACT].map(length => ({ externalId: 'a'.repeat(length) }));
  expect(replay(rule({}, { per: 'external_id', times: 1 }), long)).toEqual([true, false, true]);
});

test('the oldest counts of single external_ids are deleted, but never those of the account', () => {
  const counters: Counters = {};
  const ask = (one: Scenario, externalId: string) => chosen(one, factsOf({ externalId }), counters) !== null;
  const [ofAccount, perId] = (['account', 'external_id'] as const).map(per =>
    scenarioOf([{ match: {}, per, times: 1 }], per.replace('_', '-')),
  );
  expect(ask(ofAccount!, 'any')).toBe(true);
  for (let index = 0; index < MAX_COUNTERS; index++) ask(perId!, `id-${index}`);
  expect(Object.keys(counters).length).toBeLessThanOrEqual(MAX_COUNTERS);
  expect(ask(perId!, `id-${MAX_COUNTERS - 1}`)).toBe(false);
  expect(ask(ofAccount!, 'any')).toBe(false);
  expect(ask(perId!, 'id-0')).toBe(true);
});

describe('probability', () => {
  test('is drawn with a label that is never reused, and only if all other conditions hold', () => {
    const labels: string[] = [];
    const draws = [0.1, 0.9, 0.3];
    const one = rule({ probability: 0.5, external_id: 'a' });
    const applied = replay(
      one,
      ['a', 'b', 'a', 'a'].map(externalId => ({ externalId })),
      label => {
        labels.push(label);
        return draws[labels.length - 1]!;
      },
    );
    expect(applied).toEqual([true, false, false, true]);
    expect(labels).toEqual([0, 1, 2].map(draw => `test/requests[0] draw ${draw}`));
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
    const one = rule({
      operation: ['createOrder'],
      external_id: 'inv-*',
      order_age: { max: '10s' },
      key: 'demo',
    });
    expect(explained(one, factsOf({ operation: 'getQuote', orderAgeMs: 90_000, key: 'demo' }))).toEqual([
      'test/requests[0] (scenarios/test.yaml:7:5) did not apply: operation: expected createOrder, found getQuote; ' +
        'external_id: expected inv-*, found unknown; order_age: expected at most 10s, found 90s.',
    ]);
  });

  test.each([
    ['nth', rule({ nth: { min: 2, max: 2 } }), 'nth: expected 2, this was match 1'],
    ['nth every', rule({ nth: { every: 3 } }), 'nth: expected a multiple of 3, this was match 1'],
    ['chance', rule({ probability: 0.1 }), 'probability: the random draw missed 0.1'],
  ])('says which count failed: %s', (_, one, reason) => {
    const counters: Counters = {};
    expect(chosen(one, NO_FACTS, counters, () => 0.5)).toBeNull();
    expect(explained(one, NO_FACTS, counters)[0]).toContain(reason);
  });

  test('comes first for the rule with the fewest failed conditions, and not for the one that was chosen', () => {
    const three = scenarioOf([
      { match: { key: 'a', address: 'T*' } },
      { match: { key: 'b' } },
      { match: { key: 'c' } },
    ]);
    const facts = factsOf({ key: 'c' });
    const applied = chooseFrom([three], 'requests', facts, {}, noDraw);
    const misses = explainMisses([three], applied, facts, {}, 5);
    expect(misses.map(text => text.split(' ')[0])).toEqual(['test/requests[1]', 'test/requests[0]']);
  });

  test('says that the limit of times is reached', () => {
    const one = rule({}, { times: 1 });
    const counters: Counters = {};
    chosen(one, NO_FACTS, counters);
    expect(chosen(one, NO_FACTS, counters)).toBeNull();
    expect(explained(one, NO_FACTS, counters)[0]).toContain('times: the limit of 1 is reached');
  });
});
