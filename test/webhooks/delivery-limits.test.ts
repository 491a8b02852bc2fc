import { describe, expect, test } from 'vitest';
import { type HostClock, systemClock } from '../../src/host/node/host-clock.ts';
import { STARTS_PER_TURN, StartBudget } from '../../src/webhooks/delivery-limits.ts';

/** A host whose event loop continues only when a test says so. */
class SteppedHost implements HostClock {
  #yielded: (() => void)[] = [];

  monotonicMs = systemClock.monotonicMs;
  wallMs = systemClock.wallMs;
  wake = systemClock.wake;

  yieldToEventLoop(): Promise<void> {
    return new Promise(resolve => this.#yielded.push(resolve));
  }

  /** Runs one turn of the event loop, and what follows from it. */
  async turn(): Promise<void> {
    for (const resolve of this.#yielded.splice(0)) resolve();
    await systemClock.yieldToEventLoop();
  }
}

/** Deliveries that start as soon as the budget allows it, like the deliveries of a destination. */
function queueOf(budget: StartBudget, length: number): { readonly started: number } {
  const queue = { started: 0 };
  const startWaiting = (): void => {
    while (queue.started < length && budget.take(startWaiting)) queue.started += 1;
  };
  startWaiting();
  return queue;
}

describe('the deliveries that start in one turn of the event loop', () => {
  test('are limited; the others start in the next turns, in order', async () => {
    const host = new SteppedHost();
    const queue = queueOf(new StartBudget(host), 2 * STARTS_PER_TURN + 3);
    expect(queue.started).toBe(STARTS_PER_TURN);
    await host.turn();
    expect(queue.started).toBe(2 * STARTS_PER_TURN);
    await host.turn();
    expect(queue.started).toBe(2 * STARTS_PER_TURN + 3);
  });

  test('are shared among destinations in turn, so that a long queue does not hold up a short one', async () => {
    const host = new SteppedHost();
    const budget = new StartBudget(host);
    const long = queueOf(budget, 10 * STARTS_PER_TURN);
    const short = queueOf(budget, 2);
    expect([long.started, short.started]).toEqual([STARTS_PER_TURN, 0]);
    await host.turn();
    await host.turn();
    expect(long.started).toBeGreaterThan(STARTS_PER_TURN);
    expect(short.started).toBe(2);
  });

  test('are not limited by the deliveries of earlier turns', async () => {
    const host = new SteppedHost();
    const budget = new StartBudget(host);
    queueOf(budget, STARTS_PER_TURN);
    await host.turn();
    expect(queueOf(budget, STARTS_PER_TURN).started).toBe(STARTS_PER_TURN);
  });
});
