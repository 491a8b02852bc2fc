/** The host's time, and the only way to be woken by it. */
export interface HostClock {
  /** Milliseconds that never run back, from an arbitrary zero. */
  monotonicMs(): number;
  /** Milliseconds since 1970, as the host believes. */
  wallMs(): number;
  /** Lets everything else that waits have its turn. */
  yieldToEventLoop(): Promise<void>;
  /** Calls back once, so many milliseconds from now; the answer takes it back. */
  wake(afterMs: number, callback: () => void): () => void;
}

/** Longer waits overflow Node's timers and would fire at once. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** The host's own clock. */
export const systemClock: HostClock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  yieldToEventLoop: () => new Promise(resolve => setImmediate(resolve)),
  wake: (afterMs, callback) => {
    const timer = setTimeout(callback, Math.min(Math.ceil(afterMs), LONGEST_WAIT_MS));
    return () => clearTimeout(timer);
  },
};

/** A promise for a later instant of the host. */
export const pause = (clock: HostClock, afterMs: number): Promise<void> =>
  new Promise(resolve => clock.wake(afterMs, resolve));
