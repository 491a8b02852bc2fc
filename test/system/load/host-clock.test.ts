import { describe, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';
import { REAL_TIMEOUT_MS, SimulatedHost } from '../integrators/simulated-host.ts';

const HOUR_MS = 3_600_000;

/** A host clock whose wall clock can be set independently of the time that passes. */
class SettableHost extends SimulatedHost {
  #offMs = 0;
  #sleptMs = 0;

  /** Moves the wall clock forward or back. */
  set(byMs: number): void {
    this.#offMs += byMs;
  }

  override wallMs(): number {
    return super.wallMs() + this.#offMs;
  }

  override monotonicMs(): number {
    return super.monotonicMs() + this.#sleptMs;
  }

  /** Lets time pass at once, without firing timers in between. */
  sleep(ms: number): void {
    this.#sleptMs += ms;
    this.pass(20_000);
  }
}

const start = (host: SettableHost, clock: string): Promise<TestSandbox> =>
  startTestSandbox({ hostClock: host, clock, assumptions: { webhook_timeout_ms: REAL_TIMEOUT_MS } });
const order = (sandbox: TestSandbox, externalId: string) =>
  sandbox.api.order({ external_id: externalId, package_id: 1, address: RECIPIENT });

/** The states of all orders with the milliseconds since the first of each. */
const lives = ({ state }: TestSandbox) =>
  state.orders.map(({ steps }) => steps.map(({ status, atMs }) => [status, atMs - steps[0]!.atMs]));

const WHOLE_LIFE = [
  ['processing', 0],
  ['delegating', 3_000],
  ['delegated', 12_000],
  ['undelegating', 12_000 + HOUR_MS],
  ['completed', 21_000 + HOUR_MS],
];

/** Expects that each state was reported once and that nothing is left to do. */
function expectTold(sandbox: TestSandbox, names: readonly string[]): void {
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(sandbox.state.orders.length * WHOLE_LIFE.length);
  expect(sandbox.state.agenda).toEqual([]);
}

describe.each(['real', '60x'])('on a clock that is %s', clock => {
  const speed = clock === 'real' ? 1 : 60;

  test.each([
    ['set forward by a day', 24 * HOUR_MS],
    ['set back by a day', -24 * HOUR_MS],
    ['set back to 1970', -Date.UTC(2031, 0, 1)],
  ])('a host whose wall clock is %s moves nothing', async (_name, byMs) => {
    const host = new SettableHost();
    await using sandbox = await start(host, clock);
    const receiver = await sandbox.receive();
    await order(sandbox, 'before');
    host.pass(4_000 / speed);
    const beforeMs = sandbox.nowMs;
    host.set(byMs);
    expect(sandbox.nowMs).toBe(beforeMs);
    await order(sandbox, 'after');
    expect((await order(sandbox, 'before')).status).toBe(200);
    host.pass((2 * HOUR_MS) / speed);
    host.set(-byMs);
    await sandbox.quiet();
    host.pass(1_000);
    await sandbox.quiet();
    expect(lives(sandbox)).toEqual([WHOLE_LIFE, WHOLE_LIFE]);
    expectTold(
      sandbox,
      receiver.events.map(one => one.event_id),
    );
  });

  test('a host that was suspended and counts the time executes all due work, in order, at its own instants', async () => {
    const host = new SettableHost();
    await using sandbox = await start(host, clock);
    const receiver = await sandbox.receive();
    for (const name of ['a', 'b', 'c']) await order(sandbox, name);
    // Nothing runs in between: at the first timer the whole night has passed.
    host.sleep(8 * HOUR_MS);
    await sandbox.quiet();
    host.pass(1_000);
    await sandbox.quiet();
    expect(lives(sandbox)).toEqual([WHOLE_LIFE, WHOLE_LIFE, WHOLE_LIFE]);
    expectTold(
      sandbox,
      receiver.events.map(one => one.event_id),
    );
    const steps = sandbox.state.orders.flatMap(one => one.steps);
    const inOrder = [...steps].sort((a, b) => a.event - b.event).map(one => one.atMs);
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
  });

  test('a host that was suspended and does not count the time continues where it stopped', async () => {
    const host = new SettableHost();
    await using sandbox = await start(host, clock);
    await order(sandbox, 'a');
    host.pass(4_000 / speed);
    const beforeMs = sandbox.nowMs;
    host.set(8 * HOUR_MS);
    host.pass(8_000 / speed);
    expect(sandbox.nowMs).toBe(beforeMs + 8_000);
    expect(lives(sandbox)).toEqual([WHOLE_LIFE.slice(0, 3)]);
  });
});

test("an advance ends at its goal even if the host's clock jumps meanwhile", async () => {
  const host = new SettableHost();
  await using sandbox = await start(host, 'manual');
  await order(sandbox, 'a');
  const startMs = sandbox.nowMs;
  const advanced = sandbox.advance(2 * HOUR_MS);
  host.set(-5 * HOUR_MS);
  host.pass(HOUR_MS);
  expect((await advanced).nowMs).toBe(startMs + 2 * HOUR_MS);
  expect(lives(sandbox)).toEqual([WHOLE_LIFE]);
});
