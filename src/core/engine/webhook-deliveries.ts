import { EVENT_TRANSITIONS, type EventState } from '../domain/event-states.ts';
import { durationMs } from '../domain/time.ts';
import type { WebhookRule } from '../scenario/choose-rule.ts';
import { NO_FACTS } from '../scenario/conditions.ts';
import { applicableScenarios, chooseRule } from './account-scenarios.ts';
import {
  type AttemptOutcome,
  type AttemptPlan,
  clockMsOf,
  eventNameOf,
  eventNameOfStep,
  isOut,
  type Order,
  orderOf,
  type Pace,
  type ResendPlan,
  type SendPlan,
  type WebhookEvent,
} from './account-state.ts';
import type { CommandContext } from './command-context.ts';
import { attemptAfter, planKey, plansOf, resendPlan } from './send-plans.ts';

/**
 * Changes the state of an event. Nothing else does.
 * @throws Error if the table has no such transition, which is a defect of the engine
 */
export function changeEventState(context: CommandContext, index: number, to: EventState): void {
  const event = context.account.state.events[index]!;
  const allowed: readonly EventState[] = EVENT_TRANSITIONS[event.state];
  if (!allowed.includes(to)) throw new Error(`event ${index} cannot change from ${event.state} to ${to}`);
  const writable: { state: EventState } = event;
  writable.state = to;
  context.markChanged();
}

/** True if the order's next event need not wait: the first attempt is complete, delayed, held, or will never be made. */
const isFirstAttemptOver = ({ attempts, state }: WebhookEvent): boolean =>
  state !== 'waiting' && (state !== 'sending' || attempts.some(({ plan }) => plan.kind === 'attempt'));

/** Starts the delivery of a new event, unless it must wait for the first attempt of the order's previous event. */
export function announce(context: CommandContext, order: Order, index: number): void {
  const { state } = context.account;
  const event = state.events[index]!;
  const before = order.steps[event.step - 1];
  if (before && !isFirstAttemptOver(state.events[before.event]!)) return;
  attempt(context, index, 1);
}

function ruleOf(
  context: CommandContext,
  order: Order,
  event: WebhookEvent,
  number: number,
): WebhookRule | null {
  const { state } = context.account;
  const scenarios = applicableScenarios(context, state.picked[order.scenario] ?? null);
  return chooseRule(context, scenarios, 'webhooks', {
    ...NO_FACTS,
    key: order.key,
    account: state.name,
    externalId: order.externalId,
    address: order.address,
    packageId: order.packageId,
    energyAmount: order.energyAmount,
    orderId: order.id,
    clockMs: clockMsOf(state, context.nowMs),
    event: eventNameOf(order, event),
    attempt: number,
  });
}

/** Makes an attempt as its scenario rule says: immediately, later, after another event, or never. */
function attempt(context: CommandContext, index: number, number: number): void {
  const { state } = context.account;
  const event = state.events[index]!;
  const order = orderOf(state, event);
  if (state.webhook.url === null) {
    markUnsent(context, index);
    return;
  }
  const rule = ruleOf(context, order, event, number);
  const deliver = rule?.deliver;
  if (deliver?.drop) {
    settle(context, index, 'dropped');
    releaseNext(context, order, event);
    return;
  }
  const plans = plansOf(index, number, rule);
  const pace = { afterMs: durationMs(deliver?.after), apartMs: durationMs(deliver?.apart) };
  if (deliver?.hold_until && !isEventOut(context, order, deliver.hold_until)) {
    changeEventState(context, index, 'held');
    context.account.held.add({ until: deliver.hold_until, plans, pace });
    releaseNext(context, order, event);
    return;
  }
  sendPlans(context, plans, pace);
  if (pace.afterMs > 0) releaseNext(context, order, event);
}

function sendPlans(context: CommandContext, plans: readonly SendPlan[], { afterMs, apartMs }: Pace): void {
  if (plans[0]!.kind === 'copy') {
    sendAhead(context, plans);
    return;
  }
  if (afterMs > 0) changeEventState(context, plans[0]!.event, 'scheduled');
  plans.forEach((plan, position) => {
    const waitMs = afterMs + position * apartMs;
    if (waitMs === 0) send(context, plan);
    else context.schedule(waitMs, { kind: 'send', plan });
  });
}

/** Makes a delayed delivery that is due. An attempt is not sent if its event is no longer scheduled. */
export function sendScheduled(context: CommandContext, plan: SendPlan): void {
  const { events, webhook } = context.account.state;
  if (plan.kind === 'attempt' && events[plan.event]!.state !== 'scheduled') return;
  if (webhook.url !== null) send(context, plan);
  else if (plan.kind === 'attempt') markUnsent(context, plan.event);
}

/** Without a destination, an event is final immediately, and other events do not wait for it. */
function markUnsent(context: CommandContext, index: number): void {
  const { state } = context.account;
  const event = state.events[index]!;
  changeEventState(context, index, 'unsent');
  releaseNext(context, orderOf(state, event), event);
}

/** Makes a retry that is due, unless its event is no longer scheduled. */
export function retry(context: CommandContext, index: number, number: number): void {
  if (context.account.state.events[index]!.state === 'scheduled') attempt(context, index, number);
}

/** Sends the copies that precede their attempt. From now on, the event counts as being sent. */
function sendAhead(context: CommandContext, copies: readonly SendPlan[]): void {
  changeEventState(context, copies[0]!.event, 'sending');
  for (const copy of copies) putInFlight(context, copy);
}

