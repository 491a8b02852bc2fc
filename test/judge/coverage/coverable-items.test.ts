import { describe, expect, test } from 'vitest';
import { builtinContract } from '../../../src/contract/load-contract.ts';
import { ORDER_STATUSES, TRANSITIONS } from '../../../src/core/domain/order.ts';
import { CORRUPTIONS, TRANSPORT_FAULTS } from '../../../src/core/scenario/rule-effects.ts';
import {
  builtInCoverableItems,
  type CoverableItem,
  type CoverageGroup,
  coverableItems,
} from '../../../src/judge/coverage/coverable-items.ts';

const CONTRACT = await builtinContract('energy-rental-v1');
const COVERABLE = await builtInCoverableItems();

const subjectsIn = (group: CoverageGroup, items: readonly CoverableItem[] = COVERABLE): string[] =>
  items
    .filter(item => item.group === group)
    .map(({ id }) => id.slice(id.indexOf(' ') + 1))
    .sort();

const position = (id: string): number => COVERABLE.findIndex(item => item.id === id);

/** The conditions of deliveries that are no corruptions. */
const CONDITIONS = [
  'before-response',
  'duplicated',
  'given-up',
  'late',
  'lost',
  'reordered',
  'replayed',
  'retried',
];

describe('what can be covered', () => {
  test('is every response of every operation of the description', () => {
    const described = CONTRACT.operations.flatMap(({ id, described: { responses } }) =>
      Object.keys(responses).map(status => `${id} ${status}`),
    );
    expect(described.length).toBeGreaterThan(40);
    expect(subjectsIn('responses')).toEqual(described.sort());
  });

  test('gains a response as soon as the description lists it', () => {
    const more = CONTRACT.operations.map(one => {
      const responses = { ...one.described.responses, '409': { description: 'A conflict.' } };
      return one.id === 'getQuote' ? { ...one, described: { ...one.described, responses } } : one;
    });
    const before = subjectsIn('responses');
    const after = subjectsIn('responses', coverableItems(more));
    expect(after.filter(subject => !before.includes(subject))).toEqual(['getQuote 409']);
  });

  test.each<[CoverageGroup, readonly string[]]>([
    ['replays', ['createOrder', 'createOrdersBulk item']],
    ['faults', [...TRANSPORT_FAULTS, 'every-attempt']],
    ['states', [...ORDER_STATUSES, 'failed refunded', 'failed unrefunded']],
    ['transitions', ORDER_STATUSES.flatMap(from => TRANSITIONS[from].map(to => `${from}>${to}`))],
    ['events', ORDER_STATUSES.map(status => `order.${status}`)],
    ['deliveries', [...CORRUPTIONS, ...CONDITIONS]],
  ])('is all that there is of %s', (group, all) => {
    expect(subjectsIn(group)).toEqual([...all].sort());
  });

  test('has an id and a line of its own for each item', () => {
    expect(new Set(COVERABLE.map(({ id }) => id)).size).toBe(COVERABLE.length);
    for (const { how } of COVERABLE) expect(how).toMatch(/^\S[ -~]*\S$/);
  });
});

describe('the order of the items', () => {
  test.each([
    ['fault every-attempt', 'response createOrder 402'],
    ['state failed unrefunded', 'response createOrder 402'],
    ['response createOrder 401', 'response createOrder 422'],
    ['response createOrder 403', 'response createOrder 422'],
    ['fault connection-reset', 'response createOrder 402'],
    ['response createOrder 402', 'response getQuote 429'],
    ['response createOrder 503', 'response createOrder 422'],
    ['state failed refunded', 'state delegating'],
    ['transition delegating>failed', 'transition delegating>delegated'],
    ['delivery duplicated', 'delivery retried'],
    ['delivery wrong-secret', 'delivery extra-field'],
    ['delivery extra-field', 'delivery upper-case-hex'],
    ['response getQuote 404', 'response createOrder 400'],
    ['response createOrder 422', 'response createOrder 413'],
  ])('puts %s, which costs more if no test covers it, before %s', (first, second) => {
    expect(position(first)).toBeGreaterThanOrEqual(0);
    expect(position(first)).toBeLessThan(position(second));
  });
});

describe('the line that provokes an item', () => {
  test.each([
    ['response createOrder 402', 'X-Sandbox-Scenario: insufficient-balance'],
    ['response createOrdersBulk 207', 'X-Sandbox-Scenario: bulk-partial'],
    ['fault connection-reset', 'X-Sandbox-Scenario: response-lost'],
    ['transition delegating>failed', 'X-Sandbox-Scenario: failed-with-refund'],
    ['delivery replayed', 'X-Sandbox-Scenario: webhook-replayed'],
    ['response getBalance 405', 'POST /api/v1/balance/'],
    ['response createOrder 401', 'X-Sandbox-Scenario: key-expires, from the fourth request on'],
    ['response createOrder 403', 'X-Sandbox-Scenario: ip-not-allowed, after the first order'],
    ['state failed unrefunded', 'X-Sandbox-Scenario: failed-without-refund'],
    ['fault empty-reply', 'X-Sandbox-Scenario: truncated-answer, with GET /api/v1/status/ of an order'],
    [
      'transition delegated>undelegating',
      'place an order, then npx energy-rental-sandbox advance --until order.undelegating, and query its status',
    ],
    ['event order.failed', 'npx energy-rental-sandbox trigger order.failed, and respond with 200'],
  ])('for %s is: %s', (id, how) => {
    expect(COVERABLE[position(id)]).toMatchObject({ how });
  });
});
