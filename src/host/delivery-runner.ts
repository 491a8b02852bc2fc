import type { Account } from '../core/engine/account.ts';
import {
  type AccountState,
  type AttemptOutcome,
  orderOf,
  type SendPlan,
} from '../core/engine/account-state.ts';
import type { AccountEvent } from '../core/engine/command-context.ts';
import { type HostClock, pause } from './node/host-clock.ts';
import type { Storage } from './storage/storage.ts';

export interface RenderedMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes that are sent. The signature covers them, unless a corruption changes that. */
  readonly body: Buffer;
}

export interface WebhookMessage {
  /** The account's webhook URL; empty if it was removed after the delivery was planned. */
  readonly url: string;
  readonly account: string;
  /**
   * Renders the webhook. Called when its delivery starts, because thousands of deliveries can wait for a connection, and
   * rendered messages would occupy a hundred times the memory of a plan.
   * @returns null if the webhook must no longer be sent
   * @throws Error if the account's state is damaged
   */
  render(): RenderedMessage | null;
}

export interface Sender {
  /** A later change of the account's webhook URL or secret does not affect the message. */
  createMessage(state: AccountState, plan: SendPlan, isCanceled: () => boolean): WebhookMessage;
  /** Called before each delivery, which waits for it. It never rejects. */
  readonly beforeDelivery?: ((plan: SendPlan) => Promise<void>) | undefined;
  /** @throws Error if the message cannot be rendered */
  deliver(message: WebhookMessage, timeoutMs: number): Promise<AttemptOutcome>;
  abort(account: string): void;
}

/**
 * The deliveries that a call waits for: the ones that it causes, and the ones that follow from their outcomes.
 *
 * An advance of a clock (`hold`) waits for all deliveries of the time that it covers, because the outcome of one decides
 * what is due next: an unacknowledged webhook is due again, and the next event of an order is sent only after the first
 * attempt of the event before it. An advance that did not wait would pass the instant of the retry before anyone knows
 * that there is one. A client may send requests while the advance holds the clock, such as a receiver that looks up the
 * order of a webhook. Such a request runs the work that is due at the held instant, which otherwise the advance would
 * have run. Its deliveries therefore belong to the advance as well (`RunState.groupsOf`): without them, the advance would
 * end before the receiver has them, and a test that looks at the receiver after the advance would fail now and then.
 */
export class DeliveryGroup {
  #running = 0;
  #interruption: Error | null = null;
  #waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];

  begin(): void {
    this.#running += 1;
  }

