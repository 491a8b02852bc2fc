import { beforeEach, expect, test } from 'vitest';
import { parseScenarioJson } from '../../../src/core/scenario/parse-scenario.ts';
import { scenario } from './inline.ts';
import {
  activate,
  begin,
  bulk,
  deliver,
  handle,
  item,
  names,
  order,
  pass,
  play,
  SECOND_MS,
  world,
} from './stage.ts';

const MINUTE_MS = 60 * SECOND_MS;
const status = () => handle({ operation: 'getBalance' });

beforeEach(() => begin());

test('clock: an outage begins and ends at its minutes, for requests, orders and webhooks', () => {
  const down = { match: { clock: { from: '2m', to: '12m' } }, reply: { error: 'SERVICE_UNAVAILABLE' } };
  play(down);
  const isDown = (): boolean => status().outcome.kind === 'preempted';
  const seen = [isDown()];
  for (const ms of [2 * MINUTE_MS - 1, 1, 10 * MINUTE_MS - 1, 1]) {
    pass(ms);
    seen.push(isDown());
  }
  expect(seen).toEqual([false, false, true, true, false]);
});

test('clock: counts from the creation of the account, also where a rule concerns orders or webhooks', () => {
  pass(MINUTE_MS);
  activate({
    orders: [{ match: { clock: { from: '1m' } }, lifecycle: [{ after: '1s', to: 'delegating' }] }],
    webhooks: [{ match: { clock: { to: '61s' } }, deliver: { copies: 2 } }],
  });
  order();
  expect(names()).toEqual(['0:1', '0:1:2']);
  expect(world.account.state.lifecycles.map(({ steps }) => steps.length)).toEqual([1]);
});

test.each([
  [{ from: '3m', to: '2m' }, 'a to that is later than from'],
  [{}, 'at least one bound'],
  [{ from: 3 }, 'a duration such as'],
])('clock: %o is refused', (clock, problem) => {
  const loaded = parseScenarioJson({
    name: 'x',
    summary: 'x',
    requests: [{ match: { clock }, reply: { error: 'RATE_LIMITED' } }],
  });
  expect(JSON.stringify(loaded)).toContain(problem);
});

test('after: a time between two bounds is drawn for each request, and is the same for the same seed', () => {
  const drawn = (): number[] => {
    begin();
    play({ reply: { after: { min: '50ms', max: '800ms' } } });
    return Array.from({ length: 20 }, () => status().delayMs);
  };
  const first = drawn();
  expect(drawn()).toEqual(first);
  expect(new Set(first).size).toBeGreaterThan(15);
  expect([Math.min(...first) >= 50, Math.max(...first) <= 800]).toEqual([true, true]);
});

test('after: the longest time that is drawn for the items of a bulk request delays it', () => {
  play({ match: { operation: 'createOrder' }, reply: { after: { min: '1s', max: '2s' } } });
  const { delayMs } = bulk([item('a'), item('b')]);
  expect([delayMs >= 1_000, delayMs <= 2_000]).toEqual([true, true]);
});

test('after: a minimum above the maximum is refused', () => {
  const requests = [{ reply: { after: { min: '2s', max: '1s' } } }];
  expect(() => scenario({ requests })).toThrow('a min that is not greater than max');
});

test('new-event-id: a copy is in flight beside the event', () => {
  deliver({ deliver: { copies: 2, apart: '30s' }, corrupt: 'new-event-id' });
  order();
  pass(30 * SECOND_MS);
  expect(names().slice(0, 2)).toEqual(['0:1', '0:1:2']);
});
