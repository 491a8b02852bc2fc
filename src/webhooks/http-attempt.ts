import type { Dispatcher } from 'undici';
import type { AttemptOutcome } from '../engine/account-state.ts';
import { explainConnectionError } from './connection-errors.ts';
import type { Destination } from './destination.ts';
import type { WebhookMessage } from './render-message.ts';
import { BodyBeginning, type HeaderKeeper, NO_HEADERS } from './response-capture.ts';

type Controller = Dispatcher.DispatchController;
type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** An outcome of which nothing but the reason is known: nothing was sent. */
export const notSent = (reason: string): AttemptOutcome => ({
  kind: 'unreachable',
  status: null,
  headers: NO_HEADERS,
  body: '',
  error: reason,
  durationMs: 0,
});

/** Any 2xx acknowledges (specification: Events, Delivery); a redirect is told apart, because it is never followed. */
function kindOf(status: number): AttemptOutcome['kind'] {
  if (status >= 200 && status < 300) return 'acknowledged';
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
}

/** What an attempt needs of its surroundings. */
export interface AttemptSurroundings {
  readonly headers: HeaderKeeper;
  readonly monotonicMs: () => number;
  /**
   * Called once a started attempt has left its connection. That can be after its outcome: a handshake that timed out
   * still blocks its connection for a moment, and a delivery that was given it then would time out as well.
   */
  readonly left: (attempt: HttpAttempt) => void;
}

/** One message on its way over one connection, from its start to the one outcome that it has. */
export class HttpAttempt implements Dispatcher.DispatchHandler {
  readonly destination: Destination;
  readonly message: WebhookMessage;
  readonly #resolve: (outcome: AttemptOutcome) => void;
  readonly #around: AttemptSurroundings;
  readonly #body = new BodyBeginning();
  #controller: Controller | null = null;
  #timer: NodeJS.Timeout | null = null;
  #startedMs = 0;
  #status: number | null = null;
  #headers = NO_HEADERS;
  #isOver = false;

  constructor(
    destination: Destination,
    message: WebhookMessage,
    resolve: (outcome: AttemptOutcome) => void,
    around: AttemptSurroundings,
  ) {
    this.destination = destination;
    this.message = message;
    this.#resolve = resolve;
    this.#around = around;
  }

  /** Starts the attempt's time: connecting, sending and the whole answer must be done within it. */
  start(timeoutMs: number): void {
    this.#startedMs = this.#around.monotonicMs();
    this.#timer = setTimeout(() => this.#expire(timeoutMs), timeoutMs);
  }

  /** Ends the attempt from outside; a connection that is under way is torn down. */
  cutOff(reason: string): void {
    this.#end('unreachable', reason);
    this.#controller?.abort(new Error(reason));
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('the attempt is over'));
  }

  onResponseStart(_controller: Controller, status: number, headers: ResponseHeaders): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = this.#around.headers.keep(headers);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#body.add(chunk)) return;
    this.#answered('the answer is longer than 1 MiB; the rest of it was not read');
    controller.abort(new Error('the rest is not read'));
  }

  onResponseEnd(): void {
    this.#answered(null);
    this.#around.left(this);
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#end('unreachable', explainConnectionError(error, this.destination.host));
    this.#around.left(this);
  }

  #answered(remark: string | null): void {
    const kind = kindOf(this.#status!);
    const target = this.#headers.location ?? 'nowhere';
    this.#end(kind, kind === 'redirected' ? `a redirect to ${target}; redirects are not followed` : remark);
  }

  #expire(timeoutMs: number): void {
    const { host } = this.destination;
    this.#end('timeout', `${host}: ${this.#reached()} within ${timeoutMs} ms`);
    this.#controller?.abort(new Error('timeout'));
  }

  #reached(): string {
    if (this.#status !== null) return `the answer (${this.#status}) had not ended`;
    return this.#controller ? 'no answer came' : 'no connection was made';
  }

  #end(kind: AttemptOutcome['kind'], error: string | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#timer) clearTimeout(this.#timer);
    const durationMs = this.#timer ? Math.round(this.#around.monotonicMs() - this.#startedMs) : 0;
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
