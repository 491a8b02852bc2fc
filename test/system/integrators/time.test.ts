import { describe, expect, test } from 'vitest';
import { type ClockMode, isoTime, parseClockMode } from '../../../src/core/domain/time.ts';
import { addressNumber } from '../../support/addresses.ts';
import { REAL_TIMEOUT_MS, SimulatedHost } from './simulated-host.ts';
import { HOUR_MS, MINUTE_MS, ORDER_FIELDS, SECOND_MS, Stage, stageWith, startStage } from './stage.ts';

const OFFSETS_S = [0, 3, 12, 3_612, 3_621];
const EACH_ONCE = { steps: OFFSETS_S, attempts: OFFSETS_S.map(offset => [offset]) };

/** A stage whose host's time passes only when a test says so. */
class ClockedStage extends Stage {
  readonly host: SimulatedHost;

  constructor(host: SimulatedHost, { sandbox, receiver }: Stage) {
    super(sandbox, receiver);
    this.host = host;
  }

  /** Begins with an order whose first webhook is delivered. */
  static async begin(clock: string): Promise<ClockedStage> {
    const hostClock = new SimulatedHost();
    const assumptions = { webhook_timeout_ms: REAL_TIMEOUT_MS };
    const clocked = new ClockedStage(hostClock, await startStage({ hostClock, clock, assumptions }));
    await clocked.order('a');
    await clocked.sandbox.quiet();
    return clocked;
  }

  setClock(text: string): void {
    const { core, account } = this.sandbox;
    core.runner.setClock(account, parseClockMode(text) as ClockMode);
  }

  /** Advances the host's time, in steps if responses are to be received in between, and waits for the webhooks. */
  async pass(ms: number, stepMs = ms): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      this.host.pass(stepMs);
      await this.sandbox.quiet();
    }
  }
}

describe('a clock whose mode changes', () => {
  test('from manual to real to 60x and back loses and repeats nothing', async () => {
    await using stage = await ClockedStage.begin('manual');
    await stage.pass(10 * MINUTE_MS);
    expect(stage.instants.steps).toEqual([0]);
    await stage.sandbox.advance(2 * SECOND_MS);

    stage.setClock('real');
    await stage.pass(SECOND_MS - 1);
    expect(stage.instants.steps).toEqual([0]);
    await stage.pass(1);
    expect(stage.instants.steps).toEqual([0, 3]);
    await stage.pass(9 * SECOND_MS - 900);

    stage.setClock('60x');
    await stage.pass(15);
    expect(stage.instants.steps).toEqual([0, 3, 12]);
    await stage.pass(30 * SECOND_MS);
    stage.setClock('manual');
    const standsMs = stage.sandbox.nowMs;
    await stage.pass(HOUR_MS);
    expect(stage.sandbox.nowMs).toBe(standsMs);
    await stage.sandbox.settle();
    expect(stage.instants).toEqual(EACH_ONCE);
    expect(stage.receiver.deliveries).toHaveLength(OFFSETS_S.length);
  });

  test('continues retries at their times', async () => {
    await using stage = await ClockedStage.begin('manual');
    stage.receiver.always(({ event }) => (event.event === 'order.delegating' ? 500 : 204));
    stage.setClock('60x');
    await stage.pass(250, 1);
    stage.setClock('manual');
    await stage.sandbox.advance(30 * SECOND_MS);
    stage.setClock('real');
    await stage.pass(3 * MINUTE_MS, 100);
    stage.setClock('manual');
    await stage.sandbox.settle();
    const attempts = stage.instants.attempts[1]!;
    const pauses = attempts
      .slice(1)
      .map((at, index) => Math.floor(Math.round((at - attempts[index]!) * SECOND_MS) / SECOND_MS));
    expect(pauses).toEqual([5, 30, 120, 300, 900, 1_800, 3_600, 7_200]);
  });

  test.each(['manual', 'real', '60x'])('to %s at the time of a transition makes it once', async mode => {
    await using stage = await ClockedStage.begin('real');
    await stage.pass(3 * SECOND_MS - 1);
    stage.setClock('manual');
    await stage.sandbox.advance(1);
    stage.setClock(mode);
    stage.setClock(mode);
    await stage.sandbox.quiet();
    expect(stage.instants.steps).toEqual([0, 3]);
    stage.setClock('manual');
    await stage.sandbox.settle();
    expect(stage.instants).toEqual(EACH_ONCE);
  });

  test('a thousand times does not lose a millisecond', async () => {
    await using stage = await ClockedStage.begin('real');
    const startedMs = stage.sandbox.nowMs;
    for (let change = 0; change < 1_000; change++) {
      stage.host.pass(7);
      stage.setClock(change % 2 === 0 ? '60x' : 'real');
    }
    expect(stage.sandbox.nowMs - startedMs).toBe(500 * 7 + 500 * 7 * 60);
    stage.setClock('manual');
  });
});

