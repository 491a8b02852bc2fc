import { isoTime } from '../../core/domain/time-formats.ts';
import type {
  AccountState,
  AttemptRecord,
  SendPlan,
  Task,
  WebhookEvent,
} from '../../core/engine/account-state.ts';
import { isAcknowledged } from '../../core/engine/event-progress.ts';
import { eventNameOf, orderById, orderOf } from '../../core/engine/state-lookup.ts';
import type { components } from '../control-v1.generated.ts';
import { redactHeaders, redactUrls } from './redaction.ts';
import { eventId, eventPayload } from './service-data.ts';

type Schemas = components['schemas'];
type EventName = Schemas['EventName'];

const stepOf = (state: AccountState, event: WebhookEvent) => orderOf(state, event).steps[event.step]!;

/** The name of an event, such as `order.delegated`. */
export const eventName = (state: AccountState, event: WebhookEvent): EventName =>
  eventNameOf(orderOf(state, event), event);

/** When an event occurred, on the account's clock. */
export const eventAtMs = (state: AccountState, event: WebhookEvent): number => stepOf(state, event).atMs;

/** The next attempt of an event; null if none is scheduled. */
export type NextAttempts = (event: WebhookEvent) => Schemas['Event']['next_attempt'];

/** The number and the event of the attempt that a task makes, or null. */
function attemptIn(task: Task): { readonly number: number; readonly event: number } | null {
  if (task.kind === 'retry') return { number: task.number, event: task.event };
  return task.kind === 'send' && task.plan.kind === 'attempt' ? task.plan : null;
}

/** The next attempts of an account's events. The agenda is read once, however many events are looked up. */
export function nextAttemptsOf(state: AccountState): NextAttempts {
  const firstOf = new Map<number, Task>();
  for (const task of state.agenda) {
    const index = attemptIn(task)?.event;
    if (index === undefined) continue;
    const first = firstOf.get(index);
    if (!first || task.dueMs < first.dueMs || (task.dueMs === first.dueMs && task.seq < first.seq))
      firstOf.set(index, task);
  }
  const of = state.settings.webhook_retry_delays_ms.length + 1;
  return event => {
    if (event.state !== 'scheduled') return null;
    const first = firstOf.get(stepOf(state, event).event);
    return first ? { number: attemptIn(first)!.number, of, at: isoTime(first.dueMs) } : null;
  };
}

function lastDelivery({ attempts }: WebhookEvent): Schemas['Event']['last_delivery'] {
  const last = attempts.at(-1);
  return last ? { at: isoTime(last.atMs), outcome: last.outcome.kind, status: last.outcome.status } : null;
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
    last_delivery: lastDelivery(event),
    next_attempt: nextAttempt(event),
  };
}

type PlannedAttempt = Schemas['EventDetail']['planned_attempts'][number];

/** The next attempt, and those that follow if it and all others fail. */
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

/** What was sent, and how it was corrupted. */
export interface SentMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly corruption: Schemas['Delivery']['corruption'];
}

/** How the control API numbers a delivery: a resend has attempt 0, and its ordinal as the copy. */
export function numbersOf(plan: SendPlan): { readonly attempt: number; readonly copy: number } {
  switch (plan.kind) {
    case 'attempt':
      return { attempt: plan.number, copy: 1 };
    case 'copy':
      return { attempt: plan.number, copy: plan.copy };
    case 'resend':
      return { attempt: 0, copy: plan.ordinal };
  }
}

/** A delivery with the message that was sent. */
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

/** An event by its id, or null. */
export function eventById(state: AccountState, id: string): WebhookEvent | null {
  const orderId = /^order-([1-9]\d{0,15})-/.exec(id)?.[1];
  const order = orderId === undefined ? undefined : orderById(state, Number(orderId));
  for (const step of order?.steps ?? []) {
    const event = state.events[step.event]!;
    if (eventId(state, event) === id) return event;
  }
  return null;
}
