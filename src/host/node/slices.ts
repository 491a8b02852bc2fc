import type { HostClock } from './host-clock.ts';

/** How long work in slices may run before it yields to the event loop, in milliseconds. */
export const LONGEST_SLICE_MS = 2;

/**
 * Runs the steps of a generator and returns its result. It yields to the event loop regularly, so that long work does
 * not delay other requests. A single step is not interrupted.
 */
export async function runInSlices<Result>(
  clock: HostClock,
  steps: Iterator<unknown, Result>,
): Promise<Result> {
  let startMs = clock.monotonicMs();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (clock.monotonicMs() - startMs < LONGEST_SLICE_MS) continue;
    await clock.yieldToEventLoop();
    startMs = clock.monotonicMs();
  }
}