  end(): void {
    this.#running -= 1;
    if (this.#running > 0) return;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  interrupt(error: Error): void {
    this.#interruption ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  /** @throws the error of an interruption (as a rejection) */
  done(): Promise<void> {
    if (this.#interruption) return Promise.reject(this.#interruption);
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }
}

export const NO_GROUPS: readonly DeliveryGroup[] = [];

interface Delivery {
  readonly order: number;
  groups: readonly DeliveryGroup[];
}

function joinAll(deliveries: Iterable<Delivery>, group: DeliveryGroup): void {
  for (const delivery of deliveries) {
    if (delivery.groups.includes(group)) continue;
    delivery.groups = [...delivery.groups, group];
    group.begin();
  }
}

export interface ClockHold {
  readonly run: RunState;
  readonly group: DeliveryGroup;
  atMs: number;
}

/**
 * The part of an account that exists only while the process runs. It ends when the state is replaced, and when the account
 * fails or is deleted: what began before then no longer affects the account.
 */
export class RunState {
  /** The hold of an advance, or null if none holds the account's clock. */
  hold: ClockHold | null = null;
  /** The deliveries in flight by order, because tens of thousands can wait for a slow receiver. */
  readonly #deliveries = new Map<number, Set<Delivery>>();
  readonly #groups = new Set<DeliveryGroup>();
  #onQuiet: (() => void)[] = [];
  #hasEnded = false;

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The group waits for the deliveries in flight, and must be closed. */
  openGroup(): DeliveryGroup {
    const group = new DeliveryGroup();
    this.#groups.add(group);
    for (const deliveries of this.#deliveries.values()) joinAll(deliveries, group);
    return group;
  }

  closeGroup(group: DeliveryGroup): void {
    this.#groups.delete(group);
  }

  /**
   * The groups that wait for the deliveries of a command. A request can run work that is due while an advance holds the
   * clock: then the advance waits for the deliveries too.
   */
  groupsOf(nextDueMs: number | null, groups: readonly DeliveryGroup[]): readonly DeliveryGroup[] {
    const { hold } = this;
    if (!hold || nextDueMs === null || nextDueMs > hold.atMs || groups.includes(hold.group)) return groups;
    return [...groups, hold.group];
  }

  /**
   * Makes groups also wait for the deliveries in flight of the orders that a command has moved: further events of these
   * orders are sent only after them.
   */
  joinOrders(accountEvents: readonly AccountEvent[], groups: readonly DeliveryGroup[]): void {
    if (groups.length === 0 || this.#deliveries.size === 0) return;
    for (const one of accountEvents) {
      const deliveries = one.kind === 'order' ? this.#deliveries.get(one.order) : undefined;
      if (deliveries) for (const group of groups) joinAll(deliveries, group);
    }
  }

  begin(delivery: Delivery): void {
    const { order } = delivery;
    const deliveries = this.#deliveries.get(order);
    if (deliveries) deliveries.add(delivery);
    else this.#deliveries.set(order, new Set([delivery]));
    for (const group of delivery.groups) group.begin();
  }

  finish(delivery: Delivery): void {
    const deliveries = this.#deliveries.get(delivery.order);
    deliveries?.delete(delivery);
    if (deliveries?.size === 0) this.#deliveries.delete(delivery.order);
    for (const group of delivery.groups) group.end();
    if (this.#deliveries.size === 0) this.#resolveQuiet();
  }

  /** Resolves once no delivery is in flight, or the run has ended. */
  quiet(): Promise<void> {
    if (this.#deliveries.size === 0 || this.#hasEnded) return Promise.resolve();
    return new Promise(resolve => this.#onQuiet.push(resolve));
  }

  /** Calls that wait for its deliveries get the error. */
  end(error: Error): void {
    this.#hasEnded = true;
    this.hold = null;
    for (const group of this.#groups) group.interrupt(error);
    this.#groups.clear();
    this.#resolveQuiet();
  }

  #resolveQuiet(): void {
    for (const resolve of this.#onQuiet.splice(0)) resolve();
  }
}

interface Delivered {
  readonly plan: SendPlan;
  readonly url: string;
  readonly outcome: AttemptOutcome;
}

interface DelivererParts {
  readonly sender: Sender;
  readonly clock: HostClock;
  readonly storage: Storage;
  /** @param groups wait for the deliveries that follow from the outcome */
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

  stop(): void {
    this.#isStopped = true;
  }

  /** Records the outcome unless the run has ended by then. The promise never rejects. */
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
      if (storage.settled(account) || storage.folding(account)) await this.#untilStored(account, run);
      if (sender.beforeDelivery) await sender.beforeDelivery(plan);
      if (!this.#isOver(run)) {
        const outcome = await sender.deliver(message, state.settings.webhook_timeout_ms);
        if (!this.#isOver(run)) record(account, { plan, url: message.url, outcome }, delivery.groups);
      }
    } catch (error) {
      if (!run.hasEnded) fail(account, error);
    }
    if (delivery) run.finish(delivery);
  }

  /** Ends the deliveries of an account whose run has ended: waiting ones are not sent, and no outcome is recorded. */
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
        await this.#parts.storage.folding(account);
        await this.#parts.storage.settled(account);
        return;
      } catch {
        await pause(this.#parts.clock, STORAGE_RETRY_MS);
      }
    }
  }
}
