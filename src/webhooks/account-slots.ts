import { Fifo } from './fifo.ts';

/** The maximum number of concurrent deliveries of an account, to all destinations and with all timeouts. */
export const MAX_CONCURRENCY_PER_ACCOUNT = 128;

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

  /** Lets all waiting deliveries run, so that they can end. */
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
