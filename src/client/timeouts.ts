// Taken when this file is loaded: a test that fakes the global timers must not stop the waits that it relies on.
const startTimer = globalThis.setTimeout;
const stopTimer = globalThis.clearTimeout;

/** How long a wait lasts where its caller does not say, in real milliseconds. */
export const DEFAULT_TIMEOUT_MS = 5_000;

/** Calls back once, after real milliseconds; the answer cancels it. */
export function after(delayMs: number, callback: () => void): () => void {
  const timer = startTimer(callback, delayMs);
  return () => stopTimer(timer);
}

/** Resolves after real milliseconds. */
export const passed = (delayMs: number): Promise<void> =>
  new Promise(resolve => {
    after(delayMs, resolve);
  });
