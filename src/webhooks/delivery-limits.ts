import type { HostClock } from '../host/node/host-clock.ts';

/** The maximum number of concurrent deliveries of an account, to all destinations and with all timeouts. */
export const MAX_CONCURRENCY_PER_ACCOUNT = 128;

/** The smallest number of taken items at which a list is shortened. */
const MIN_TAKEN = 32;

/**
 * A list from which the oldest item is taken first, in constant time. The `shift` of an array with a hundred thousand items
 * takes 0.1 ms.
 */
export class Fifo<Item> {
  #items: Item[] = [];
  /** The index of the oldest item. */
  #first = 0;

  get size(): number {
    return this.#items.length - this.#first;
  }

  add(item: Item): void {
    this.#items.push(item);
  }

  /** Removes the oldest item and returns it; undefined if there is none. */
  take(): Item | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#first]!;
    this.#first += 1;
    if (this.#first >= MIN_TAKEN && this.#first >= this.#items.length / 2) this.#forgetTaken();
    return item;
  }

  /** Removes all items and returns them, oldest first. */
  takeAll(): Item[] {
    this.#forgetTaken();
    return this.#items.splice(0);
  }

  #forgetTaken(): void {
    this.#items = this.#items.slice(this.#first);
    this.#first = 0;
  }
}

/** Limits how many deliveries of an account run at a time. The others wait in order of arrival. */
export class AccountSlots {
  readonly #limit: number;
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Map<string, Fifo<() => void>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs a delivery as soon as its account has a free slot, immediately if possible. */
  run<Result>(account: string, deliver: () => Promise<Result>): Promise<Result> {
    const taken = this.#taken.get(account) ?? 0;
    if (taken < this.#limit) {
      this.#taken.set(account, taken + 1);
      return this.#runInSlot(account, deliver);
    }
    return new Promise((resolve, reject) => {
      const start = (): void => void this.#runInSlot(account, deliver).then(resolve, reject);
      const queue = this.#waiting.get(account) ?? new Fifo();
      this.#waiting.set(account, queue);
      queue.add(start);
    });
  }

  /** Lets all waiting deliveries proceed, so that they can finish. */
  releaseAll(): void {
    const waiting = [...this.#waiting.values()].flatMap(queue => queue.takeAll());
    this.#waiting.clear();
    for (const start of waiting) start();
  }

  async #runInSlot<Result>(account: string, deliver: () => Promise<Result>): Promise<Result> {
    try {
      return await deliver();
    } finally {
      this.#leave(account);
    }
  }

  /** Passes a slot to the next delivery that waits, or frees it. */
  #leave(account: string): void {
    const queue = this.#waiting.get(account);
    const next = queue?.take();
    if (queue?.size === 0) this.#waiting.delete(account);
    if (next) {
      next();
      return;
    }
    const taken = this.#taken.get(account)! - 1;
    if (taken > 0) this.#taken.set(account, taken);
    else this.#taken.delete(account);
  }
}

/**
 * How many deliveries may start in one turn of the event loop. Rendering and signing a webhook, opening a connection and
 * writing the request take about 0.3 ms, so 64 in one turn would delay every other request.
 */
export const STARTS_PER_TURN = 4;

/** Limits how many deliveries start in one turn of the event loop, over all destinations. */
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
