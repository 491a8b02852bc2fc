import type { Settings } from '../domain/assumptions.ts';
import type { Scope } from '../domain/operations.ts';
import { type EventName, eventOf, type OrderStatus } from '../domain/order.ts';
import type { EventEpoch } from '../domain/seeded-values.ts';
import type { ClockState } from '../domain/time.ts';
import type { Counters } from '../scenario/choose-rule.ts';
import type { Corruption } from '../scenario/rule-effects.ts';
import type { LifecycleStep, Scenario } from '../scenario/scenario-schema.ts';

/**
 * The complete state of an account, as plain JSON: a copy of it is a snapshot, and continuing from the copy gives the
 * same bytes. Account holds the indexes that are derived from it. Instants are milliseconds since 1970 on the account's
 * clock; money is in sun.
 */
export interface AccountState {
  readonly format: 2;
  readonly name: string;
  readonly seed: string;
  /** The ids of new events are derived from it. Every reset and restore starts the next generation. */
  readonly epoch: EventEpoch;
  settings: Settings;
  clock: ClockState;
  /** The latest instant at which a command was executed. Time never goes back before it. */
  nowMs: number;
  balanceSun: number;
  readonly ledger: LedgerEntry[];
  readonly keys: ApiKey[];
  webhook: WebhookDestination;
  inactiveAddresses: readonly string[];
  /** The active scenarios, in order of precedence. */
  scenarios: readonly Scenario[];
  /**
   * The account's own scenarios, active or not, sorted by name. If one is active, `scenarios` contains the same. Absent
   * if there are none.
   */
  ownScenarios?: readonly OwnScenario[];
  readonly counters: Counters;
  /** The lifecycles of the orders, each stored once. */
  readonly lifecycles: Lifecycle[];
  /** The scenarios that requests picked for their own orders, each stored once. */
  readonly picked: Scenario[];
  /** The id of the first order in `orders`; without orders, it has no meaning. */
  firstOrderId: number;
  /** The order with id `firstOrderId + n` is at index n. */
  readonly orders: Order[];
  /** Orders and plans refer to events by their index. */
  readonly events: WebhookEvent[];
  /** Plans that are being sent, by planKey. After a crash they are sent again. */
  readonly inFlight: Record<string, SendPlan>;
  /** Plans that wait for another event of the same order. */
  readonly held: HeldPlan[];
  /** The work that is scheduled: a heap ordered by (dueMs, seq). */
  readonly agenda: Task[];
  nextTaskSeq: number;
  /** The scenario rule, in words, that last changed each part of the account. Absent until a rule does. */
  scripted?: Record<string, string>;
  /** The values that a reset restores. */
  readonly origin: Origin;
}

/** A scenario of the account, with the text of its file. */
export interface OwnScenario {
  readonly text: string;
  readonly scenario: Scenario;
}

/** The values with which an account was opened. They change only when a key is added or revoked. */
interface Origin {
  readonly balanceSun: number;
  readonly settings: Settings;
  readonly clock: ClockState;
  readonly scenarios: readonly Scenario[];
  /** The keys as they were created, with later manual revocations applied. */
  readonly keys: ApiKey[];
  /** The time without use after which the account is removed, in the host's time. Absent: the server's default. */
  readonly idleMs?: number | undefined;
}

export interface LedgerEntry {
  readonly atMs: number;
  readonly kind: 'opening' | 'debit' | 'refund' | 'deposit' | 'adjustment';
  /** Negative for a debit. */
  readonly amountSun: number;
  readonly balanceSun: number;
  readonly orderId: number | null;
}

/** An API key. The key itself is shown once; only its digest is stored (specification: Authentication). */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly digest: string;
  /** The last four characters, so that people can distinguish keys. */
  readonly hint: string;
  scopes: readonly Scope[];
  ipAllow: readonly string[];
  /** Null: the account's default. */
  ratePerMinute: number | null;
  expiresAtMs: number | null;
  revoked: boolean;
  window: RateWindow;
}

interface RateWindow {
  startMs: number;
  used: number;
}

export interface WebhookDestination {
  readonly url: string | null;
  readonly secret: string;
}

export interface Lifecycle {
  /** The id of the rule that defines it. */
  readonly rule: string;
  /** The location of that rule. */
  readonly source: string;
  readonly steps: readonly LifecycleStep[];
}

