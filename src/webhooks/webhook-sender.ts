import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { AttemptOutcome, SendPlan } from '../core/engine/account-state.ts';
import { BUILT_IN_RECEIVER } from '../core/webhook/read-webhook.ts';
import type { Sender, WebhookMessage } from '../host/delivery-runner.ts';
import { Slots } from '../host/node/concurrency.ts';
import type { HostClock } from '../host/node/host-clock.ts';
import { lookUpName } from '../host/node/name-lookup.ts';
import {
  type Destination,
  type DestinationPolicy,
  readDestination,
} from '../host/node/webhook-destination.ts';
import { notSent, STOPPED } from './attempt-outcome.ts';
import type { BuiltInReceiver } from './built-in-receiver.ts';
import { MAX_CONCURRENCY_PER_ACCOUNT, StartBudget } from './delivery-limits.ts';
import { DestinationQueue, type DestinationQueueOptions, type HttpClient } from './destination-queue.ts';
import { createMessage } from './render-message.ts';

export interface WebhookSenderOptions {
  readonly policy?: DestinationPolicy;
  /** Looks up the addresses of a host name; by default, `lookUpName`. */
  readonly lookUp?: (
    host: string,
    clock: HostClock,
    signal: AbortSignal,
  ) => Promise<readonly LookupAddress[]>;
  readonly clock: HostClock;
  /** Of an account to one origin (scheme, host and port) for each timeout; 64 by default. */
  readonly maxConcurrencyPerOrigin?: number;
  /** Receives the messages to `sandbox:receiver`, which do not leave the process: no policy for hosts applies to them. */
  readonly receiver?: BuiltInReceiver;
  /** Called before each delivery, which waits for it. It never rejects. */
  readonly beforeDelivery?: ((plan: SendPlan) => Promise<void>) | undefined;
  /** By default, `import('./http-client.ts')`. */
  readonly loadClient?: () => Promise<HttpClient>;
}

export const MAX_CONCURRENCY = 64;
/** Idle queues beyond this number are removed. A queue occupies 20 KB. */
const MAX_QUEUES = 256;
/** Removing one takes 0.1 ms; removing all together would delay requests. */
const REMOVED_AT_ONCE = 8;

/**
 * Sends webhooks over HTTP, or passes them to the built-in receiver, and returns the outcome. Every failure is an outcome,
 * except a message that cannot be rendered. The HTTP client is a third of the code that a start would load, so it is
 * loaded with the first delivery, or by `load`.
 */
export class WebhookSender implements Sender {
  readonly createMessage = createMessage;
  readonly beforeDelivery: WebhookSenderOptions['beforeDelivery'];
  readonly #options: WebhookSenderOptions;
  readonly #queues = new Map<string, DestinationQueue>();
  readonly #slots = new Slots<string>(MAX_CONCURRENCY_PER_ACCOUNT);
  /** An account waits for its own lookups only, however long a name server takes. */
  readonly #lookups = new Slots<string>(1);
  readonly #budget: StartBudget;
  #loading: Promise<HttpClient> | null = null;
  #isClosed = false;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.beforeDelivery = options.beforeDelivery;
    this.#budget = new StartBudget(options.clock);
  }

  /**
   * Posts a message's exact bytes (specification: Events, Delivery) and waits for the complete response. The head of a 2xx
   * acknowledges it: if the rest does not arrive, `error` says why.
   * @param timeoutMs for connecting, sending and receiving the whole response, measured from the moment that a
   * connection is free and the host's name has been looked up
   * @returns acknowledged (2xx), redirected (3xx, not followed), refused (another status), timeout, or unreachable
   * (no complete response for another reason, given in `error`). Whatever was received of a response is always
   * included: its status, headers, and the first 2 KiB of its body.
   * @throws Error if the message cannot be rendered
   */
  deliver(message: WebhookMessage, timeoutMs: number): Promise<AttemptOutcome> {
    if (this.#isClosed) return Promise.resolve(notSent(STOPPED));
    const { policy, receiver } = this.#options;
    if (receiver && message.url === BUILT_IN_RECEIVER) return receiver.receive(message, timeoutMs);
    const destination = readDestination(message.url, policy);
    if ('problem' in destination) return Promise.resolve(notSent(destination.problem));
    return this.#slots.run(message.account, () =>
      this.#isClosed
        ? Promise.resolve(notSent(STOPPED))
        : this.#queueTo(destination, message.account, timeoutMs).deliver(destination, message),
    );
  }

  /** Loads the HTTP client, so that the first delivery does not wait for it. @throws Error if it cannot be loaded at present */
  readonly load = (): Promise<HttpClient> => {
    const { loadClient = () => import('./http-client.ts') } = this.#options;
    this.#loading ??= loadClient().catch(error => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  };

  /**
   * Ends the running deliveries of an account, so that they occupy no connections. Waiting deliveries end when they would
   * start, if their messages are canceled.
   */
  abort(account: string): void {
    this.#options.receiver?.abort(account);
    for (const queue of this.#queues.values()) if (queue.account === account) queue.abortRunning();
  }

  /** Ends all running and waiting deliveries as unreachable, and resolves once all connections are closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#slots.releaseAll();
    this.#lookups.releaseAll();
    // Deliveries that wait for the HTTP client end as it says if it cannot be loaded.
    await this.#loading?.catch(() => null);
    const queues = [...this.#queues.values()];
    this.#queues.clear();
    await Promise.all(queues.map(queue => queue.close()));
  }

  /** Each account has its own queues, so that a receiver that hangs for one does not delay the webhooks of another. */
  #queueTo({ origin, checkAddress }: Destination, account: string, timeoutMs: number): DestinationQueue {
    const name = `${timeoutMs} ${account} ${origin}`;
    let queue = this.#queues.get(name);
    if (!queue) {
      if (this.#queues.size >= MAX_QUEUES) this.#removeIdleQueues();
      const { clock, maxConcurrencyPerOrigin: maxConcurrency = MAX_CONCURRENCY } = this.#options;
      const lookUp = this.#lookUpOf(origin, account);
      const budget = this.#budget;
      queue = new DestinationQueue({
        account,
        origin,
        timeoutMs,
        maxConcurrency,
        clock,
        lookUp,
        checkAddress,
        budget,
        loadClient: this.load,
      });
      this.#queues.set(name, queue);
    }
    return queue;
  }

  /** Looks up the host of an origin after the other lookups of the account; null if the host is an address. */
  #lookUpOf(origin: string, account: string): DestinationQueueOptions['lookUp'] {
    const { hostname } = new URL(origin);
    if (hostname.startsWith('[') || isIP(hostname) !== 0) return null;
    const { clock, lookUp = lookUpName } = this.#options;
    return signal =>
      this.#lookups.run(account, async () => {
        signal.throwIfAborted();
        return lookUp(hostname, clock, signal);
      });
  }

  #removeIdleQueues(): void {
    let left = REMOVED_AT_ONCE;
    for (const [name, queue] of this.#queues) {
      if (!queue.isIdle) continue;
      this.#queues.delete(name);
      void queue.close();
      left -= 1;
      if (left === 0) return;
    }
  }
}
