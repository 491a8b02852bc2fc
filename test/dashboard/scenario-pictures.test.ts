import { expect, test } from 'vitest';
import { groupOf, listedScenarios } from '../../src/dashboard/pages/scenarios/list-scenarios.ts';
import { pictureOf } from '../../src/dashboard/pages/scenarios/picture-model.ts';
import { loadBuiltInScenarios } from '../../src/host/scenarios/read-scenarios.ts';

const library = new Map((await loadBuiltInScenarios()).map(scenario => [scenario.name, scenario]));
const pictured = (name: string) => pictureOf(library.get(name)!);
const groupNamed = (name: string) => {
  const { requests, orders, webhooks } = library.get(name)!;
  return groupOf({ requests: requests.length, orders: orders.length, webhooks: webhooks.length });
};

test('every built-in scenario has a picture, a summary for those who do not see it, and a group', () => {
  for (const [name, { summary }] of library) {
    expect(pictured(name).kind, name).toMatch(/^(lifecycle|response|webhooks)$/);
    expect(summary, name).toMatch(/\w{4}/);
    expect(['responses', 'lifecycles', 'webhooks'], name).toContain(groupNamed(name));
  }
  expect(['review', 'webhook-late', 'rate-limited', 'balance-runs-out'].map(groupNamed)).toEqual([
    'lifecycles',
    'webhooks',
    'responses',
    'responses',
  ]);
});

test('a lifecycle is pictured by its states, its long delay and its refund', () => {
  expect(pictured('failed-with-refund')).toMatchObject({
    states: ['processing', 'delegating', 'failed'],
    delay: null,
    refund: 'refund 5 s',
  });
  expect(pictured('review-then-failed')).toMatchObject({
    delay: { state: 2, text: '10 min' },
    refund: 'refunded',
  });
  expect(pictured('stuck-processing')).toMatchObject({ states: ['processing'], refund: null });
});

test('a response is pictured with its status, its fate, and whether the request is carried out', () => {
  expect(pictured('service-unavailable')).toMatchObject({
    label: '503',
    fate: 'answered',
    isCommitted: false,
  });
  expect(pictured('response-lost')).toMatchObject({ fate: 'lost', isCommitted: true });
  expect(pictured('hang-after-commit')).toMatchObject({ fate: 'never', isCommitted: true });
  expect(pictured('slow-answer')).toMatchObject({ isSlow: true, isBad: false });
  expect(pictured('balance-runs-out')).toMatchObject({ label: '402', isBad: true });
});

test('webhooks are pictured as arrows: repeated, held back, lost, forged', () => {
  const deliveries = (name: string) => {
    const picture = pictured(name);
    return picture.kind === 'webhooks' ? picture.deliveries : [];
  };
  expect(deliveries('webhook-duplicated').length).toBe(10);
  expect(deliveries('webhooks-lost').every(({ isLost }) => isLost)).toBe(true);
  expect(deliveries('webhook-forged').some(({ isForged }) => isForged)).toBe(true);
  expect(deliveries('webhook-reordered').map(({ from, to }) => to > from)).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
  expect(deliveries('webhook-replayed').length).toBe(6);
});

test("an account's own scenario takes the place of the built-in one in lists, active or not", () => {
  const summary = { summary: '', magic_address: null, requests: 0, orders: 1, webhooks: 0 };
  const named = (name: string) => ({ name, ...summary });
  const own = named('review');
  const listed = listedScenarios({
    active: [named('older')],
    own: [own],
    library: [named('review'), named('slow')],
  });
  expect(
    listed.map(({ scenario, isOwn, replaces, isActive }) => [scenario.name, isOwn, replaces, isActive]),
  ).toEqual([
    ['older', false, false, true],
    ['review', true, true, false],
    ['slow', false, false, false],
  ]);
});
