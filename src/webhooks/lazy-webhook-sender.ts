import type { AttemptOutcome } from '../core/engine/account-state.ts';
import type { WebhookMessage } from '../host/delivery-runner.ts';
import { NO_DESCRIPTORS, notSent } from './attempt-outcome.ts';
import type { WebhookSender, WebhookSenderOptions } from './webhook-sender.ts';

type SenderModule = Pick<typeof import('./webhook-sender.ts'), 'WebhookSender'>;

/**
 * Loads the webhook sender after the start, or earlier with the first delivery: its HTTP client is a third of the code
 * that a start would load. This class is therefore in a file of its own.
 */
export class LazyWebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #importModule: () => Promise<SenderModule>;
  #loading: Promise<WebhookSender> | null = null;
  #sender: WebhookSender | null = null;
  #isClosed = false;

  constructor(options: WebhookSenderOptions, importModule = () => import('./webhook-sender.ts')) {
    this.#options = options;
    this.#importModule = importModule;
  }

  deliver(message: WebhookMessage, timeoutMs: number): Promise<AttemptOutcome> {
    return this.#sender ? this.#sender.deliver(message, timeoutMs) : this.#loadAndDeliver(message, timeoutMs);
  }

  async #loadAndDeliver(message: WebhookMessage, timeoutMs: number): Promise<AttemptOutcome> {
    try {
      await this.load();
    } catch (error) {
      return notSent(`the HTTP client could not be loaded: ${explainLoadError(error as Error)}`);
    }
    return this.#sender!.deliver(message, timeoutMs);
  }

  abort(account: string): void {
    this.#sender?.abort(account);
  }

  /** Loads the sender, so that the first delivery does not wait for it. @throws Error if it cannot be loaded at present */
  async load(): Promise<void> {
    this.#loading ??= this.#create();
    try {
      this.#sender = await this.#loading;
    } catch (error) {
      this.#loading = null;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const sender = await this.#loading?.catch(() => null);
    await sender?.close();
  }

  async #create(): Promise<WebhookSender> {
    const { WebhookSender } = await this.#importModule();
    const sender = new WebhookSender(this.#options);
    if (this.#isClosed) await sender.close();
    return sender;
  }
}

const explainLoadError = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'EMFILE' || code === 'ENFILE' ? `${code}: ${NO_DESCRIPTORS}` : message;
