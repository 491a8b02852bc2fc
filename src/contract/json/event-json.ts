import { toTrx } from '../../core/domain/money.ts';
import { isoTime } from '../../core/domain/time.ts';
import {
  type AccountState,
  type AttemptRecord,
  attemptOf,
  eventNameOf,
  isAcknowledged,
  type Order,
  orderById,
  orderOf,
  type SendPlan,
  stateCount,
  type Task,
  type WebhookEvent,
} from '../../core/engine/account-state.ts';
import type { AccountEvent } from '../../core/engine/command-context.ts';
import { planKey } from '../../core/engine/send-plans.ts';
import { mustBeRefused } from '../../core/scenario/rule-effects.ts';
import type { Schemas } from '../control-v1.generated.ts';
import { redactHeaders, redactUrls } from './redaction.ts';
import { eventId, eventPayload } from './service-json.ts';

type EventName = Schemas['EventName'];

const stepOf = (state: AccountState, event: WebhookEvent) => orderOf(state, event).steps[event.step]!;

export const eventName = (state: AccountState, event: WebhookEvent): EventName =>
  eventNameOf(orderOf(state, event), event);

export const eventAtMs = (state: AccountState, event: WebhookEvent): number => stepOf(state, event).atMs;

/** The next attempt of an event; null if none is scheduled. */
export type NextAttempts = (event: WebhookEvent) => Schemas['Event']['next_attempt'];

/** The agenda is read once, however many events are looked up. */
export function nextAttemptsOf(state: AccountState): NextAttempts {
  const firstOf = new Map<number, Task>();
  for (const task of state.agenda) {
    const index = attemptOf(task)?.event;
    if (index === undefined) continue;
    const first = firstOf.get(index);
    if (!first || task.dueMs < first.dueMs || (task.dueMs === first.dueMs && task.seq < first.seq))
      firstOf.set(index, task);
  }
  const of = state.settings.webhook_retry_delays_ms.length + 1;
  return event => {
    if (event.state !== 'scheduled') return null;
    const first = firstOf.get(stepOf(state, event).event);
    return first ? { number: attemptOf(first)!.number, of, at: isoTime(first.dueMs) } : null;
  };
}

function lastDelivery({ attempts }: WebhookEvent): Schemas['Event']['last_delivery'] {
  const last = attempts.at(-1);
  return last ? { at: isoTime(last.atMs), outcome: last.outcome.kind, status: last.outcome.status } : null;
}

function forgedOf({ attempts }: WebhookEvent): Schemas['Event']['forged'] {
  const forged = attempts.filter(({ plan }) => mustBeRefused(plan.corrupt));
  if (forged.length === 0) return null;
  return isAcknowledged({ attempts: forged }) ? 'accepted' : 'refused';
}

/** An event, without its deliveries. */
export function eventData(
  state: AccountState,
  event: WebhookEvent,
  nextAttempt: NextAttempts,
): Schemas['Event'] {
  return {
    event_id: eventId(state, event),
    event: eventName(state, event),
    order_id: event.orderId,
    external_id: orderOf(state, event).externalId,
    created_at: isoTime(eventAtMs(state, event)),
    state: event.state,
    attempts: event.attempts.length,
    acknowledged: isAcknowledged(event),
    forged: forgedOf(event),
    last_delivery: lastDelivery(event),
    next_attempt: nextAttempt(event),
  };
}

type PlannedAttempt = Schemas['EventDetail']['planned_attempts'][number];

/** The next attempt, and the later ones that follow if all fail. */
function plannedAttempts(
  { settings }: AccountState,
  next: Schemas['Event']['next_attempt'],
): PlannedAttempt[] {
  if (!next) return [];
  let atMs = Date.parse(next.at);
  const later = settings.webhook_retry_delays_ms.slice(next.number - 1).map((delayMs, index) => {
    atMs += delayMs;
    return { number: next.number + 1 + index, at: isoTime(atMs) };
  });
  return [{ number: next.number, at: next.at }, ...later];
}

/** An event with its deliveries, which the caller renders. */
export function eventDetail(
  state: AccountState,
  event: WebhookEvent,
  deliveries: Schemas['Delivery'][],
): Schemas['EventDetail'] {
  const shown = eventData(state, event, nextAttemptsOf(state));
  return {
    ...shown,
    planned_attempts: plannedAttempts(state, shown.next_attempt),
    payload: eventPayload(state, event) as unknown as Record<string, never>,
    deliveries,
  };
}

