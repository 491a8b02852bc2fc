import { chooseFrom, type Facts } from '../scenario/choose.ts';
import type { WebhookRule } from '../scenario/types.ts';
import type { AttemptOutcome, Order, Pace, SendPlan, Task, WebhookEvent } from './account-state.ts';
import type { Turn } from './turn.ts';

/** `order.` and the state, for an event of an order (specification: Events). */
export const eventKindOf = (order: Order, event: WebhookEvent): string =>
  `order.${order.steps[event.step]!.status}`;

/** Names a sending among those under way. */
export const planKey = (plan: SendPlan): string => `${plan.event}:${plan.number}:${plan.copy}`;

const orderOf = (turn: Turn, event: WebhookEvent): Order => turn.account.orderById(event.orderId)!;

/** True for the sending whose outcome decides about its event: no further copy, and none outside the schedule. */
const isDeciding = (plan: SendPlan): boolean => plan.copy === 1 && plan.number > 0;

const isAnswered = (event: WebhookEvent): boolean =>
  event.state !== 'waiting' &&
  (event.state !== 'sending' || event.attempts.some(({ plan }) => isDeciding(plan)));

/** A new event: it goes out now, unless an earlier one of its order has not been answered yet. */
export function announce(turn: Turn, order: Order, index: number): void {
  const { state } = turn.account;
  const event = state.events[index]!;
  const before = order.steps[event.step - 1];
  if (before && !isAnswered(state.events[before.event]!)) return;
  attempt(turn, index, 1);
}

/** What the scenarios want of an attempt, or null. */
function directive(turn: Turn, order: Order, event: WebhookEvent, number: number): WebhookRule | null {
  const { state } = turn.account;
  const facts: Facts = {
    event: eventKindOf(order, event),
    attempt: number,
    orderId: order.id,
    externalId: order.externalId,
    address: order.address,
    energyAmount: order.energyAmount,
    key: order.key,
    packageId: order.packageId ?? undefined,
  };
  const scenarios = turn.scenarios(state.picked[order.scenario] ?? null);
  return chooseFrom(scenarios, 'webhooks', facts, state.counters, turn.draw);
}

function plansOf(index: number, number: number, rule: WebhookRule | null): SendPlan[] {
  const copies = rule?.deliver?.copies ?? 1;
  return Array.from({ length: copies }, (_, copy) => ({
    event: index,
    number,
    copy: copy + 1,
    corrupt: rule?.corrupt ?? null,
    source: rule?.source ?? null,
    replay: rule?.deliver?.replay ?? null,
    beforeResponse: rule?.deliver?.beforeResponse ?? false,
  }));
}

/** Makes an attempt as the scenarios want it: at once, later, when another event is out, or never. */
export function attempt(turn: Turn, index: number, number: number): void {
  const { state } = turn.account;
  const event = state.events[index]!;
  const order = orderOf(turn, event);
  if (state.webhook.url === null) {
    leaveUnsent(turn, index);
    return;
  }
  const rule = directive(turn, order, event, number);
  const deliver = rule?.deliver;
  if (deliver?.drop) {
    rest(turn, index, 'dropped');
    releaseNext(turn, order, event);
    return;
  }
  const plans = plansOf(index, number, rule);
  const pace = { afterMs: deliver?.afterMs ?? 0, apartMs: deliver?.apartMs ?? 0 };
  if (deliver?.holdUntil && !isEventOut(turn, order, deliver.holdUntil)) {
    event.state = 'held';
    state.held = [...state.held, { until: deliver.holdUntil, plans, pace }];
    releaseNext(turn, order, event);
    return;
  }
  sendPlans(turn, plans, pace);
  if (pace.afterMs > 0) releaseNext(turn, order, event);
}

/** Sends at once what has not to wait, and enters the rest into the agenda. */
function sendPlans(turn: Turn, plans: readonly SendPlan[], { afterMs, apartMs }: Pace): void {
  const { state, agenda } = turn.account;
  if (afterMs > 0) state.events[plans[0]!.event]!.state = 'scheduled';
  plans.forEach((plan, position) => {
    const waitMs = afterMs + position * apartMs;
    if (waitMs === 0) send(turn, plan);
    else agenda.enter(turn.nowMs + waitMs, { kind: 'attempt', plans: [plan] });
  });
}

/** Delayed plans are due. One whose event was settled, or whose destination went, meanwhile is not sent. */
export function sendScheduled(turn: Turn, plans: readonly SendPlan[]): void {
  const { events, webhook } = turn.account.state;
  for (const plan of plans) {
    if (isDeciding(plan) && events[plan.event]!.state !== 'scheduled') continue;
    if (webhook.url !== null) send(turn, plan);
    else if (isDeciding(plan)) leaveUnsent(turn, plan.event);
  }
}

/** Without a destination an event comes to rest, and holds back none that waits for it. */
function leaveUnsent(turn: Turn, index: number): void {
  const event = turn.account.state.events[index]!;
  event.state = 'unsent';
  releaseNext(turn, orderOf(turn, event), event);
}

/** A retry is due, unless the event was settled meanwhile. */
export function retry(turn: Turn, index: number, number: number): void {
  if (turn.account.state.events[index]!.state === 'scheduled') attempt(turn, index, number);
}

/** Hands the edge a plan; from now on it is under way until its outcome is recorded. */
export function send(turn: Turn, plan: SendPlan): void {
  const { state } = turn.account;
  if (isDeciding(plan)) state.events[plan.event]!.state = 'sending';
  state.inFlight[planKey(plan)] = plan;
  turn.effects.push({ kind: 'send', plan });
}