export interface Order {
  readonly id: number;
  readonly externalId: string | null;
  readonly address: string;
  readonly packageId: number | null;
  readonly energyAmount: number;
  readonly durationMinutes: number;
  readonly priceSun: number;
  /** The name of the key that created it. */
  readonly key: string;
  /** The time zone of its timestamps: the account's when the order was created. */
  readonly timeZone: string;
  /** Index into AccountState.lifecycles. */
  readonly lifecycle: number;
  /** Index into AccountState.picked, or -1 if no scenario was picked for it. */
  readonly scenario: number;
  /** The number of lifecycle steps taken; -1 without a lifecycle, or once the order was moved to a state outside it. */
  position: number;
  refund: Refund | null;
  steps: readonly OrderStep[];
}

/** The price was refunded. `atOnce`: together with the step to failed, so the event of that step already shows it. */
interface Refund {
  readonly atMs: number;
  readonly atOnce: boolean;
}

/** One event in an order's timeline: it enters a state, or something else is announced while it stays in one. */
export interface OrderStep {
  readonly status: OrderStatus;
  /** The event's type, if it announces something other than the state. */
  readonly announces?: EventName;
  readonly atMs: number;
  /** Index into AccountState.events. */
  readonly event: number;
  /** The cause of the step: the location of a scenario rule, `api`, `dashboard`, or `by hand`. */
  readonly cause: string;
}

/**
 * waiting: for the previous event of the order; held: until another event; scheduled: an attempt is in the agenda;
 * sending: an attempt is being sent; delivered, exhausted, dropped, unsent (no destination): final, except that an
 * acknowledged resend turns the last three into delivered.
 */
export type EventState =
  | 'waiting'
  | 'held'
  | 'scheduled'
  | 'sending'
  | 'delivered'
  | 'exhausted'
  | 'dropped'
  | 'unsent';

/**
 * The states to which an event in each state can change. An event starts as `waiting`. `scheduled` can follow itself,
 * because a scenario may delay a retry that is due. An acknowledged resend turns the other final states into `delivered`.
 */
export const EVENT_TRANSITIONS = {
  waiting: ['held', 'scheduled', 'sending', 'dropped', 'unsent'],
  held: ['scheduled', 'sending', 'unsent'],
  scheduled: ['held', 'scheduled', 'sending', 'delivered', 'dropped', 'unsent'],
  sending: ['scheduled', 'delivered', 'exhausted'],
  delivered: [],
  exhausted: ['delivered'],
  dropped: ['delivered'],
  unsent: ['delivered'],
} as const satisfies Readonly<Record<EventState, readonly EventState[]>>;

export interface WebhookEvent {
  readonly orderId: number;
  /** Index into the order's steps. */
  readonly step: number;
  /** EventEpoch.id of the account when the event occurred; the event's id is derived from it. */
  readonly epoch: string;
  /** Written only by changeEventState. */
  readonly state: EventState;
  attempts: readonly AttemptRecord[];
}

/** A delivery that was made, and its outcome. Its bytes are a function of the event and the plan. */
export interface AttemptRecord {
  readonly plan: SendPlan;
  readonly atMs: number;
  readonly url: string;
  readonly outcome: AttemptOutcome;
}

/** The outcome of a delivery, as measured by the sender. `durationMs` is real time. */
export interface AttemptOutcome {
  readonly kind: 'acknowledged' | 'refused' | 'redirected' | 'timeout' | 'unreachable';
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the response body. */
  readonly body: string;
  readonly error: string | null;
  readonly durationMs: number;
}

/** An attempt and its copies, which wait for another event of the same order. */
export interface HeldPlan {
  /** The name of that event, such as `order.delegated`. */
  readonly until: string;
  readonly plans: readonly SendPlan[];
  readonly pace: Pace;
}

/** The delays of an attempt and its copies, on the account's clock. */
export interface Pace {
  /** The delay before the attempt. */
  readonly afterMs: number;
  /** The delay between copies. */
  readonly apartMs: number;
}