export interface SentMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly corruption: Schemas['Delivery']['corruption'];
}

/** The numbers of a delivery in the control API: a resend has attempt 0, and its ordinal as the copy. */
function numbersOf(plan: SendPlan): { readonly attempt: number; readonly copy: number } {
  if (plan.kind === 'resend') return { attempt: 0, copy: plan.ordinal };
  return { attempt: plan.number, copy: plan.kind === 'copy' ? plan.copy : 1 };
}

export function deliveryData(
  state: AccountState,
  event: WebhookEvent,
  attempt: AttemptRecord,
  sent: SentMessage,
): Schemas['Delivery'] {
  const { plan, outcome } = attempt;
  const headers = redactHeaders(outcome.headers) as Record<string, never>;
  return {
    event_id: eventId(state, event),
    event: eventName(state, event),
    order_id: event.orderId,
    kind: plan.kind,
    ...numbersOf(plan),
    at: isoTime(attempt.atMs),
    url: redactUrls(attempt.url),
    outcome: outcome.kind,
    answer: outcome.status === null ? null : { status: outcome.status, headers, body: outcome.body },
    error: outcome.error === null ? null : redactUrls(outcome.error),
    duration_ms: outcome.durationMs,
    before_response: plan.beforeResponse,
    sent: { headers: sent.headers as Record<string, never>, body: sent.body },
    rule: plan.source,
    corruption: sent.corruption,
  };
}

export function eventById(state: AccountState, id: string): WebhookEvent | null {
  const orderId = /^order-([1-9]\d{0,15})-/.exec(id)?.[1];
  const order = orderId === undefined ? undefined : orderById(state, Number(orderId));
  for (const step of order?.steps ?? []) {
    const event = state.events[step.event]!;
    if (eventId(state, event) === id) return event;
  }
  return null;
}

function eventFields(state: AccountState, index: number) {
  const event = state.events[index]!;
  return {
    ...orderFields(state, event.orderId),
    event_id: eventId(state, event),
    event: eventName(state, event),
  };
}

const orderFields = (state: AccountState, id: number) => ({
  order_id: id,
  external_id: orderById(state, id)?.externalId ?? null,
});

export function accountEventData(state: AccountState, accountEvent: AccountEvent): Schemas['Happening'] {
  const at = isoTime(accountEvent.atMs);
  switch (accountEvent.kind) {
    case 'order': {
      const { order, status, cause } = accountEvent;
      return { at, kind: 'order', ...orderFields(state, order), event: `order.${status}`, status, cause };
    }
    case 'refund':
      return {
        at,
        kind: 'refund',
        ...orderFields(state, accountEvent.order),
        amount_trx: toTrx(accountEvent.amountSun),
      };
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
      const order = orderId === null ? { order_id: null } : orderFields(state, orderId);
      return { at, kind: 'ledger', ...order, entry: kind, ...amounts };
    }
    case 'account': {
      const { change, details } = accountEvent;
      return { at, kind: 'account', change, ...(details !== undefined && { details }) };
    }
  }
}

const statusAfter = ({ lifecycles }: AccountState, { lifecycle, position }: Order): string | null =>
  lifecycles[lifecycle]?.steps[position]?.to ?? null;

/** False for a step whose order was moved since: when it is due, it does nothing. */
export const stillApplies = (state: AccountState, task: Task): boolean =>
  task.kind !== 'step' || stateCount(orderById(state, task.order)!) === task.step;

export function upcomingData(state: AccountState, task: Task): Schemas['Upcoming'] {
  const at = isoTime(task.dueMs);
  if (task.kind === 'step' || task.kind === 'refund') {
    const { order, kind } = task;
    const status = kind === 'step' ? statusAfter(state, orderById(state, order)!) : null;
    return { at, ...orderFields(state, order), kind, status, event_id: null, event: null, attempt: null };
  }
  const [index, attempt] =
    task.kind === 'send' ? [task.plan.event, numbersOf(task.plan).attempt] : [task.event, task.number];
  const kind = task.kind === 'retry' || attempt > 1 ? 'retry' : 'delivery';
  const order = orderFields(state, state.events[index]!.orderId);
  return { at, ...order, kind, status: null, ...eventFields(state, index), attempt };
}
