import { toTrx } from '../../core/domain/money.ts';
import { isoTime } from '../../core/domain/time-formats.ts';
import type { AccountState, Order, Task } from '../../core/engine/account-state.ts';
import type { AccountEvent } from '../../core/engine/command-context.ts';
import { planKey } from '../../core/engine/send-plans.ts';
import { orderById, orderOf, stateCount } from '../../core/engine/state-lookup.ts';
import type { components } from '../control-v1.generated.ts';
import { eventName, numbersOf } from './event-data.ts';
import { eventId } from './service-data.ts';

type Schemas = components['schemas'];

/** The fields that identify an event and its order. */
function eventFields(state: AccountState, index: number) {
  const event = state.events[index]!;
  return { order_id: event.orderId, event_id: eventId(state, event), event: eventName(state, event) };
}

/** A account event, in the form of the control API and the live stream. */
export function accountEventData(state: AccountState, accountEvent: AccountEvent): Schemas['Happening'] {
  const at = isoTime(accountEvent.atMs);
  switch (accountEvent.kind) {
    case 'order': {
      const { order, status, cause } = accountEvent;
      return { at, kind: 'order', order_id: order, event: `order.${status}`, status, cause };
    }
    case 'refund':
      return { at, kind: 'refund', order_id: accountEvent.order, amount_trx: toTrx(accountEvent.amountSun) };
    case 'attempt': {
      const { plan, outcome } = accountEvent;
      const key = planKey(plan);
      const made = state.events[plan.event]!.attempts.findLast(one => planKey(one.plan) === key);
      const code = made?.outcome.status ?? null;
      const fields = eventFields(state, plan.event);
      return { at, kind: 'attempt', ...fields, ...numbersOf(plan), outcome, status_code: code };
    }
    case 'retry': {
      const { event, number, dueMs } = accountEvent;
      return { at, kind: 'retry', ...eventFields(state, event), attempt: number, due_at: isoTime(dueMs) };
    }
    case 'settled':
      return { at, kind: 'settled', ...eventFields(state, accountEvent.event), state: accountEvent.state };
    case 'ledger': {
      const { kind, amountSun, balanceSun, orderId } = state.ledger[accountEvent.entry]!;
      const amounts = { amount_trx: toTrx(amountSun), balance_trx: toTrx(balanceSun) };
      return { at, kind: 'ledger', order_id: orderId, entry: kind, ...amounts };
    }
    case 'account':
      return { at, kind: 'account', change: accountEvent.change };
  }
}

type Upcoming = components['schemas']['Upcoming'];

const NO_EVENT = { event_id: null, event: null, attempt: null } as const;

const eventOf = (state: AccountState, index: number, attempt: number) => {
  const event = state.events[index]!;
  return { status: null, event_id: eventId(state, event), event: eventName(state, event), attempt };
};

/** The order that a task belongs to. */
function orderOfTask(state: AccountState, task: Task): Order {
  switch (task.kind) {
    case 'step':
    case 'refund':
      return orderById(state, task.order)!;
    case 'send':
      return orderOf(state, state.events[task.plan.event]!);
    case 'retry':
      return orderOf(state, state.events[task.event]!);
  }
}

/** The status that an order enters by a step. */
const statusAfter = ({ lifecycles }: AccountState, { lifecycle, position }: Order): string | null =>
  lifecycles[lifecycle]?.steps[position]?.to ?? null;

/** False for a step whose order was moved since, which does nothing when it is due. */
export const stillApplies = (state: AccountState, task: Task): boolean =>
  task.kind !== 'step' || stateCount(orderById(state, task.order)!) === task.step;

/** Scheduled work, in the form of the control API. */
export function upcomingData(state: AccountState, task: Task): Upcoming {
  const order = orderOfTask(state, task);
  const head = { at: isoTime(task.dueMs), order_id: order.id, external_id: order.externalId };
  switch (task.kind) {
    case 'step':
      return { ...head, kind: 'step', status: statusAfter(state, order), ...NO_EVENT };
    case 'refund':
      return { ...head, kind: 'refund', status: null, ...NO_EVENT };
    case 'send': {
      const { plan } = task;
      const { attempt } = numbersOf(plan);
      return { ...head, kind: attempt > 1 ? 'retry' : 'delivery', ...eventOf(state, plan.event, attempt) };
    }
    case 'retry':
      return { ...head, kind: 'retry', ...eventOf(state, task.event, task.number) };
  }
}
