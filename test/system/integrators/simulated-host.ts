import { type HostClock, systemClock } from '../../../src/host/node/host-clock.ts';

interface Wake {
  readonly atMs: number;
  readonly callback: () => void;
}

/**
 * Timeouts of so many milliseconds stay real. Connections are real, too, and what is sent on them needs real time: with
 * this `webhook_timeout_ms`, the hours that a test lets pass at once do not time out the webhooks that are due in them.
 */
export const REAL_TIMEOUT_MS = 9_876;

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/**
 * A host whose time is moved by a test, so that a wait of minutes is over immediately. Like those of a real host, its
 * timers have a resolution of one millisecond and never fire early.
 */
export class SimulatedHost implements HostClock {
  #nowMs = 0;
  #wakes: Wake[] = [];
  #watchers: (() => void)[] = [];

  monotonicMs(): number {
    return this.#nowMs;
  }

  wallMs(): number {
    return Date.UTC(2031, 0, 1) + this.#nowMs;
  }

  yieldToEventLoop(): Promise<void> {
    return nextTurn();
  }

  wake(afterMs: number, callback: () => void): () => void {
    if (afterMs === REAL_TIMEOUT_MS) return systemClock.wake(afterMs, callback);
    const wake = { atMs: this.#nowMs + Math.max(1, Math.ceil(afterMs)), callback };
    this.#wakes.push(wake);
    for (const tell of this.#watchers.splice(0)) tell();
    return () => {
      this.#wakes = this.#wakes.filter(one => one !== wake);
    };
  }

  /** A signal that is aborted once the given host time has passed. */
  timeout(afterMs: number): AbortSignal {
    const controller = new AbortController();
    this.wake(afterMs, () => controller.abort());
    return controller.signal;
  }

  /** Resolves once there is a timer at least this far ahead. */
  async isAwaited(afterMs: number): Promise<void> {
    while (!this.#wakes.some(one => one.atMs >= this.#nowMs + afterMs)) {
      await new Promise<void>(resolve => this.#watchers.push(resolve));
    }
  }

  /** Advances the time and fires each timer at its own time. */
  pass(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const due = this.#wakes.filter(one => one.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (!due) break;
      this.#wakes = this.#wakes.filter(one => one !== due);
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.callback();
    }
    this.#nowMs = untilMs;
  }
}
