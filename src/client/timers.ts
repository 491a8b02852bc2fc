// Captured at import, so that waits still work in tests that fake the global timers later.
const startTimer = globalThis.setTimeout;
const stopTimer = globalThis.clearTimeout;

/** The default timeout of waits, in real milliseconds. */
export const DEFAULT_TIMEOUT_MS = 5_000;

/** Calls back once after the given real milliseconds. Returns a function that cancels it. */
export function callAfter(delayMs: number, callback: () => void): () => void {
  const timer = startTimer(callback, delayMs);
  return () => stopTimer(timer);
}

/** Resolves after the given real milliseconds. */
export const sleep = (delayMs: number): Promise<void> =>
  new Promise(resolve => {
    callAfter(delayMs, resolve);
  });
