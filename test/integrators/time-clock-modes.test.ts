import { describe, expect, test } from 'vitest';
import { type ClockMode, parseClockMode } from '../../src/domain/clock.ts';
import { REAL_TIMEOUT_MS, SimulatedHost } from './simulated-host.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Stage, startStage } from './stage.ts';

const OFFSETS_S = [0, 3, 12, 3_612, 3_621];

class ClockedStage {
  readonly host: SimulatedHost;
  readonly stage: Stage;

  constructor(host: SimulatedHost, stage: Stage) {
    this.host = host;
    this.stage = stage;
  }

  static async set(clock: string): Promise<ClockedStage> {
    const host = new SimulatedHost();
    const assumptions = { webhook_timeout_ms: REAL_TIMEOUT_MS };
    return new ClockedStage(host, await startStage({ hostClock: host, clock, assumptions }));
  }

  setClock(text: string): void {
    const { core, account } = this.stage.sandbox;
    core.runner.setClock(account, parseClockMode(text) as ClockMode);
  }

  /** Places an order and waits until its first webhook is delivered. */
  async order(): Promise<void> {
    await this.stage.order('a');
    await this.stage.sandbox.quiet();
  }

  /** Advances the host's time in steps, so that responses are received in between. */
  async passInSteps(ms: number, stepMs: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) await this.pass(stepMs);
  }

  /** Advances the host's time and waits for the webhooks sent meanwhile. */
  async pass(ms: number): Promise<void> {
    this.host.pass(ms);
    await this.stage.sandbox.quiet();
  }

  /** The times of the first order's steps and attempts, in seconds since it was placed. */
  get instants(): { steps: number[]; attempts: number[][] } {
    const { orders, events } = this.stage.sandbox.state;
    const startedMs = orders[0]!.steps[0]!.atMs;
    return {
      steps: orders[0]!.steps.map(step => (step.atMs - startedMs) / SECOND_MS),
      attempts: orders[0]!.steps.map(step =>
        events[step.event]!.attempts.map(attempt => (attempt.atMs - startedMs) / SECOND_MS),
      ),
    };
  }
}

test('a clock changes from manual to real to 60x and back without losing or repeating anything', async () => {
  const clocked = await ClockedStage.set('manual');
  const { stage } = clocked;
  await using _sandbox = stage.sandbox;
  await clocked.order();
  await clocked.pass(10 * MINUTE_MS);
  expect(clocked.instants.steps).toEqual([0]);
  await stage.sandbox.advance(2 * SECOND_MS);

  clocked.setClock('real');
  await clocked.pass(SECOND_MS - 1);
  expect(clocked.instants.steps).toEqual([0]);
  await clocked.pass(1);
  expect(clocked.instants.steps).toEqual([0, 3]);
  await clocked.pass(9 * SECOND_MS - 900);

  clocked.setClock('60x');
  await clocked.pass(15);
  expect(clocked.instants.steps).toEqual([0, 3, 12]);
  await clocked.pass(30 * SECOND_MS);
  clocked.setClock('manual');
  const standsMs = stage.sandbox.nowMs;
  await clocked.pass(HOUR_MS);
  expect(stage.sandbox.nowMs).toBe(standsMs);
  await stage.sandbox.settle();
  expect(clocked.instants).toEqual({ steps: OFFSETS_S, attempts: OFFSETS_S.map(offset => [offset]) });
  expect(stage.receiver.deliveries).toHaveLength(OFFSETS_S.length);
});

test('retries continue at their times when the clock mode changes', async () => {
  const clocked = await ClockedStage.set('60x');
  const { stage } = clocked;
  await using _sandbox = stage.sandbox;
  stage.receiver.always(({ event }) => (event.event === 'order.processing' ? 500 : 204));
  await clocked.order();
  await clocked.passInSteps(200, 1);
  clocked.setClock('manual');
  await stage.sandbox.advance(30 * SECOND_MS);
  clocked.setClock('real');
  await clocked.passInSteps(3 * MINUTE_MS, 100);
  clocked.setClock('manual');
  await stage.sandbox.settle();
  const attempts = clocked.instants.attempts[0]!;
  const pauses = attempts
    .slice(1)
    .map((at, index) => Math.floor(Math.round((at - attempts[index]!) * SECOND_MS) / SECOND_MS));
  expect(pauses).toEqual([5, 30, 120, 300, 900, 1_800, 3_600, 7_200]);
});

describe.each(['manual', 'real', '60x'])('changed to %s at the time of a transition', mode => {
  test('the transition happens once', async () => {
    const clocked = await ClockedStage.set('real');
    const { stage } = clocked;
    await using _sandbox = stage.sandbox;
    await clocked.order();
    await clocked.pass(3 * SECOND_MS - 1);
    clocked.setClock('manual');
    await stage.sandbox.advance(1);
    clocked.setClock(mode);
    clocked.setClock(mode);
    await stage.sandbox.quiet();
    expect(clocked.instants.steps).toEqual([0, 3]);
    clocked.setClock('manual');
    await stage.sandbox.settle();
    expect(clocked.instants).toEqual({ steps: OFFSETS_S, attempts: OFFSETS_S.map(offset => [offset]) });
  });
});

test('a thousand changes of a clock do not lose a millisecond', async () => {
  const clocked = await ClockedStage.set('real');
  const { stage } = clocked;
  await using _sandbox = stage.sandbox;
  const startedMs = stage.sandbox.nowMs;
  for (let change = 0; change < 1_000; change++) {
    clocked.host.pass(7);
    clocked.setClock(change % 2 === 0 ? '60x' : 'real');
  }
  expect(stage.sandbox.nowMs - startedMs).toBe(500 * 7 + 500 * 7 * 60);
});

test('a running clock continues from the time it was advanced to', async () => {
  const clocked = await ClockedStage.set('real');
  const { stage } = clocked;
  await using _sandbox = stage.sandbox;
  await clocked.order();
  const startedMs = stage.sandbox.nowMs;
  await stage.sandbox.advance(11 * SECOND_MS);
  expect(stage.sandbox.nowMs - startedMs).toBe(11 * SECOND_MS);
  await clocked.pass(SECOND_MS);
  expect(clocked.instants).toEqual({ steps: [0, 3, 12], attempts: [[0], [3], [12]] });
});

test('host time that passes while an advance waits for a response does not count', async () => {
  const clocked = await ClockedStage.set('real');
  const { host, stage } = clocked;
  await using _sandbox = stage.sandbox;
  await clocked.order();
  stage.receiver.next(() => {
    host.pass(HOUR_MS);
    return 204;
  });
  const { nowMs } = await stage.sandbox.advance(5 * SECOND_MS);
  expect(stage.sandbox.nowMs).toBe(nowMs);
  expect(clocked.instants).toEqual({ steps: [0, 3], attempts: [[0], [3]] });
});

test('after the host slept, all due work is done, each at its own time', async () => {
  const clocked = await ClockedStage.set('real');
  const { stage } = clocked;
  await using _sandbox = stage.sandbox;
  await clocked.order();
  await clocked.pass(2 * HOUR_MS);
  expect(clocked.instants.steps).toEqual(OFFSETS_S);
  expect(stage.receiver.names).toHaveLength(OFFSETS_S.length);
});
