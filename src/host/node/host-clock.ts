/** The host's time and timers. All other code gets them through this interface. */
export interface HostClock {
  /** Monotonic milliseconds since an arbitrary instant. */
  monotonicMs(): number;
  /** Milliseconds since 1970 by the host's clock. */
  wallMs(): number;
  /** Yields to the event loop, so that pending callbacks can run. */
  yieldToEventLoop(): Promise<void>;
  /** Calls back once after a delay. Returns a function that cancels it. */
  wake(afterMs: number, callback: () => void): () => void;
}

/** The longest delay of Node's timers; with a longer one they overflow and fire immediately. */
const MAX_DELAY_MS = 2 ** 31 - 1;

// Taken at import: a test in the same process may fake the global ones, and a callback of those may never be called.
const { setTimeout, clearTimeout, setImmediate } = globalThis;
const monotonicMs = performance.now.bind(performance);
const wallMs = Date.now;

export const systemClock: HostClock = {
  monotonicMs,
  wallMs,
  yieldToEventLoop: () => new Promise(resolve => setImmediate(resolve)),
  wake: (afterMs, callback) => {
    const timer = setTimeout(callback, Math.min(Math.ceil(afterMs), MAX_DELAY_MS));
    return () => clearTimeout(timer);
  },
};

export const pause = (clock: HostClock, afterMs: number): Promise<void> =>
  new Promise(resolve => clock.wake(afterMs, resolve));
