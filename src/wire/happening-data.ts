import type { components } from '../contract/control-v1.generated.ts';
import { toTrx } from '../domain/money.ts';
import { isoTime } from '../domain/time-formats.ts';
import type { AccountState } from '../engine/account-state.ts';
import type { Happening } from '../engine/command-context.ts';
import { planKey } from '../engine/send-plans.ts';
import { eventName, numbersOf } from './event-data.ts';
import { eventId } from './service-data.ts';

type Schemas = components['schemas'];

/** The fields that identify an event and its order. */
function eventFields(state: AccountState, index: number) {
  const event = state.events[index]!;
  return { order_id: event.orderId, event_id: eventId(state, event), event: eventName(state, event) };
}

/** A happening, in the form of the control API and the live stream. */
export function happeningData(state: AccountState, happening: Happening): Schemas['Happening'] {
  const at = isoTime(happening.atMs);
  switch (happening.kind) {
    case 'order': {
      const { order, status, cause } = happening;
      return { at, kind: 'order', order_id: order, event: `order.${status}`, status, cause };
    }
    case 'refund':
      return { at, kind: 'refund', order_id: happening.order, amount_trx: toTrx(happening.amountSun) };
    case 'attempt': {
      const { plan, outcome } = happening;
      const key = planKey(plan);
      const made = state.events[plan.event]!.attempts.findLast(one => planKey(one.plan) === key);
      const code = made?.outcome.status ?? null;
      const fields = eventFields(state, plan.event);
      return { at, kind: 'attempt', ...fields, ...numbersOf(plan), outcome, status_code: code };
    }
    case 'retry': {
      const { event, number, dueMs } = happening;
      return { at, kind: 'retry', ...eventFields(state, event), attempt: number, due_at: isoTime(dueMs) };
    }
    case 'settled':
      return { at, kind: 'settled', ...eventFields(state, happening.event), state: happening.state };
    case 'ledger': {
      const { kind, amountSun, balanceSun, orderId } = state.ledger[happening.entry]!;
      const amounts = { amount_trx: toTrx(amountSun), balance_trx: toTrx(balanceSun) };
      return { at, kind: 'ledger', order_id: orderId, entry: kind, ...amounts };
    }
    case 'account':
      return { at, kind: 'account', change: happening.change };
  }
}
