import type { AccountEvent } from '../core/engine/command-context.ts';

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Deliveries that a call waits for: those that it causes, and those that follow from their outcomes. */
export class DeliveryGroup {
  #running = 0;
  #interruption: Error | null = null;
  #waiting: Waiting[] = [];

  begin(): void {
    this.#running += 1;
  }

  end(): void {
    this.#running -= 1;
    if (this.#running > 0) return;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  /** Ends the wait with an error. */
  interrupt(error: Error): void {
    this.#interruption ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  /** Resolves once no delivery of the group is in flight. @throws the error of an interruption (as a rejection) */
  done(): Promise<void> {
    if (this.#interruption) return Promise.reject(this.#interruption);
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }
}

/** A delivery in flight. */
export interface Delivery {
  /** The id of its order. */
  readonly order: number;
  /** The groups that wait for it. */
  groups: readonly DeliveryGroup[];
}

/** No call waits for the delivery. */
export const NO_GROUPS: readonly DeliveryGroup[] = [];

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
  /** Called once no delivery is in flight. */
  #onQuiet: (() => void)[] = [];
  #hasEnded = false;

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Creates a group that waits for the deliveries in flight. It must be closed. */
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
   * The groups that wait for the deliveries of a command. While an advance holds the clock, a request can run work that
   * is due in it: then the advance waits for its deliveries.
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

  /** Ends the run. Calls that wait for its deliveries get the error. */
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

function joinAll(deliveries: Iterable<Delivery>, group: DeliveryGroup): void {
  for (const delivery of deliveries) {
    if (delivery.groups.includes(group)) continue;
    delivery.groups = [...delivery.groups, group];
    group.begin();
  }
}

/** The hold of an advance on an account's clock. */
export interface ClockHold {
  readonly run: RunState;
  /** What the advance waits for. */
  readonly group: DeliveryGroup;
  /** The instant that the clock shows. */
  atMs: number;
}
