import type { HostClock } from '../../clock/host-clock.ts';

/** Admits one bulk request per turn of the event loop, so that many at once do not delay other requests. */
export class BulkQueue {
  readonly #clock: HostClock;
  #last: Promise<void> = Promise.resolve();

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** Resolves when the caller may proceed. */
  admission(): Promise<void> {
    const admitted = this.#last;
    this.#last = admitted.then(() => this.#clock.yieldToEventLoop());
    return admitted;
  }
}
