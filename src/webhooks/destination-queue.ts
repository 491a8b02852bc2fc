import type { LookupAddress } from 'node:dns';
import { setMaxListeners } from 'node:events';
import type { Dispatcher, Pool } from 'undici';
import type { AttemptOutcome } from '../core/engine/account-state.ts';
import type { WebhookMessage } from '../host/delivery-runner.ts';
import type { HostClock } from '../host/node/host-clock.ts';
import type { AddressCheck, Destination } from '../host/node/webhook-destination.ts';
import {
  BodyCapture,
  CANCELED,
  explainConnectionError,
  HeaderCapture,
  NO_DESCRIPTORS,
  NO_HEADERS,
  outcomeOfStatus,
  STOPPED,
} from './attempt-outcome.ts';
import type { StartBudget } from './delivery-limits.ts';
import { HostAddresses } from './host-addresses.ts';

type Controller = Dispatcher.DispatchController;
type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** Responses with a status 1xx before the final one. */
export const MAX_INTERIM_RESPONSES = 20;

interface AttemptContext {
  readonly headers: HeaderCapture;
  readonly clock: HostClock;
  /**
   * Called once a started attempt has left its connection. This can be after its outcome: a handshake that timed out
   * occupies its connection for a moment longer, and a delivery on this connection would time out as well.
   */
  readonly onLeft: (attempt: HttpAttempt) => void;
}

interface Settle {
  readonly resolve: (outcome: AttemptOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** One message over one connection. It has exactly one outcome. */
class HttpAttempt implements Dispatcher.DispatchHandler {
  readonly destination: Destination;
  readonly message: WebhookMessage;
  readonly #resolve: (outcome: AttemptOutcome) => void;
  readonly #reject: (error: unknown) => void;
  readonly #context: AttemptContext;
  readonly #body = new BodyCapture();
  #controller: Controller | null = null;
  #cancelTimeout: (() => void) | null = null;
  #startedMs = 0;
  #status: number | null = null;
  #interimResponses = 0;
  #headers = NO_HEADERS;
  #isOver = false;

  constructor(destination: Destination, message: WebhookMessage, settle: Settle, context: AttemptContext) {
    this.destination = destination;
    this.message = message;
    this.#resolve = settle.resolve;
    this.#reject = settle.reject;
    this.#context = context;
  }

  /** Starts the timeout, which covers connecting, sending and receiving the whole response. */
  start(timeoutMs: number): void {
    const { clock } = this.#context;
    this.#startedMs = clock.monotonicMs();
    this.#cancelTimeout = clock.wake(timeoutMs, () => {
      // In a busy process, timers fire before the data that has arrived meanwhile is read.
      void clock.yieldToEventLoop().then(() => this.#expire(timeoutMs));
    });
  }

  /** Ends the attempt as unreachable and closes its connection. */
  abort(reason: string): void {
    this.#endIncomplete('unreachable', reason);
    this.#controller?.abort(new Error(reason));
  }

  /** Ends a started attempt that is no longer wanted, and for which nothing was sent. */
  cancel(): void {
    this.#end('unreachable', CANCELED);
    this.#context.onLeft(this);
  }

  /** Ends the attempt without an outcome, because its message could not be rendered. */
  fail(error: unknown): void {
    this.#isOver = true;
    this.#cancelTimeout?.();
    this.#reject(error);
    this.#context.onLeft(this);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('the attempt is over'));
  }

  onResponseStart(controller: Controller, status: number, headers: ResponseHeaders): void {
    // The headers of an interim response count until the final one arrives: a built-in receiver marks a scripted silence
    // with them.
    this.#headers = this.#context.headers.capture(headers);
    if (status >= 200) this.#status = status;
    else if (++this.#interimResponses > MAX_INTERIM_RESPONSES) {
      const { host } = this.destination;
      this.#end(
        'unreachable',
        `${host}: ${MAX_INTERIM_RESPONSES} interim responses (1xx) came before a final one`,
      );
      controller.abort(new Error('no further interim response is read'));
    }
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#body.add(chunk)) return;
    this.#endWithResponse('the response is longer than 1 MiB; the rest was not read');
    controller.abort(new Error('the rest of the response is not read'));
  }

  onResponseEnd(): void {
    this.#endWithResponse(null);
    this.#context.onLeft(this);
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#endIncomplete('unreachable', explainConnectionError(error, this.destination.host));
    this.#context.onLeft(this);
  }

  #endWithResponse(remark: string | null): void {
    const kind = outcomeOfStatus(this.#status!);
    const target = this.#headers.location ?? 'no location';
    this.#end(kind, kind === 'redirected' ? `redirects are not followed: ${target}` : remark);
  }

  #expire(timeoutMs: number): void {
    if (this.#isOver) return;
    const { host } = this.destination;
    this.#endIncomplete('timeout', `${host}: ${this.#progress()} within ${timeoutMs} ms`);
    this.#controller?.abort(new Error('timeout'));
  }

  #progress(): string {
    if (this.#status !== null) return `the response (${this.#status}) was not complete`;
    return this.#controller ? 'no response was received' : 'no connection was established';
  }

