import type { HostClock } from '../../src/clock/host-clock.ts';

interface Wake {
  readonly atMs: number;
  readonly callback: () => void;
}

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/**
 * A host whose time a test moves, so that a wait of minutes is over at once. Like a real one's, its timers know whole
 * milliseconds only, and none fires before the next of them.
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
    const wake = { atMs: this.#nowMs + Math.max(1, Math.ceil(afterMs)), callback };
    this.#wakes.push(wake);
    for (const tell of this.#watchers.splice(0)) tell();
    return () => {
      this.#wakes = this.#wakes.filter(one => one !== wake);
    };
  }

  /** A signal that is given once so much of the host's time has passed. */
  timeout(afterMs: number): AbortSignal {
    const controller = new AbortController();
    this.wake(afterMs, () => controller.abort());
    return controller.signal;
  }

  /** Resolves once somebody waits for an instant at least so far ahead. */
  async isAwaited(afterMs: number): Promise<void> {
    while (!this.#wakes.some(one => one.atMs >= this.#nowMs + afterMs)) {
      await new Promise<void>(resolve => this.#watchers.push(resolve));
    }
  }

  /** Moves the time on, waking whoever waits at the instant that was waited for. */
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
