import { type HostClock, systemClock } from '../../src/host/node/host-clock.ts';

/** A webhook timeout that no other timer of the server has. */
export const HELD_TIMEOUT_MS = 7_654;

/**
 * A real host, except that timeouts of HELD_TIMEOUT_MS end only when a test says so. A test of a timeout needs no short
 * one with it, which would end on a busy machine before the receiver has been reached.
 */
export class HeldTimeouts implements HostClock {
  readonly #held = new Set<() => void>();

  monotonicMs(): number {
    return systemClock.monotonicMs();
  }

  wallMs(): number {
    return systemClock.wallMs();
  }

  yieldToEventLoop(): Promise<void> {
    return systemClock.yieldToEventLoop();
  }

  wake(afterMs: number, callback: () => void): () => void {
    if (afterMs !== HELD_TIMEOUT_MS) return systemClock.wake(afterMs, callback);
    this.#held.add(callback);
    return () => this.#held.delete(callback);
  }

  /** How many timeouts run. */
  get running(): number {
    return this.#held.size;
  }

  /** Ends all timeouts that run. */
  readonly expire = (): void => {
    const due = [...this.#held];
    this.#held.clear();
    for (const callback of due) callback();
  };
}

/** How much later each look at a logical clock is than the one before. */
const LOOK_MS = 0.001;

/**
 * Such a host on which only looking at the clock takes time, and time that a test lets pass. What happens later has a later time, and a pause of the
 * machine is not a pause of the client.
 */
export class LogicalHost extends HeldTimeouts {
  #looks = 0;
  #passedMs = 0;

  override monotonicMs(): number {
    this.#looks += 1;
    return this.#passedMs + this.#looks * LOOK_MS;
  }

  /** Lets time pass in which nothing happens. */
  pass(ms: number): void {
    this.#passedMs += ms;
  }
}
