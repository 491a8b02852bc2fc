import type { Account } from '../core/engine/account.ts';
import {
  type AccountState,
  type AttemptOutcome,
  orderOf,
  type SendPlan,
} from '../core/engine/account-state.ts';
import { type HostClock, pause } from './node/host-clock.ts';
import type { Delivery, DeliveryGroup, RunState } from './run-state.ts';
import type { Storage } from './storage/storage.ts';

/** The headers and bytes of a webhook. */
export interface RenderedMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes that are sent. The signature covers them, unless a corruption changes that. */
  readonly body: Buffer;
}

/** A webhook that is to be delivered. */
export interface WebhookMessage {
  /** The account's webhook URL; empty if it was removed after the delivery was planned. */
  readonly url: string;
  /** The name of the account. */
  readonly account: string;
  /**
   * Renders the webhook. Called when its delivery starts, because thousands of deliveries can wait for a connection, and
   * rendered messages would occupy a hundred times the memory of a plan.
   * @returns null if the webhook must no longer be sent
   * @throws Error if the account's state is damaged
   */
  render(): RenderedMessage | null;
}

/** Sends webhooks. */
export interface Sender {
  /**
   * The message of a delivery. A later change of the account's webhook URL or secret does not affect it.
   * @param isCanceled whether the webhook must no longer be sent
   */
  createMessage(state: AccountState, plan: SendPlan, isCanceled: () => boolean): WebhookMessage;
  /** Sends a message and returns the outcome. @throws Error if the message cannot be rendered */
  deliver(message: WebhookMessage, timeoutMs: number): Promise<AttemptOutcome>;
  /** Ends the running deliveries of an account. */
  abort(account: string): void;
}

/** A delivery that was made. */
interface Delivered {
  readonly plan: SendPlan;
  readonly url: string;
  readonly outcome: AttemptOutcome;
}

/** What a deliverer depends on. */
export interface DelivererParts {
  readonly sender: Sender;
  readonly clock: HostClock;
  readonly storage: Storage;
  /** Records an outcome. @param groups wait for the deliveries that follow from it */
  readonly record: (account: Account, delivered: Delivered, groups: readonly DeliveryGroup[]) => void;
  /** Marks an account as failed because a delivery caused an internal error. */
  readonly fail: (account: Account, error: unknown) => void;
}

const STORAGE_RETRY_MS = 1_000;

/** Makes the deliveries of all accounts: waits until what a webhook shows is stored, and sends it. */
export class Deliverer {
  readonly #parts: DelivererParts;
  #isStopped = false;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
  }

  /** Ignores the outcomes of all deliveries from now on. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Makes a delivery of a run and records its outcome, unless the run has ended by then. The promise never rejects. */
  async send(
    account: Account,
    run: RunState,
    plan: SendPlan,
    groups: readonly DeliveryGroup[],
  ): Promise<void> {
    if (run.hasEnded) return;
    const { sender, storage, record, fail } = this.#parts;
    let delivery: Delivery | null = null;
    try {
      const { state } = account;
      delivery = { order: orderOf(state, state.events[plan.event]!).id, groups };
      run.begin(delivery);
      const message = sender.createMessage(state, plan, () => this.#isOver(run));
      if (storage.settled(account)) await this.#untilStored(account, run);
      if (!this.#isOver(run)) {
        const outcome = await sender.deliver(message, state.settings.webhook_timeout_ms);
        if (!this.#isOver(run)) record(account, { plan, url: message.url, outcome }, delivery.groups);
      }
    } catch (error) {
      if (!run.hasEnded) fail(account, error);
    }
    if (delivery) run.finish(delivery);
  }

  /** Ends the deliveries of an account whose run has ended: those that wait are not sent, and no outcome is recorded. */
  abort(account: Account): void {
    this.#parts.sender.abort(account.state.name);
  }

  #isOver(run: RunState): boolean {
    return this.#isStopped || run.hasEnded;
  }

  /** Waits until the changes that a webhook shows are stored, so that a crash cannot undo them. */
  async #untilStored(account: Account, run: RunState): Promise<void> {
    while (!this.#isOver(run)) {
      try {
        await this.#parts.storage.settled(account);
        return;
      } catch {
        await pause(this.#parts.clock, STORAGE_RETRY_MS);
      }
    }
  }
}
