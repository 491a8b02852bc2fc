import type { HostClock } from '../../clock/host-clock.ts';

/** Lets one bulk request through in each turn of the event loop, so that many at once hold up nobody else. */
export class BulkQueue {
  readonly #clock: HostClock;
  #last: Promise<void> = Promise.resolve();

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** Resolves when it is the caller's turn. */
  turn(): Promise<void> {
    const mine = this.#last;
    this.#last = mine.then(() => this.#clock.yieldToEventLoop());
    return mine;
  }
}