test('host time that passes while an advance waits for a response does not count', async () => {
  await using stage = await ClockedStage.begin('real');
  stage.receiver.next(() => {
    stage.host.pass(HOUR_MS);
    return 204;
  });
  const { nowMs } = await stage.sandbox.advance(5 * SECOND_MS);
  expect(stage.sandbox.nowMs).toBe(nowMs);
  expect(stage.instants).toEqual({ steps: [0, 3], attempts: [[0], [3]] });
});

describe('during an advance', () => {
  test('a receiver that requests the status sees the state and time of the delivery', async () => {
    await using stage = await startStage();
    const seen: string[] = [];
    stage.receiver.always(async ({ event }) => {
      const { data } = await stage.api.status({ id: event.data.order_id });
      expect(data).toMatchObject({ status: event.data.status, updated_at: event.data.updated_at });
      expect(event.created_at).toBe(isoTime(stage.sandbox.nowMs));
      seen.push(data.status);
      return 204;
    });
    await stage.order('a');
    await stage.sandbox.advance(48 * HOUR_MS);
    expect(seen).toEqual(['processing', 'delegating', 'delegated', 'undelegating', 'completed']);
  });

  test('an order that a receiver places progresses', async () => {
    await using stage = await startStage();
    stage.receiver.always(async ({ event }) => {
      if (event.event === 'order.completed' && event.data.order_id === 1) await stage.order('next');
      return 204;
    });
    await stage.order('a');
    await stage.sandbox.advance(3 * HOUR_MS);
    const [first, second] = stage.sandbox.state.orders;
    expect(second!.steps[0]!.atMs).toBe(first!.steps.at(-1)!.atMs);
    expect(second!.steps.map(step => (step.atMs - second!.steps[0]!.atMs) / SECOND_MS)).toEqual(OFFSETS_S);
  });

  test('a hundred orders are placed, and have every step and webhook exactly once', async () => {
    await using stage = await startStage();
    const ordering = Array.from({ length: 100 }, (_, index) =>
      stage.api.order({ external_id: `order-${index}`, package_id: 1, address: addressNumber(index + 10) }),
    );
    const advancing = Array.from({ length: 50 }, () => stage.sandbox.advance(SECOND_MS));
    const answers = await Promise.all(ordering);
    await Promise.all(advancing);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    await stage.sandbox.settle();
    const { orders, events } = stage.sandbox.state;
    for (const order of orders) {
      expect(order.steps.map(step => (step.atMs - order.steps[0]!.atMs) / SECOND_MS)).toEqual(OFFSETS_S);
    }
    expect(events.map(event => event.attempts.length)).toEqual(Array(500).fill(1));
    expect(new Set(stage.receiver.events.map(event => event.event_id)).size).toBe(500);
    expect(stage.receiver.deliveries).toHaveLength(500);
  });

  test('the clock stops when its goal is reached, although more work is due in the next advance', async () => {
    await using stage = await startStage();
    await stage.order('a');
    const goal = { kind: 'event', matches: (one: { kind: string }) => one.kind === 'attempt' } as const;
    const { advancer } = stage.sandbox.core;
    const [first, second] = await Promise.all([
      advancer.advance(stage.sandbox.account, () => goal),
      stage.sandbox.advance(MINUTE_MS),
    ]);
    expect(first.reached).toBe(true);
    expect(second.nowMs - first.nowMs).toBe(MINUTE_MS);
    expect(stage.receiver.names).toEqual(['order.processing', 'order.delegating', 'order.delegated']);
    expect((await stage.api.order({ ...ORDER_FIELDS })).outcome).toBe('202');
  });
});

describe('the attempts of the events of an order that fails after 12 s', () => {
  test.each([
    [
      'copies of a delayed webhook keep their pauses',
      '{ match: { event: order.processing }, deliver: { after: 5s, copies: 3, apart: 10s } }',
      [[5, 15, 25], [3], [12]],
    ],
    [
      'a held webhook keeps its delay and the pauses of its copies, counted from its release',
      '{ match: { event: order.processing }, deliver: { hold_until: order.failed, after: 30s, copies: 2, apart: 1m } }',
      [[42, 102], [3], [12]],
    ],
    [
      'a webhook that waits for an event which was already sent is delayed from now on',
      '{ match: { event: order.failed }, deliver: { hold_until: order.processing, after: 1m } }',
      [[0], [3], [72]],
    ],
    [
      'a webhook that waits for an event which never happens is never sent',
      '{ match: { event: order.delegating }, deliver: { hold_until: order.completed } }',
      [[0], [], [12]],
    ],
    [
      'a held webhook that fails is retried 5 s after its failure',
      '{ match: { event: order.delegating, attempt: 1 }, deliver: { hold_until: order.failed } }',
      [[0], [12, 17, 47], [12]],
    ],
  ])('%s', async (name, rule, attempts) => {
    await using stage = await stageWith(`webhooks:\n  - ${rule}`, { scenarios: ['failed-without-refund'] });
    let failures = name.includes('fails') ? 2 : 0;
    stage.receiver.always(({ event }) => (event.event === 'order.delegating' && failures-- > 0 ? 500 : 204));
    await stage.order('a');
    await stage.sandbox.advance(48 * HOUR_MS);
    expect(stage.instants.attempts).toEqual(attempts);
  });
});