/** Adds a plan to the effects. It is in flight until its outcome is recorded. */
function send(context: CommandContext, plan: SendPlan): void {
  if (plan.kind === 'attempt') changeEventState(context, plan.event, 'sending');
  putInFlight(context, plan);
}

function putInFlight(context: CommandContext, plan: SendPlan): void {
  context.account.state.inFlight[planKey(plan)] = plan;
  context.markChanged();
  context.effects.push({ kind: 'send', plan });
}

/** True if the first delivery of an order's event is complete, or will never be made. */
function isEventOut(context: CommandContext, order: Order, name: string): boolean {
  const { events } = context.account.state;
  return order.steps.some(step => eventNameOfStep(step) === name && isOut(events[step.event]!));
}

function settle(context: CommandContext, index: number, state: 'delivered' | 'exhausted' | 'dropped'): void {
  changeEventState(context, index, state);
  context.happened({ kind: 'settled', atMs: context.nowMs, event: index, state });
}

/** Starts the deliveries that waited for this event: held ones, and the delivery of the order's next event. */
function releaseNext(context: CommandContext, order: Order, event: WebhookEvent): void {
  releaseHeld(context, order, event);
  const next = order.steps[event.step + 1];
  if (next && context.account.state.events[next.event]!.state === 'waiting') attempt(context, next.event, 1);
}

/** Sends the order's events that a scenario holds until this one was delivered once, or will never be. */
function releaseHeld(context: CommandContext, order: Order, event: WebhookEvent): void {
  const { state } = context.account;
  if (state.held.length === 0 || !isOut(event)) return;
  const due = context.account.held.take(order, eventNameOf(order, event));
  if (due.length === 0) return;
  context.markChanged();
  for (const { plans, pace } of due) {
    if (state.webhook.url === null) markUnsent(context, plans[0]!.event);
    else sendPlans(context, plans, pace);
  }
}

/**
 * Records the outcome of a delivery and starts what follows from it. The outcome of a delivery that is not in flight is
 * ignored: it was already recorded, or a reset or restore has replaced the state since.
 */
export function recordAttempt(
  context: CommandContext,
  plan: SendPlan,
  url: string,
  outcome: AttemptOutcome,
): void {
  const { state } = context.account;
  if (!Object.hasOwn(state.inFlight, planKey(plan))) return;
  const event = state.events[plan.event]!;
  delete state.inFlight[planKey(plan)];
  event.attempts = [...event.attempts, { plan, atMs: context.nowMs, url, outcome }];
  context.happened({ kind: 'attempt', atMs: context.nowMs, plan, outcome: outcome.kind });
  if (outcome.kind === 'acknowledged') acknowledge(context, plan, event);
  else if (plan.kind === 'attempt') retryLater(context, plan, outcome);
  const next = attemptAfter(state, plan);
  if (next) putInFlight(context, next);
  const order = orderOf(state, event);
  if (plan.kind === 'attempt' && plan.number === 1) releaseNext(context, order, event);
  else releaseHeld(context, order, event);
}

/** The states in which an acknowledged resend makes an event delivered; it also cancels a scheduled retry. */
const SETTLED_BY_RESEND: readonly string[] = ['scheduled', 'exhausted', 'dropped', 'unsent'];

const settles = (plan: SendPlan, event: WebhookEvent): boolean =>
  plan.kind === 'attempt' || (plan.kind === 'resend' && SETTLED_BY_RESEND.includes(event.state));

function acknowledge(context: CommandContext, plan: SendPlan, event: WebhookEvent): void {
  if (settles(plan, event)) {
    if (event.state === 'scheduled') context.withdrawNextAttempt(plan.event);
    settle(context, plan.event, 'delivered');
  }
  if (plan.replay) replay(context, orderOf(context.account.state, event), plan);
}

/** Whether a failure may be over at the next attempt, by its status; null if there was no response. */
const isTemporary = (status: number | null): boolean =>
  status === null || status >= 500 || status === 408 || status === 429;

/** Schedules the next attempt. After the last one, or a failure that is not retried, the event is exhausted. */
function retryLater(
  context: CommandContext,
  { event, number }: AttemptPlan,
  { status }: AttemptOutcome,
): void {
  const { retry_on: retryOn, webhook_retry_delays_ms: delays } = context.account.state.settings;
  const delayMs = delays[number - 1];
  if (delayMs === undefined || (retryOn === '5xx_408_429' && !isTemporary(status))) {
    settle(context, event, 'exhausted');
    return;
  }
  changeEventState(context, event, 'scheduled');
  const next = { kind: 'retry', event, number: number + 1 } as const;
  context.schedule(delayMs, next);
  context.happened({ ...next, atMs: context.nowMs, dueMs: context.nowMs + delayMs });
}

/** Sends an earlier event of the order again, byte for byte. */
function replay(context: CommandContext, order: Order, plan: SendPlan): void {
  const older = order.steps.find(step => eventNameOfStep(step) === plan.replay);
  if (older) resend(context, older.event, plan.source);
}

/** Sends an event again outside its retry schedule, in any state. */
export function resend(
  context: CommandContext,
  index: number,
  source: string | null,
  { corrupt = null, byDashboard }: { corrupt?: SendPlan['corrupt']; byDashboard?: true | undefined } = {},
): ResendPlan {
  const plan = resendPlan(context.account.state, index, source, corrupt);
  const marked = byDashboard ? { ...plan, byDashboard } : plan;
  send(context, marked);
  return marked;
}
