import type { AttemptOutcome } from '../engine/account-state.ts';
import { type Destination, type DestinationProblem, readDestination } from './destination.ts';
import { DestinationQueue } from './destination-queue.ts';
import { notSent } from './http-attempt.ts';
import type { WebhookMessage } from './render-message.ts';

/** How a courier works. */
export interface WebhookSenderOptions {
  /** Hosts, or hosts with a port, that may be sent to; left out: all. */
  readonly allowHosts?: readonly string[];
  /** A clock that never runs back, in milliseconds; durations are taken from it. */
  readonly monotonicMs: () => number;
  /** Connections at once to one origin (scheme, host and port); 64 by default. */
  readonly maxConcurrencyPerOrigin?: number;
}

const MAX_CONCURRENCY = 64;
/** So many are kept, or as many as are busy. */
const MAX_LANES = 64;
const MAX_DESTINATIONS = 1_000;
const CLOSED = 'the sandbox was shut down before the delivery ended';

/** Sends webhooks over HTTP and tells what came back. It never rejects: whatever goes wrong is an outcome. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #lanes = new Map<string, DestinationQueue>();
  readonly #destinations = new Map<string, Destination | DestinationProblem>();
  #isClosed = false;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /**
   * Posts a message's exact bytes (specification: Events, Delivery) and waits for the complete answer.
   * @param timeoutMs for connecting, sending and the whole answer together, from the moment that a connection is
   * free for it
   * @returns acknowledged (2xx), redirected (3xx, not followed), refused (another status), timeout, or unreachable
   * (no complete answer for another reason; `error` says which). What came of an answer is told in any case: its
   * status, headers, and the first 2 KiB of its body.
   */
  deliver(message: WebhookMessage, timeoutMs: number): Promise<AttemptOutcome> {
    if (this.#isClosed) return Promise.resolve(notSent(CLOSED));
    const destination = this.#destinationOf(message.url);
    if ('problem' in destination) return Promise.resolve(notSent(destination.problem));
    return this.#laneTo(destination.origin, timeoutMs).deliver(destination, message);
  }

  /** Ends what is under way or waits as unreachable, and resolves once all connections are down. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const lanes = [...this.#lanes.values()];
    this.#lanes.clear();
    await Promise.all(lanes.map(lane => lane.close(CLOSED)));
  }

  #destinationOf(url: string): Destination | DestinationProblem {
    let destination = this.#destinations.get(url);
    if (!destination) {
      if (this.#destinations.size >= MAX_DESTINATIONS) this.#destinations.clear();
      destination = readDestination(url, this.#options.allowHosts);
      this.#destinations.set(url, destination);
    }
    return destination;
  }

  #laneTo(origin: string, timeoutMs: number): DestinationQueue {
    const name = `${timeoutMs} ${origin}`;
    let lane = this.#lanes.get(name);
    if (!lane) {
      if (this.#lanes.size >= MAX_LANES) this.#dropIdleLanes();
      const { monotonicMs, maxConcurrencyPerOrigin: maxConcurrency = MAX_CONCURRENCY } = this.#options;
      lane = new DestinationQueue({ origin, timeoutMs, maxConcurrency, monotonicMs });
      this.#lanes.set(name, lane);
    }
    return lane;
  }

  #dropIdleLanes(): void {
    for (const [name, lane] of this.#lanes) {
      if (!lane.isIdle) continue;
      this.#lanes.delete(name);
      void lane.close(CLOSED);
    }
  }
}
