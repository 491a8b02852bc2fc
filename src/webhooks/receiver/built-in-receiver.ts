import type { Account } from '../../core/engine/account.ts';
import type { AttemptOutcome } from '../../core/engine/account-state.ts';
import { BUILT_IN_RECEIVER } from '../../core/webhook/receiving.ts';
import type { Sender, WebhookMessage } from '../../host/deliverer.ts';
import type { HostClock } from '../../host/node/host-clock.ts';
import { AccountSlots, MAX_CONCURRENCY_PER_ACCOUNT } from '../delivery-limits.ts';
import { createMessage } from '../render-message.ts';
import { CANCELED, notSent, STOPPED } from '../response-capture.ts';
import { AccountReceiver, type Arrival } from './account-receiver.ts';

/** What the receiver depends on. */
export interface ReceiverParts {
  /** Sends what is not for the receiver. */
  readonly sender: Pick<Sender, 'deliver' | 'abort'>;
  readonly clock: HostClock;
  /** The account with a name, or null. */
  readonly accountNamed: (name: string) => Account | null;
  /** The time on an account's clock. */
  readonly nowMs: (account: Account) => number;
}

/** Receives what arrives, as it arrives and when its response ends. */
type Follower = (account: Account, arrival: Arrival) => void;

/**
 * The sandbox's own webhook receiver. Deliveries to the destination `sandbox:receiver` do not leave the process, so they
 * need no port and pass no guard; all others go to the sender. Each account has a dial and arrivals of its own.
 */
export class BuiltInReceiver implements Sender {
  readonly createMessage = createMessage;
  readonly #parts: ReceiverParts;
  readonly #ofAccount = new WeakMap<Account, AccountReceiver>();
  readonly #slots = new AccountSlots(MAX_CONCURRENCY_PER_ACCOUNT);
  readonly #running = new Set<AccountReceiver>();
  #follower: Follower = () => undefined;
  #isClosed = false;

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
  }

  /** Delivers a message. Every failure is an outcome. @throws Error if the message cannot be rendered */
  deliver(message: WebhookMessage, timeoutMs: number): Promise<AttemptOutcome> {
    if (message.url !== BUILT_IN_RECEIVER) return this.#parts.sender.deliver(message, timeoutMs);
    const account = this.#parts.accountNamed(message.account);
    if (!account) return Promise.resolve(notSent(CANCELED));
    const receiver = this.of(account);
    return this.#slots.run(message.account, () =>
      this.#isClosed ? Promise.resolve(notSent(STOPPED)) : receiver.take(message, timeoutMs),
    );
  }

  /** Ends the pending responses of an account, and its deliveries to other destinations. */
  abort(name: string): void {
    const account = this.#parts.accountNamed(name);
    if (account) this.#ofAccount.get(account)?.abort(CANCELED);
    this.#parts.sender.abort(name);
  }

  /** The receiver of an account. */
  of(account: Account): AccountReceiver {
    let receiver = this.#ofAccount.get(account);
    if (!receiver) {
      const { clock, nowMs } = this.#parts;
      receiver = new AccountReceiver({
        clock,
        nowMs: () => nowMs(account),
        secret: () => account.state.webhook.secret,
        changed: arrival => this.#follower(account, arrival),
      });
      this.#ofAccount.set(account, receiver);
      this.#running.add(receiver);
    }
    return receiver;
  }

  /** Passes every arrival to a follower, when it arrives and when its response ends. */
  follow(follower: Follower): void {
    this.#follower = follower;
  }

  /** Forgets the arrivals of an account and ends its pending responses. The dial stays. */
  restarted(account: Account): void {
    this.#ofAccount.get(account)?.restart(CANCELED);
  }

  /** Ends the pending responses of a deleted account. */
  closed(account: Account): void {
    const receiver = this.#ofAccount.get(account);
    if (!receiver) return;
    receiver.restart(CANCELED);
    this.#running.delete(receiver);
  }

  /** Ends all pending responses. Nothing is received afterwards. */
  close(): void {
    this.#isClosed = true;
    this.#slots.releaseAll();
    for (const receiver of this.#running) receiver.abort(STOPPED);
  }
}
