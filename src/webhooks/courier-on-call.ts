import type { AttemptOutcome } from '../engine/account-state.ts';
import type { Courier, CourierOptions } from './courier.ts';
import type { Message } from './message.ts';

/** A courier that comes when there is something to send: its HTTP client is a third of what a start would load. */
export class CourierOnCall {
  readonly #options: CourierOptions;
  #called: Promise<Courier> | null = null;
  #courier: Courier | null = null;
  #isClosed = false;

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /** See Courier.deliver. */
  deliver(message: Message, timeoutMs: number): Promise<AttemptOutcome> {
    if (this.#courier) return this.#courier.deliver(message, timeoutMs);
    return this.call().then(courier => courier.deliver(message, timeoutMs));
  }

  /** Has the courier come, so that the first delivery need not wait for it. */
  call(): Promise<Courier> {
    this.#called ??= import('./courier.ts').then(module => {
      this.#courier = new module.Courier(this.#options);
      if (this.#isClosed) void this.#courier.close();
      return this.#courier;
    });
    return this.#called;
  }

  /** Nothing is delivered after it, and nothing that was under way is left open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#called)?.close();
  }
}
