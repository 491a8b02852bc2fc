import { orderData } from '../../../../src/contract/json/service-json.ts';
import { isTerminal, ORDER_STATUSES, TRANSITIONS } from '../../../../src/core/domain/order.ts';
import type { Account } from '../../../../src/core/engine/account.ts';
import type { AccountState, Order } from '../../../../src/core/engine/account-state.ts';
import type { EngineCall } from '../world.ts';
import { type Check, holds } from './check.ts';

/** Transitions are legal, each has an event, orders are found by both ids, and fields match the timeline. */
export class TimelineCheck implements Check {
  /** How many steps of each order were seen, and whether its refund was. */
  #steps: number[] = [];
  #refunded: boolean[] = [];
  #events = 0;
  readonly #externalIds = new Set<string>();

  begin(account: Account): void {
    this.#steps = [];
    this.#refunded = [];
    this.#events = 0;
    this.#externalIds.clear();
    this.#look(account);
  }

  after({ account }: EngineCall): void {
    this.#look(account);
  }

  #look(account: Account): void {
    const { orders, events } = account.state;
    for (let index = 0; index < orders.length; index++) {
      const order = orders[index]!;
      if (this.#steps[index] === undefined) this.#arrival(account, order, index);
      const isNew = order.steps.length !== this.#steps[index];
      if (!isNew && (order.refund !== null) === this.#refunded[index]) continue;
      holds(
        this.#refunded[index] !== true || order.refund !== null,
        () => `order ${order.id} lost its refund`,
      );
      for (let step = this.#steps[index]!; step < order.steps.length; step++)
        this.#step(account.state, order, step);
      this.#steps[index] = order.steps.length;
      this.#refunded[index] = order.refund !== null;
      checkFields(account.state, order);
    }
    holds(events.length === this.#events, () => `${this.#events} status changes, ${events.length} events`);
  }

  #arrival(account: Account, order: Order, index: number): void {
    holds(order.id === index + 1, () => `order ${order.id} is at index ${index}`);
    holds(account.orderById(order.id) === order, () => `order ${order.id} is not found by its id`);
    if (order.externalId !== null) {
      holds(
        !this.#externalIds.has(order.externalId),
        () => `two orders have the external_id ${order.externalId}`,
      );
      holds(
        account.orderByExternalId(order.externalId) === order,
        () => `${order.externalId} finds another order`,
      );
      this.#externalIds.add(order.externalId);
    }
    this.#steps[index] = 0;
    this.#refunded[index] = false;
  }

  #step(state: AccountState, order: Order, index: number): void {
    const { status, atMs, event } = order.steps[index]!;
    const before = order.steps[index - 1];
    const edge = (): string => `order ${order.id} went from ${before?.status ?? 'nothing'} to ${status}`;
    holds(before ? TRANSITIONS[before.status].includes(status) : status === 'processing', edge);
    holds(atMs <= state.nowMs && atMs >= (before?.atMs ?? 0), () => `${edge()} at a wrong time`);
    const announced = state.events[event];
    holds(
      announced?.orderId === order.id && announced.step === index && event > (before?.event ?? -1),
      () => `${edge()}, and event ${event} is of something else: ${JSON.stringify(announced)}`,
    );
    this.#events += 1;
  }
}

/** The fields that a client sees follow from the timeline (specification: Order status). */
function checkFields(state: AccountState, order: Order): void {
  const data = orderData(state, order);
  const details = (): string =>
    `order ${order.id} with ${order.steps.map(step => step.status)} is shown as ${JSON.stringify(data)}`;
  const passed = new Set(order.steps.map(step => step.status));
  holds(Object.keys(data).length === 14 && ORDER_STATUSES.includes(data.status), details);
  holds((data.txid !== null) === (passed.has('delegating') || passed.has('delegated')), details);
  holds((data.delivered_at !== null) === passed.has('delegated'), details);
  holds((data.completed_at !== null) === (data.status === 'completed'), details);
  holds(data.refunded === (order.refund !== null) && (!data.refunded || data.status === 'failed'), details);
  const code = { review: 'ORDER_REVIEW', failed: 'ORDER_FAILED' }[data.status as string] ?? null;
  holds(data.error_code === code, details);
  holds(data.created_at <= data.updated_at || order.timeZone !== 'UTC', details);
}

/** True if an order will not change by itself. */
export const isOver = (order: Order): boolean => isTerminal(order.steps.at(-1)!.status);
