import { setMaxListeners } from 'node:events';
import type { LookupFunction } from 'node:net';
import { type Dispatcher, Pool } from 'undici';
import type { AttemptOutcome } from '../core/engine/account-state.ts';
import type { WebhookMessage } from '../host/deliverer.ts';
import type { Destination } from '../host/destination.ts';
import type { HostClock } from '../host/node/host-clock.ts';
import { MAX_HEADER_BYTES } from './connection-errors.ts';
import type { StartBudget } from './delivery-limits.ts';
import { type AttemptContext, HttpAttempt } from './http-attempt.ts';
import { HeaderCapture } from './response-capture.ts';

/**
 * Idle connections are closed after this short time: if the receiver closed one just as it is reused, the delivery
 * would fail.
 */
const IDLE_MS = 1_000;

/** What a queue is created with. */
export interface DestinationQueueOptions {
  /** The name of the account. */
  readonly account: string;
  readonly origin: string;
  readonly timeoutMs: number;
  readonly maxConcurrency: number;
  readonly clock: HostClock;
  /** Shared by all queues. */
  readonly budget: StartBudget;
  /** Looks up the addresses of the origin's host; null: as the system does. */
  readonly lookup: LookupFunction | null;
}

/** The deliveries of one account to one origin with one timeout. A limited number run at a time; the others wait in order of arrival. */
export class DestinationQueue {
  readonly #options: DestinationQueueOptions;
  readonly #pool: Pool;
  readonly #sockets = new AbortController();
  readonly #attemptContext: AttemptContext;
  readonly #running = new Set<HttpAttempt>();
  #waiting: HttpAttempt[] = [];

  constructor(options: DestinationQueueOptions) {
    this.#options = options;
    setMaxListeners(0, this.#sockets.signal);
    this.#pool = new Pool(options.origin, {
      connections: options.maxConcurrency,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        timeout: options.timeoutMs,
        signal: this.#sockets.signal,
        ...(options.lookup ? { lookup: options.lookup } : {}),
      },
    });
    this.#attemptContext = {
      headers: new HeaderCapture(),
      clock: options.clock,
      onLeft: attempt => {
        this.#running.delete(attempt);
        this.#startWaiting();
      },
    };
  }

  get account(): string {
    return this.#options.account;
  }

  get isIdle(): boolean {
    return this.#running.size === 0 && this.#waiting.length === 0;
  }

  /**
   * Renders and sends a message as soon as a connection is free and the budget allows it. The timeout starts then.
   * @throws Error if the message cannot be rendered
   */
  deliver(destination: Destination, message: WebhookMessage): Promise<AttemptOutcome> {
    return new Promise((resolve, reject) => {
      const attempt = new HttpAttempt(destination, message, { resolve, reject }, this.#attemptContext);
      this.#waiting.push(attempt);
      this.#startWaiting();
    });
  }

  /** Ends the running attempts as unreachable. Those that wait are not affected. */
  abortRunning(reason: string): void {
    for (const attempt of [...this.#running]) attempt.abort(reason);
  }

  /** Ends all waiting and running attempts as unreachable, and closes the connections. */
  async close(reason: string): Promise<void> {
    const ended = [...this.#running, ...this.#waiting];
    this.#waiting = [];
    for (const attempt of ended) attempt.abort(reason);
    const destroyed = this.#pool.destroy();
    this.#sockets.abort();
    await destroyed;
  }

  readonly #startWaiting = (): void => {
    const { maxConcurrency, budget } = this.#options;
    while (this.#waiting.length > 0 && this.#running.size < maxConcurrency) {
      if (!budget.take(this.#startWaiting)) return;
      this.#start(this.#waiting.shift()!);
    }
  };

  #start(attempt: HttpAttempt): void {
    this.#running.add(attempt);
    attempt.start(this.#options.timeoutMs);
    try {
      const request = requestOf(attempt);
      if (request) this.#pool.dispatch(request, attempt);
      else attempt.cancel();
    } catch (error) {
      attempt.fail(error);
    }
  }
}

/** The request of an attempt, or null if the attempt was canceled. */
function requestOf({ destination, message }: HttpAttempt): Dispatcher.DispatchOptions | null {
  const rendered = message.render();
  if (!rendered) return null;
  const { path, authorization } = destination;
  const { headers, body } = rendered;
  const sent = authorization ? { ...headers, Authorization: authorization } : headers;
  return { path, method: 'POST', headers: sent, body };
}