/** The fields that all kinds of plans have. */
interface PlanHead {
  /** Index into AccountState.events. */
  readonly event: number;
  readonly corrupt: Corruption | null;
  /** The location of the scenario rule that applied to it, or null. */
  readonly source: string | null;
  /** The name of an earlier event of the same order, which is sent again once this one is acknowledged. */
  readonly replay: string | null;
  /** True: the response to the API request waits until this delivery is complete. */
  readonly beforeResponse: boolean;
}

/** An attempt of the retry schedule, numbered from 1. Only its outcome determines whether there is a retry. */
export type AttemptPlan = PlanHead & { readonly kind: 'attempt'; readonly number: number };

/** An additional copy of an attempt, which a scenario asks for. Copies are numbered from 2. */
export type CopyPlan = PlanHead & {
  readonly kind: 'copy';
  readonly number: number;
  readonly copy: number;
  /** True: the attempt itself is sent only after all such copies. */
  readonly ahead?: true;
};

/** A delivery outside the retry schedule, manual or as a replay, numbered from 1. */
export type ResendPlan = PlanHead & {
  readonly kind: 'resend';
  readonly ordinal: number;
  /** True: the dashboard asked for it, so that it says nothing about the integration. */
  readonly byDashboard?: true;
};

/** A delivery of an event, as decided before it is made. */
export type SendPlan = AttemptPlan | CopyPlan | ResendPlan;

/** Scheduled work. If it no longer applies when it is due, it does nothing. */
export type Task = { readonly dueMs: number; readonly seq: number } & TaskWork;
export type TaskWork =
  | { readonly kind: 'step'; readonly order: number; readonly step: number }
  | { readonly kind: 'refund'; readonly order: number }
  | { readonly kind: 'send'; readonly plan: SendPlan }
  | { readonly kind: 'retry'; readonly event: number; readonly number: number };

/* What the rest of the program asks about a state. */

type Orders = Pick<AccountState, 'orders' | 'firstOrderId'>;

export const orderById = ({ orders, firstOrderId }: Orders, id: number): Order | undefined =>
  orders[id - firstOrderId];

export const orderOf = (state: Orders, event: WebhookEvent): Order => orderById(state, event.orderId)!;

/** The current state of an order: the last one of its timeline. */
export const statusOf = (order: Order): OrderStatus => order.steps[order.steps.length - 1]!.status;

/** Whether the event of a step shows that the price was refunded. */
export const isRefundedAt = ({ refund }: Order, { announces, status, atMs }: OrderStep): boolean =>
  announces ? refund !== null && refund.atMs <= atMs : status === 'failed' && refund?.atOnce === true;

/** The number of states that an order has entered. */
export const stateCount = ({ steps }: Order): number =>
  steps.reduce((count, { announces }) => (announces ? count : count + 1), 0);

/** True if a request of the client made the order, as opposed to the control API or the dashboard. */
export const isMadeByRequest = ({ steps }: Order): boolean => steps[0]!.cause === 'api';

/** True if the dashboard made the order: its order form, or a click that triggers an event. */
export const isMadeByDashboard = ({ steps }: Order): boolean => steps[0]!.cause === 'dashboard';

/** The name of the event of a step, such as `order.delegated` (specification: Events). */
export const eventNameOfStep = ({ status, announces }: OrderStep): EventName => announces ?? eventOf(status);

export const eventNameOf = (order: Order, event: WebhookEvent): EventName =>
  eventNameOfStep(order.steps[event.step]!);

export const isAcknowledged = ({ attempts }: WebhookEvent): boolean =>
  attempts.some(({ outcome }) => outcome.kind === 'acknowledged');

/** True if an event was delivered at least once, or will never be delivered. */
export const isOut = ({ attempts, state }: WebhookEvent): boolean =>
  attempts.length > 0 || state === 'dropped' || state === 'unsent';

/** The event that a task attempts to deliver, and the number of the attempt; null for other work. */
export function attemptOf(task: Task): { readonly event: number; readonly number: number } | null {
  if (task.kind === 'retry') return task;
  return task.kind === 'send' && task.plan.kind === 'attempt' ? task.plan : null;
}

/** The record of a delivery whose outcome was just recorded. */
export const recordOf = ({ attempts }: WebhookEvent, delivered: SendPlan): AttemptRecord =>
  attempts.findLast(({ plan }) => plan === delivered)!;
