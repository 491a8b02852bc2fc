import type { HostClock } from '../../clock/host-clock.ts';
import type { Account } from '../../engine/account.ts';

/**
 * Admits one bulk request per turn of the event loop, so that many at once do not delay other requests. Accounts take
 * turns, so that the requests of one do not delay those of another.
 */
export class BulkQueue {
  readonly #clock: HostClock;
  /** The requests that wait, oldest first, of each account; the account whose turn is next comes first. */
  readonly #waiting = new Map<Account, (() => void)[]>();
  #isAdmitting = false;

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** Resolves when a request of an account may proceed. */
  admission(account: Account): Promise<void> {
    return new Promise(resolve => {
      const waiting = this.#waiting.get(account);
      if (waiting) waiting.push(resolve);
      else this.#waiting.set(account, [resolve]);
      if (!this.#isAdmitting) void this.#admitAll();
    });
  }

  async #admitAll(): Promise<void> {
    this.#isAdmitting = true;
    while (this.#waiting.size > 0) {
      this.#admitNext();
      await this.#clock.yieldToEventLoop();
    }
    this.#isAdmitting = false;
  }

  #admitNext(): void {
    const [account, waiting] = this.#waiting.entries().next().value!;
    this.#waiting.delete(account);
    const admit = waiting.shift()!;
    if (waiting.length > 0) this.#waiting.set(account, waiting);
    admit();
  }
}
