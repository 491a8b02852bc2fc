import type { HostClock } from './node/host-clock.ts';

interface WakeUp {
  readonly atMs: number;
  readonly cancel: () => void;
}

/** Wakes each account once, when its next work is due. */
export class WakeUpTimer<Key> {
  readonly #clock: HostClock;
  readonly #wakeUp: (key: Key) => void;
  readonly #scheduled = new Map<Key, WakeUp>();
  #isStopped = false;

  constructor(clock: HostClock, wakeUp: (key: Key) => void) {
    this.#clock = clock;
    this.#wakeUp = wakeUp;
  }

  /** Schedules a wake-up after a delay; Infinity cancels it. A new wake-up replaces the previous one of the account. */
  set(key: Key, afterMs: number): void {
    if (this.#isStopped) return;
    const atMs = this.#clock.monotonicMs() + afterMs;
    const before = this.#scheduled.get(key);
    // Most commands do not change what is due next.
    if (before && Math.abs(before.atMs - atMs) < 1) return;
    before?.cancel();
    this.#scheduled.delete(key);
    if (afterMs === Number.POSITIVE_INFINITY) return;
    const cancel = this.#clock.wake(Math.max(0, afterMs), () => {
      this.#scheduled.delete(key);
      this.#wakeUp(key);
    });
    this.#scheduled.set(key, { atMs, cancel });
  }

  stop(): void {
    this.#isStopped = true;
    for (const { cancel } of this.#scheduled.values()) cancel();
    this.#scheduled.clear();
  }
}
