import type { Dispatcher } from 'undici';
import type { AttemptOutcome } from '../core/engine/account-state.ts';
import type { WebhookMessage } from '../host/deliverer.ts';
import type { Destination } from '../host/destination.ts';
import type { HostClock } from '../host/node/host-clock.ts';
import { explainConnectionError } from './connection-errors.ts';
import {
  BodyCapture,
  CANCELED,
  type HeaderCapture,
  NO_HEADERS,
  outcomeOfStatus,
} from './response-capture.ts';

type Controller = Dispatcher.DispatchController;
type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** The maximum number of interim responses (status 1xx) before the final one. */
export const MAX_INTERIM_RESPONSES = 20;

/** What the attempts of a queue share. */
export interface AttemptContext {
  readonly headers: HeaderCapture;
  /** Measures the durations and ends the attempts that take too long. */
  readonly clock: HostClock;
  /**
   * Called once a started attempt has left its connection. That can be after its outcome: a handshake that timed out
   * occupies its connection for a moment longer, and a delivery that was assigned to it would time out as well.
   */
  readonly onLeft: (attempt: HttpAttempt) => void;
}

/** Settles the promise of an attempt. */
interface Settle {
  readonly resolve: (outcome: AttemptOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** The delivery of one message over one connection. It has exactly one outcome. */
export class HttpAttempt implements Dispatcher.DispatchHandler {
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
      // If the process was busy, its timers fire before what has arrived meanwhile is read.
      void clock.yieldToEventLoop().then(() => this.#expire(timeoutMs));
    });
  }

  /** Ends the attempt as unreachable and closes its connection. */
  abort(reason: string): void {
    this.#end('unreachable', reason);
    this.#controller?.abort(new Error(reason));
  }

  /** Ends a started attempt that is no longer wanted, and for which nothing was sent. */
  cancel(): void {
    this.#end('unreachable', CANCELED);
    this.#context.onLeft(this);
  }

  /** Ends the attempt without an outcome, because its request could not be made. */
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
    // An interim response is kept until the final one arrives: a built-in receiver marks a scripted silence with it.
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
    this.#end('unreachable', explainConnectionError(error, this.destination.host));
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
    this.#end('timeout', `${host}: ${this.#progress()} within ${timeoutMs} ms`);
    this.#controller?.abort(new Error('timeout'));
  }

  #progress(): string {
    if (this.#status !== null) return `the response (${this.#status}) was not complete`;
    return this.#controller ? 'no response was received' : 'no connection was established';
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
