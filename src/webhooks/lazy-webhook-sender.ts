import type { AttemptOutcome } from '../engine/account-state.ts';
import type { WebhookMessage } from './render-message.ts';
import type { WebhookSender, WebhookSenderOptions } from './webhook-sender.ts';

/** A courier that comes when there is something to send: its HTTP client is a third of what a start would load. */
export class LazyWebhookSender {
  readonly #options: WebhookSenderOptions;
  #called: Promise<WebhookSender> | null = null;
  #courier: WebhookSender | null = null;
  #isClosed = false;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** See WebhookSender.deliver. */
  deliver(message: WebhookMessage, timeoutMs: number): Promise<AttemptOutcome> {
    if (this.#courier) return this.#courier.deliver(message, timeoutMs);
    return this.call().then(courier => courier.deliver(message, timeoutMs));
  }

  /** Has the courier come, so that the first delivery need not wait for it. */
  call(): Promise<WebhookSender> {
    this.#called ??= import('./webhook-sender.ts').then(module => {
      this.#courier = new module.WebhookSender(this.#options);
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
