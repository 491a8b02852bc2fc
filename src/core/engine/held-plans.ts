import type { AccountState, HeldPlan, Order } from './account-state.ts';

/**
 * The plans of an account that wait for another event. The list is part of the account's state, so snapshots contain it;
 * an index finds the plans of an order, because tens of thousands can wait.
 */
export class HeldPlans {
  readonly #list: HeldPlan[];
  /** An event has at most one held plan. */
  readonly #byEvent = new Map<number, HeldPlan>();

  constructor({ held }: AccountState) {
    this.#list = held;
    for (const one of held) this.#byEvent.set(eventOf(one), one);
  }

  add(held: HeldPlan): void {
    this.#list.push(held);
    this.#byEvent.set(eventOf(held), held);
  }

  /** Removes the plans of an order that wait for an event such as `order.delegated`, and returns them, oldest first. */
  take({ steps }: Order, until: string): HeldPlan[] {
    const due: { readonly position: number; readonly held: HeldPlan }[] = [];
    for (const { event } of steps) {
      const held = this.#byEvent.get(event);
      if (held?.until === until) due.push({ position: this.#list.indexOf(held), held });
    }
    due.sort((a, b) => b.position - a.position);
    for (const { position, held } of due) {
      this.#list.splice(position, 1);
      this.#byEvent.delete(eventOf(held));
    }
    return due.map(({ held }) => held).reverse();
  }
}

const eventOf = ({ plans }: HeldPlan): number => plans[0]!.event;
