import { InterruptedError } from './account-errors.ts';
import type { DeliveryGroup } from './delivery-group.ts';

/** An advance in the queue of its account. It can be stopped while it waits and while it runs. */
export class AdvanceTurn<Result> {
  /** What the advance resolves or rejects with; it does not wait for a stopped advance to notice. */
  readonly result: Promise<Result>;
  readonly #work: (turn: AdvanceTurn<Result>) => Promise<Result>;
  #resolve: (result: Result) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #stopped: Error | null = null;
  #group: DeliveryGroup | null = null;

  /** @param gone aborts when the caller has disconnected */
  constructor(work: (turn: AdvanceTurn<Result>) => Promise<Result>, gone?: AbortSignal) {
    this.#work = work;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const leave = (): void => this.stop(new InterruptedError('the caller disconnected'));
    if (gone?.aborted) leave();
    else gone?.addEventListener('abort', leave, { once: true });
  }

  /** Does the work unless the turn was stopped. The promise never rejects. */
  async run(): Promise<void> {
    try {
      this.checkRunning();
      this.#resolve(await this.#work(this));
    } catch (error) {
      this.#reject(error);
    }
  }

  /** A stop also ends the wait for these deliveries. */
  waitsFor(group: DeliveryGroup): void {
    this.#group = group;
  }

  /** Ends the advance with an error. Has no effect once it is complete. */
  stop(error: Error): void {
    this.#stopped ??= error;
    this.#group?.interrupt(error);
    this.#reject(error);
  }

  /** @throws the error with which the turn was stopped */
  checkRunning(): void {
    if (this.#stopped) throw this.#stopped;
  }
}
