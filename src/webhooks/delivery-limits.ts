import type { HostClock } from '../host/node/host-clock.ts';

/** The maximum number of concurrent deliveries of an account, to all destinations and with all timeouts. */
export const MAX_CONCURRENCY_PER_ACCOUNT = 128;

/**
 * How many deliveries may start in one turn of the event loop. Rendering and signing a webhook, opening a connection and
 * writing the request take about 0.3 ms, so 64 in one turn would delay every other request.
 */
export const STARTS_PER_TURN = 4;

export class StartBudget {
  readonly #clock: HostClock;
  #left = STARTS_PER_TURN;
  #isRenewing = false;
  #waiting = new Set<() => void>();

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /**
   * Returns true if a delivery may start now. Otherwise, calls back in a later turn; callers that wait take turns.
   * @param again waits only once, however often it is passed
   */
  take(again: () => void): boolean {
    if (!this.#isRenewing) {
      this.#isRenewing = true;
      void this.#clock.yieldToEventLoop().then(() => this.#renew());
    }
    if (this.#left === 0) {
      this.#waiting.add(again);
      return false;
    }
    this.#left -= 1;
    return true;
  }

  #renew(): void {
    this.#isRenewing = false;
    this.#left = STARTS_PER_TURN;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    let next = 0;
    while (next < waiting.length && this.#left > 0) waiting[next++]!();
    this.#waiting = new Set([...waiting.slice(next), ...this.#waiting]);
  }
}
