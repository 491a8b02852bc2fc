import type { HostClock } from '../clock/host-clock.ts';

/** Limits the lines of a log, because printing every line under load would slow the server down. */
const LINES_PER_SECOND = 200;
const SECOND_MS = 1_000;

/** Limits the number of lines per second, and reports how many items were skipped. */
export class LineLimiter {
  readonly #clock: HostClock;
  readonly #onSkipped: (count: number) => void;
  #left = LINES_PER_SECOND;
  #skipped = 0;
  #isRunning = false;

  /** @param onSkipped called at the end of a second in which items were skipped */
  constructor(clock: HostClock, onSkipped: (count: number) => void) {
    this.#clock = clock;
    this.#onSkipped = onSkipped;
  }

  /** Whether another line may be printed in this second. If not, the item is counted as skipped. */
  tryAcquire(): boolean {
    if (this.#left > 0) return true;
    this.#skipped += 1;
    return false;
  }

  consume(lines: number): void {
    this.#left -= lines;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#clock.wake(SECOND_MS, () => this.#renew());
  }

  #renew(): void {
    if (this.#skipped > 0) this.#onSkipped(this.#skipped);
    this.#left = LINES_PER_SECOND;
    this.#skipped = 0;
    this.#isRunning = false;
  }
}
