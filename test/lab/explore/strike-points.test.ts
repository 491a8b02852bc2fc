import { expect, test } from 'vitest';
import type { TracedAccount } from '../../../src/judge/suite-trace.ts';
import { disturbancesWith, SHORT } from '../../../src/lab/explore/built-in-disturbances.ts';
import type { Disturbance } from '../../../src/lab/explore/disturbance.ts';
import { describePoint, strikePoints } from '../../../src/lab/explore/strike-points.ts';
import { account, burned, event, made } from './fake-suite.ts';

const disturbance = (id: string): Disturbance => disturbancesWith(SHORT).find(one => one.id === id)!;
const traceOf = (accounts: readonly TracedAccount[]) => [{ accounts, struck: 0, truncated: false }];

const pointsOf = (id: string, first: readonly TracedAccount[], second = first): string[] =>
  strikePoints(disturbance(id), traceOf(first), traceOf(second)).map(describePoint);

test('are the orders that a suite makes, by account and external_id', () => {
  const repeated = { ...made('a'), made: false };
  expect(pointsOf('response-lost', [account('shop', [made('a'), repeated, made('b')])])).toEqual([
    'createOrder of order a in account shop',
    'createOrder of order b in account shop',
  ]);
});

test('name an order by its number if it has no external_id, or another one in each run', () => {
  expect(
    pointsOf(
      'response-lost',
      [account('shop', [made('x1'), made(null)])],
      [account('shop', [made('x2'), made(null)])],
    ),
  ).toEqual(['createOrder, number 1 in account shop', 'createOrder, number 2 in account shop']);
});

test('leave the account out if it has another name in each run', () => {
  expect(pointsOf('response-lost', [account('w1', [made('a')])], [account('w2', [made('a')])])).toEqual([
    'createOrder of order a',
  ]);
});

test('are only those that both runs reach', () => {
  const status = { operation: 'getOrderStatus', external_id: 'a', made: false } as const;
  expect(
    pointsOf(
      'not-found-after-accept',
      [account('shop', [made('a'), status])],
      [account('shop', [made('a')])],
    ),
  ).toEqual([]);
});

test('of accounts with the same name in several processes are one', () => {
  const one = account('demo', [made('a')]);
  expect(pointsOf('response-lost', [one, one])).toEqual(['createOrder of order a in account demo']);
});

test('of events count those that must not be struck, because a scenario counts them too', () => {
  const events = [event('order.delegating', 1), event('order.delegating', 2), event('order.delegated', 2)];
  expect(pointsOf('webhook-reordered', [account('shop', [], events)])).toEqual([
    'order.delegating, number 2 in account shop',
  ]);
});

test('of the chain are only in accounts whose node is called', () => {
  const shop = account('shop', [made('a')]);
  const wallet = account('wallet', [made('b')], [], [], [burned('tx', 1)]);
  expect(pointsOf('energy-late', [shop, wallet])).toEqual(['lifecycle of order b in account wallet']);
  expect(pointsOf('node-down', [shop, wallet])).toEqual(['createOrder of order b in account wallet']);
  expect(pointsOf('node-down', [shop, wallet], [shop])).toEqual([]);
});