/** True where the order's first attempt of an event was answered, or never will be. */
function isEventOut(turn: Turn, order: Order, kind: string): boolean {
  const { events } = turn.account.state;
  return order.steps.some(step => `order.${step.status}` === kind && isOut(events[step.event]!));
}

const isOut = (event: WebhookEvent): boolean =>
  event.attempts.length > 0 || event.state === 'dropped' || event.state === 'unsent';

function rest(turn: Turn, index: number, state: 'delivered' | 'exhausted' | 'dropped'): void {
  turn.account.state.events[index]!.state = state;
  turn.happenings.push({ kind: 'at-rest', atMs: turn.nowMs, event: index, state });
}

/** The order's following event, where it waits for its turn, goes out. */
function releaseNext(turn: Turn, order: Order, event: WebhookEvent): void {
  releaseHeld(turn, order, eventKindOf(order, event), event);
  const next = order.steps[event.step + 1];
  if (next && turn.account.state.events[next.event]!.state === 'waiting') attempt(turn, next.event, 1);
}

/** Events of the order that were held until this one is out go out behind it. */
function releaseHeld(turn: Turn, order: Order, kind: string, event: WebhookEvent): void {
  const { state } = turn.account;
  if (state.held.length === 0 || !isOut(event)) return;
  const isDue = (held: { until: string; plans: readonly SendPlan[] }): boolean =>
    held.until === kind && state.events[held.plans[0]!.event]!.orderId === order.id;
  const due = state.held.filter(isDue);
  if (due.length === 0) return;
  state.held = state.held.filter(held => !isDue(held));
  for (const { plans, pace } of due) {
    if (state.webhook.url === null) leaveUnsent(turn, plans[0]!.event);
    else sendPlans(turn, plans, pace);
  }
}

/**
 * Books what came back, first of all; then decides what follows from it. An outcome of a sending that is not under
 * way is not booked: it was told already, or belongs to a life that a restored snapshot took back.
 */
export function recordAttempt(turn: Turn, plan: SendPlan, url: string, outcome: AttemptOutcome): void {
  const { state } = turn.account;
  if (!Object.hasOwn(state.inFlight, planKey(plan))) return;
  const event = state.events[plan.event]!;
  const isFirst = plan.number === 1 && plan.copy === 1;
  delete state.inFlight[planKey(plan)];
  event.attempts = [...event.attempts, { plan, atMs: turn.nowMs, url, outcome }];
  turn.happenings.push({
    kind: 'attempt',
    atMs: turn.nowMs,
    event: plan.event,
    number: plan.number,
    copy: plan.copy,
    outcome: outcome.kind,
  });
  if (outcome.kind === 'acknowledged') acknowledge(turn, plan, event);
  else if (isDeciding(plan)) retryLater(turn, plan, event);
  const order = orderOf(turn, event);
  if (isFirst) releaseNext(turn, order, event);
  else releaseHeld(turn, order, eventKindOf(order, event), event);
}

/** Where a sending by hand that was acknowledged ends the matter, pending retries included. */
const RESENT_SETTLES: readonly string[] = ['scheduled', 'exhausted', 'dropped', 'unsent'];

/** True for work that would have brought an event to its next attempt, and nothing else. */
const decides = (task: Task, event: number): boolean =>
  (task.kind === 'retry' && task.event === event) ||
  (task.kind === 'attempt' && task.plans.every(plan => plan.event === event && isDeciding(plan)));

function acknowledge(turn: Turn, plan: SendPlan, event: WebhookEvent): void {
  const settles = isDeciding(plan) || (plan.number === 0 && RESENT_SETTLES.includes(event.state));
  if (settles && event.state === 'scheduled') turn.account.agenda.withdraw(task => decides(task, plan.event));
  if (settles) rest(turn, plan.event, 'delivered');
  if (plan.replay) replay(turn, orderOf(turn, event), plan);
}

/** The next attempt, after the pause that belongs to this one; after the last there is none. */
function retryLater(turn: Turn, plan: SendPlan, event: WebhookEvent): void {
  const delays = turn.account.state.settings.webhook_retry_delays_ms;
  const delayMs = delays[plan.number - 1];
  if (delayMs === undefined) {
    rest(turn, plan.event, 'exhausted');
    return;
  }
  event.state = 'scheduled';
  const dueMs = turn.nowMs + delayMs;
  turn.account.agenda.enter(dueMs, { kind: 'retry', event: plan.event, number: plan.number + 1 });
  turn.happenings.push({
    kind: 'scheduled',
    atMs: turn.nowMs,
    event: plan.event,
    number: plan.number + 1,
    dueMs,
  });
}

/** An older event of the order is sent once more, byte for byte. */
function replay(turn: Turn, order: Order, plan: SendPlan): void {
  const older = order.steps.find(step => `order.${step.status}` === plan.replay);
  if (older) resend(turn, older.event, plan.source);
}

/** The next free ordinal of an event's sendings outside its schedule, those still under way considered. */
function nextResend(turn: Turn, index: number): number {
  const { events, inFlight } = turn.account.state;
  const answered = new Set(
    events[index]!.attempts.filter(one => one.plan.number === 0).map(one => one.plan.copy),
  );
  let ordinal = answered.size + 1;
  while (answered.has(ordinal) || Object.hasOwn(inFlight, `${index}:0:${ordinal}`)) ordinal += 1;
  return ordinal;
}

/** Sends an event once more outside its schedule (attempt number 0), whatever became of it before. */
export function resend(
  turn: Turn,
  index: number,
  source: string | null,
  corrupt: SendPlan['corrupt'] = null,
): SendPlan {
  const plan: SendPlan = {
    event: index,
    number: 0,
    copy: nextResend(turn, index),
    corrupt,
    source,
    replay: null,
    beforeResponse: false,
  };
  send(turn, plan);
  return plan;
}
