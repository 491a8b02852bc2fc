import { setMaxListeners } from 'node:events';
import { Pool } from 'undici';
import type { AttemptOutcome } from '../engine/account-state.ts';
import { MAX_HEADER_BYTES } from './connection-errors.ts';
import type { Destination } from './destination.ts';
import { type AttemptSurroundings, HttpAttempt } from './http-attempt.ts';
import type { WebhookMessage } from './render-message.ts';
import { HeaderKeeper } from './response-capture.ts';

/**
 * An idle connection is given up this early, because a receiver that closes one at the moment of a sending makes
 * that sending fail.
 */
const IDLE_MS = 1_000;

/** What makes a lane. */
export interface LaneOptions {
  readonly origin: string;
  readonly timeoutMs: number;
  readonly maxConcurrency: number;
  readonly monotonicMs: () => number;
}

/** All deliveries to one origin with one timeout: so many at once, the others wait in the order they came. */
export class DestinationQueue {
  readonly #options: LaneOptions;
  readonly #pool: Pool;
  readonly #sockets = new AbortController();
  readonly #around: AttemptSurroundings;
  readonly #underWay = new Set<HttpAttempt>();
  #waiting: HttpAttempt[] = [];
  /** Where in #waiting the next one stands. */
  #next = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
    setMaxListeners(0, this.#sockets.signal);
    this.#pool = new Pool(options.origin, {
      connections: options.maxConcurrency,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: options.timeoutMs, signal: this.#sockets.signal },
    });
    this.#around = {
      headers: new HeaderKeeper(),
      monotonicMs: options.monotonicMs,
      left: attempt => {
        this.#underWay.delete(attempt);
        this.#startWaiting();
      },
    };
  }

  get isIdle(): boolean {
    return this.#underWay.size === 0;
  }

  /** Sends a message when its turn comes; its time counts from there. */
  deliver(destination: Destination, message: WebhookMessage): Promise<AttemptOutcome> {
    return new Promise(resolve => {
      this.#waiting.push(new HttpAttempt(destination, message, resolve, this.#around));
      this.#startWaiting();
    });
  }

  /** Ends everything that waits or is under way as unreachable, and tears down the connections. */
  async close(reason: string): Promise<void> {
    const waiting = this.#waiting.slice(this.#next);
    this.#waiting = [];
    this.#next = 0;
    for (const attempt of [...this.#underWay, ...waiting]) attempt.cutOff(reason);
    const destroyed = this.#pool.destroy();
    this.#sockets.abort();
    await destroyed;
  }

  #startWaiting(): void {
    while (this.#next < this.#waiting.length && this.#underWay.size < this.#options.maxConcurrency) {
      const attempt = this.#waiting[this.#next]!;
      this.#next += 1;
      this.#start(attempt);
    }
    this.#forgetStarted();
  }

  /** Now and then, so that a queue that never runs empty does not keep all that ever stood in it. */
  #forgetStarted(): void {
    if (this.#next < this.#waiting.length && this.#next < this.#waiting.length / 2) return;
    this.#waiting = this.#waiting.slice(this.#next);
    this.#next = 0;
  }

  #start(attempt: HttpAttempt): void {
    const { destination, message } = attempt;
    const { path, authorization } = destination;
    const headers = authorization ? { ...message.headers, Authorization: authorization } : message.headers;
    this.#underWay.add(attempt);
    attempt.start(this.#options.timeoutMs);
    this.#pool.dispatch({ path, method: 'POST', headers, body: message.body }, attempt);
  }
}
