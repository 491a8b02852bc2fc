import type { AttemptOutcome } from '../engine/account-state.ts';
import type { WebhookMessage } from './render-message.ts';
import type { WebhookSender, WebhookSenderOptions } from './webhook-sender.ts';

/** Loads the webhook sender on demand: its HTTP client is a third of the code that a start would load. */
export class LazyWebhookSender {
  readonly #options: WebhookSenderOptions;
  #loading: Promise<WebhookSender> | null = null;
  #sender: WebhookSender | null = null;
  #isClosed = false;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** See WebhookSender.deliver. */
  deliver(message: WebhookMessage, timeoutMs: number): Promise<AttemptOutcome> {
    if (this.#sender) return this.#sender.deliver(message, timeoutMs);
    return this.load().then(sender => sender.deliver(message, timeoutMs));
  }

  /** Loads the sender, so that the first delivery does not wait for it. */
  load(): Promise<WebhookSender> {
    this.#loading ??= import('./webhook-sender.ts').then(module => {
      this.#sender = new module.WebhookSender(this.#options);
      if (this.#isClosed) void this.#sender.close();
      return this.#sender;
    });
    return this.#loading;
  }

  /** Ends all deliveries. Nothing is delivered afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#loading)?.close();
  }
}