  /** Ends the attempt without the end of its response. The head of a 2xx has acknowledged the webhook already. */
  #endIncomplete(kind: AttemptOutcome['kind'], error: string): void {
    const ofHead = this.#status === null ? kind : outcomeOfStatus(this.#status);
    this.#end(ofHead === 'acknowledged' ? ofHead : kind, error);
  }

  #end(kind: AttemptOutcome['kind'], error: string | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelTimeout?.();
    const durationMs = this.#cancelTimeout
      ? Math.round(this.#context.clock.monotonicMs() - this.#startedMs)
      : 0;
    this.#resolve({
      kind,
      status: this.#status,
      headers: this.#headers,
      body: this.#body.text(),
      error,
      durationMs,
    });
  }
}

/** The module that opens connections. It is loaded on demand, because it is a third of the code that a start would load. */
export type HttpClient = Pick<typeof import('./http-client.ts'), 'createPool'>;

const explainLoadError = ({ code, message }: NodeJS.ErrnoException): string =>
  `the HTTP client could not be loaded: ${code === 'EMFILE' || code === 'ENFILE' ? `${code}: ${NO_DESCRIPTORS}` : message}`;

export interface DestinationQueueOptions {
  readonly account: string;
  readonly origin: string;
  readonly timeoutMs: number;
  readonly maxConcurrency: number;
  readonly clock: HostClock;
  readonly budget: StartBudget;
  /** Looks up the addresses of the origin's host; null if the host is an address. */
  readonly lookUp: ((signal: AbortSignal) => Promise<readonly LookupAddress[]>) | null;
  /** Checks the addresses of the host's name; null if they need no check. */
  readonly checkAddress: AddressCheck | null;
  readonly loadClient: () => Promise<HttpClient>;
}

/**
 * The deliveries of one account to one origin with one timeout. A limited number runs at a time; the others wait in order
 * of arrival.
 */
export class DestinationQueue {
  readonly #options: DestinationQueueOptions;
  /** Null until the HTTP client is loaded. */
  #pool: Pool | null = null;
  #isLoading = false;
  readonly #sockets = new AbortController();
  /** Null if the host is an address. */
  readonly #addresses: HostAddresses | null;
  readonly #attemptContext: AttemptContext;
  readonly #running = new Set<HttpAttempt>();
  #waiting: HttpAttempt[] = [];

  constructor(options: DestinationQueueOptions) {
    this.#options = options;
    const { clock, lookUp, checkAddress: check } = options;
    const { signal } = this.#sockets;
    setMaxListeners(0, signal);
    this.#addresses = lookUp && new HostAddresses({ lookUp: () => lookUp(signal), check, clock });
    this.#attemptContext = {
      headers: new HeaderCapture(),
      clock,
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
   * Renders and sends a message as soon as the host's addresses are known, a connection is free and the budget allows it.
   * The timeout starts then.
   * @throws Error if the message cannot be rendered
   */
  deliver(destination: Destination, message: WebhookMessage): Promise<AttemptOutcome> {
    return new Promise((resolve, reject) => {
      const attempt = new HttpAttempt(destination, message, { resolve, reject }, this.#attemptContext);
      this.#waiting.push(attempt);
      if (!this.#pool && !this.#isLoading) void this.#openPool();
      this.#startWaiting();
    });
  }

  /** Opens the pool of connections, and starts what waits for it. */
  async #openPool(): Promise<void> {
    const { origin, maxConcurrency, timeoutMs, loadClient } = this.#options;
    const { signal } = this.#sockets;
    this.#isLoading = true;
    try {
      const { createPool } = await loadClient();
      if (signal.aborted) return;
      this.#pool = createPool(origin, { maxConcurrency, timeoutMs, signal, lookup: this.#addresses?.lookup });
      this.#startWaiting();
    } catch (error) {
      for (const attempt of this.#waiting.splice(0)) attempt.abort(explainLoadError(error as Error));
    } finally {
      this.#isLoading = false;
    }
  }

  /** Waiting attempts are not affected. */
  abortRunning(): void {
    for (const attempt of [...this.#running]) attempt.abort(CANCELED);
  }

  /** Ends all waiting and running attempts as unreachable, and closes the connections. */
  async close(): Promise<void> {
    const ended = [...this.#running, ...this.#waiting];
    this.#waiting = [];
    for (const attempt of ended) attempt.abort(STOPPED);
    const destroyed = this.#pool?.destroy();
    this.#sockets.abort();
    await destroyed;
  }

  readonly #startWaiting = (): void => {
    const { maxConcurrency, budget } = this.#options;
    while (this.#waiting.length > 0 && this.#running.size < maxConcurrency) {
      const found = this.#addresses?.current(this.#startWaiting);
      if (found === null) return;
      if (found && 'error' in found) {
        this.#failWaiting(found.error);
        return;
      }
      if (!this.#pool || !budget.take(this.#startWaiting)) return;
      this.#start(this.#pool, this.#waiting.shift()!);
    }
  };

  #failWaiting(error: Error): void {
    for (const attempt of this.#waiting.splice(0))
      attempt.abort(explainConnectionError(error, attempt.destination.host));
  }

  #start(pool: Pool, attempt: HttpAttempt): void {
    this.#running.add(attempt);
    attempt.start(this.#options.timeoutMs);
    try {
      const request = requestOf(attempt);
      if (request) pool.dispatch(request, attempt);
      else attempt.cancel();
    } catch (error) {
      attempt.fail(error);
    }
  }
}

function requestOf({ destination, message }: HttpAttempt): Dispatcher.DispatchOptions | null {
  const rendered = message.render();
  if (!rendered) return null;
  const { path, authorization } = destination;
  const { headers, body } = rendered;
  const sent = authorization ? { ...headers, Authorization: authorization } : headers;
  return { path, method: 'POST', headers: sent, body };
}
