import { Fifo } from '../host/node/concurrency.ts';
import type { HostClock } from '../host/node/host-clock.ts';
import type { Owner } from './shared-limit.ts';

/** How many requests of an owner begin in one turn of the event loop, and how long the requests of a turn may take. */
export const REQUESTS_PER_TURN = 8;
const LONGEST_TURN_MS = 4;

/**
 * Divides the turns of the event loop among the owners of connections: an account, or the operator. Each may begin a few
 * requests in a turn; its further ones wait for the next turns, in order of arrival. Otherwise everybody would wait until
 * all requests are done that one client has sent at once.
 */
export class Turns {
  /** How many requests of each owner began in this turn. */
  readonly #begun = new Map<Owner, number>();
  readonly #waiting = new Map<Owner, Fifo<() => void>>();
  readonly #clock: HostClock;
  #startMs = 0;

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** Begins a request now, or in one of the next turns. */
  run(owner: Owner, begin: () => void): void {
    const queue = this.#waiting.get(owner);
    if (!queue && this.#mayBegin(owner)) begin();
    else if (queue) queue.add(begin);
    else {
      const added = new Fifo<() => void>();
      added.add(begin);
      this.#waiting.set(owner, added);
    }
  }

  /** Counts a request if it may begin in this turn. Every owner may begin one, even in a turn that takes long. */
  #mayBegin(owner: Owner): boolean {
    const begun = this.#begun.get(owner) ?? 0;
    if (this.#begun.size === 0) {
      this.#startMs = this.#clock.monotonicMs();
      void this.#clock.yieldToEventLoop().then(this.#nextTurn);
    }
    if (begun >= REQUESTS_PER_TURN) return false;
    if (begun > 0 && this.#clock.monotonicMs() - this.#startMs > LONGEST_TURN_MS) return false;
    this.#begun.set(owner, begun + 1);
    return true;
  }

  readonly #nextTurn = (): void => {
    this.#begun.clear();
    for (const [owner, queue] of [...this.#waiting]) {
      while (queue.size > 0 && this.#mayBegin(owner)) queue.take()!();
      if (queue.size === 0) this.#waiting.delete(owner);
    }
  };
}
