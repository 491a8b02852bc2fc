import type { HostClock } from './host-clock.ts';

/**
 * Works on the items of a list in order, a limited number at a time. After a failure it starts no further item, and
 * rejects with the first failure once no work is running. Semaphore limits tasks that are not known as a list beforehand.
 * @returns the results in the order of the items
 */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const index = next++;
      try {
        results[index] = await work(items[index]!);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}

/** Limits how many tasks run at a time. The others wait in order of arrival. A failure does not affect other tasks. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.#free = permits;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>(resolve => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

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
