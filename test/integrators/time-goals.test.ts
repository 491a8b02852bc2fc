import { describe, expect, test } from 'vitest';
import type { Answered } from '../support/api-client.ts';
import { MINUTE_MS, ORDER_FIELDS, SECOND_MS, type Stage, startStage } from './stage.ts';

interface Fired {
  readonly at: string;
  readonly kind: string;
  readonly event?: string;
  readonly order_id?: number;
}

interface AdvanceData {
  readonly now: string;
  readonly fired: readonly Fired[];
}

/** Advances the account through the control API. */
const advance = (stage: Stage, body: object): Promise<Answered<AdvanceData>> =>
  stage.api.call('POST', '/_sandbox/accounts/me/clock/advance', { body });

const secondsSince = (stage: Stage, at: string): number =>
  (Date.parse(at) - stage.sandbox.state.orders[0]!.steps[0]!.atMs) / SECOND_MS;

const transitions = (stage: Stage, { data }: Answered<AdvanceData>): string[] =>
  data.fired
    .filter(one => one.kind === 'order')
    .map(one => `${one.order_id} ${one.event} at ${secondsSince(stage, one.at)}`);

describe('an advance goes', () => {
  test('by a duration, and lists everything that happened in order with its virtual time', async () => {
    const stage = await startStage();
    await using _sandbox = stage.sandbox;
    await stage.order('a');
    const answered = await advance(stage, { by: '15s' });
    expect(secondsSince(stage, answered.data.now)).toBe(15);
    expect(
      answered.data.fired.map(one => `${one.kind} ${one.event} at ${secondsSince(stage, one.at)}`),
    ).toEqual([
      'order order.delegating at 3',
      'attempt order.delegating at 3',
      'settled order.delegating at 3',
      'order order.delegated at 12',
      'attempt order.delegated at 12',
      'settled order.delegated at 12',
    ]);
    expect(stage.receiver.names).toEqual(['order.processing', 'order.delegating', 'order.delegated']);
  });

  test('to a time, including it', async () => {
    const stage = await startStage();
    await using _sandbox = stage.sandbox;
    await stage.order('a');
    const at = (ms: number): string =>
      new Date(stage.sandbox.state.orders[0]!.steps[0]!.atMs + ms).toISOString();
    expect(transitions(stage, await advance(stage, { to: at(12 * SECOND_MS - 1) }))).toEqual([
      '1 order.delegating at 3',
    ]);
    expect(transitions(stage, await advance(stage, { to: at(12 * SECOND_MS) }))).toEqual([
      '1 order.delegated at 12',
    ]);
    const back = await advance(stage, { to: at(SECOND_MS) });
    expect(back.status).toBe(400);
    expect((back.json as { message: string }).message).toContain('time never runs backward');
  });

  test('until an event kind, of the first order that has it', async () => {
    const stage = await startStage();
    await using _sandbox = stage.sandbox;
    await stage.order('a');
    await stage.sandbox.advance(SECOND_MS);
    await stage.order('b', { ...ORDER_FIELDS, duration_minutes: 5 });
    const answered = await advance(stage, { until: 'order.completed' });
    expect(transitions(stage, answered).at(-1)).toBe('2 order.completed at 322');
    expect(secondsSince(stage, answered.data.now)).toBe(322);
    expect(stage.receiver.names.at(-1)).toBe('order.completed');
  });

  test('until an order has reached a status, regardless of other orders', async () => {
    const stage = await startStage();
    await using _sandbox = stage.sandbox;
    await stage.order('a');
    await stage.order('b', { ...ORDER_FIELDS, duration_minutes: 5 });
    const answered = await advance(stage, { until: 'order.completed', order: 1 });
    expect(transitions(stage, answered)).toContain('2 order.completed at 321');
    expect(secondsSince(stage, answered.data.now)).toBe(3_621);
  });

  test('until nothing is due, including retries', async () => {
    const stage = await startStage();
    await using _sandbox = stage.sandbox;
    await stage.order('a');
    stage.receiver.always(({ event }) => (event.event === 'order.completed' ? 500 : 204));
    const answered = await advance(stage, { until: 'idle' });
    expect(secondsSince(stage, answered.data.now)).toBe(3_621 + 13_955);
    expect((await advance(stage, { until: 'idle' })).data.fired).toEqual([]);
  });
});

describe('an advance is refused, and nothing moves,', () => {
  test.each([
    ['review', 'order.completed', 'order 1 is in processing and will go on to review'],
    ['stuck-processing', 'order.delegating', 'order 1 is in processing and will not change by itself'],
  ])('if the scenario %s does not lead any order to %s', async (scenario, until, reason) => {
    const stage = await startStage({ scenarios: [scenario] });
    await using _sandbox = stage.sandbox;
    const orderId = await stage.order('a');
    const before = stage.sandbox.nowMs;
    for (const body of [{ until }, { until, order: orderId }]) {
      const refused = await advance(stage, body);
      expect(refused.outcome).toBe('409 NOT_REACHABLE');
      expect((refused.json as { message: string }).message).toContain(reason);
    }
    expect(stage.sandbox.nowMs).toBe(before);
  });

  test('if the order has already been in that status, whose time is reported', async () => {
    const stage = await startStage();
    await using _sandbox = stage.sandbox;
    await stage.order('a');
    await stage.sandbox.advance(MINUTE_MS);
    const refused = await advance(stage, { until: 'order.delegated', order: 1 });
    expect(refused.outcome).toBe('409 NOT_REACHABLE');
    expect((refused.json as { message: string }).message).toMatch(/was already in delegated, at .*:12\.000Z/);
  });
});

test('an advance whose goal becomes impossible reports that it was not reached', async () => {
  const stage = await startStage();
  await using _sandbox = stage.sandbox;
  await stage.order('a');
  stage.receiver.always(({ event }) => {
    if (event.event === 'order.delegating') {
      stage.sandbox.core.runner.execute(stage.sandbox.account, 'move', { order: 1, to: 'failed' });
    }
    return 204;
  });
  const refused = await advance(stage, { until: 'order.completed' });
  expect(refused.outcome).toBe('409 NOT_REACHABLE');
  expect((await stage.api.status({ id: 1 })).data.status).toBe('failed');
});
