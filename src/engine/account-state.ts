import type { Settings } from '../domain/assumptions.ts';
import type { ClockState } from '../domain/clock.ts';
import type { Scope } from '../domain/operations.ts';
import type { OrderStatus } from '../domain/order.ts';
import type { Counters } from '../scenario/choose-rule.ts';
import type { Corruption, LifecycleStep, Scenario } from '../scenario/scenario-types.ts';

/**
 * ALL state of an account, as plain JSON: a copy of it is a snapshot, and going on from the copy gives the same
 * bytes. Indexes that can be derived from it live in Account. Instants are milliseconds since 1970 on the account's
 * clock; money is sun.
 */
export interface AccountState {
  readonly format: 2;
  readonly name: string;
  readonly seed: string;
  /** Where the ids of new events come from. Every reset and restore begins the next generation. */
  readonly epoch: EventEpoch;
  settings: Settings;
  clock: ClockState;
  /** The latest instant at which anything was done; time never runs back behind it. */
  nowMs: number;
  balanceSun: number;
  readonly ledger: LedgerEntry[];
  readonly keys: ApiKey[];
  webhook: WebhookDestination;
  inactiveAddresses: readonly string[];
  /** The active scenarios, first asked first. */
  scenarios: readonly Scenario[];
  readonly counters: Counters;
  /** Lives that orders were given, kept once each. */
  readonly lifecycles: Lifecycle[];
  /** Scenarios that were picked for single orders, kept once each. */
  readonly picked: Scenario[];
  /** The id of the first order of `orders`. */
  readonly firstOrderId: number;
  /** The order with id `firstOrderId + n` stands at index n. */
  readonly orders: Order[];
  /** Event n stands at n. */
  readonly events: WebhookEvent[];
  /** Plans whose bytes are under way, by planKey: after a crash they are sent again. */
  readonly inFlight: Record<string, SendPlan>;
  /** Plans that wait for another event of the same order. */
  held: readonly HeldPlan[];
  /** Due work: a heap by (dueMs, seq). */
  readonly agenda: Task[];
  nextTaskSeq: number;
  /** Which scenario's rule, in words, changed what of the account last; absent before the first. */
  scripted?: Record<string, string>;
  /** What a reset goes back to. */
  readonly origin: Origin;
}

/** Keeps the ids of events apart, also after a reset, a restore or in another account without a seed. */
export interface EventEpoch {
  /** Random, unless a seed was given. */
  readonly root: string;
  /** How many resets and restores there were. */
  readonly generation: number;
  /** Derived from root and generation. */
  readonly id: string;
}

/** What an account was opened with. Only making and revoking keys changes it. */
export interface Origin {
  readonly balanceSun: number;
  readonly settings: Settings;
  readonly clock: ClockState;
  readonly scenarios: readonly Scenario[];
  /** Its keys as they were made, revocations by hand considered. */
  readonly keys: ApiKey[];
}

export interface LedgerEntry {
  readonly atMs: number;
  readonly kind: 'opening' | 'debit' | 'refund' | 'deposit' | 'adjustment';
  /** Negative for a debit. */
  readonly amountSun: number;
  readonly balanceSun: number;
  readonly orderId: number | null;
}

/** A key; its text is shown once and only its digest kept (specification: Authentication). */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly digest: string;
  /** The last four characters, for people to tell keys apart. */
  readonly hint: string;
  scopes: readonly Scope[];
  ipAllow: readonly string[];
  /** Null: the account's default. */
  ratePerMinute: number | null;
  expiresAtMs: number | null;
  revoked: boolean;
  window: RateWindow;
}

export interface RateWindow {
  startMs: number;
  used: number;
}

export interface WebhookDestination {
  readonly url: string | null;
  readonly secret: string;
}

export interface Lifecycle {
  /** The rule that it came from, and where that stands. */
  readonly rule: string;
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
  /** The name of the key that made it. */
  readonly key: string;
  /** The zone of its times, as the account's was when it was made. */
  readonly timeZone: string;
  /** Index into AccountState.lifecycles. */
  readonly lifecycle: number;
  /** Index into AccountState.picked, or -1 where none was picked for it. */
  readonly scenario: number;
  /** How many steps of the lifecycle were taken; -1 once it was moved by hand off its course. */
  position: number;
  refund: Refund | null;
  readonly steps: OrderStep[];
}

/** The amount went back. `atOnce`: together with the step to failed, so that step's event tells of it. */
export interface Refund {
  readonly atMs: number;
  readonly atOnce: boolean;
}

/** One state in an order's timeline. Each is one event. */
export interface OrderStep {
  readonly status: OrderStatus;
  readonly atMs: number;
  /** Index into AccountState.events. */
  readonly event: number;
  /** What brought it about: the place of a scenario's step, `api`, `by hand`. */
  readonly cause: string;
}

/**
 * waiting: for the order's earlier event; held: until another event; scheduled: an attempt stands in the agenda;
 * sending: bytes are under way; delivered, exhausted, dropped, unsent (no destination): final.
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

export interface WebhookEvent {
  readonly orderId: number;
  /** Index into the order's steps. */
  readonly step: number;
  /** EventEpoch.id of the account when the event came about; its id is derived from it. */
  readonly epoch: string;
  /** Only changeEventState writes it. */
  readonly state: EventState;
  attempts: readonly AttemptRecord[];
}

/** One sending and its outcome. The bytes are a function of event and plan. */
export interface AttemptRecord {
  readonly plan: SendPlan;
  readonly atMs: number;
  readonly url: string;
  readonly outcome: AttemptOutcome;
}

/** Measured by the edge. `durationMs` is real time. */
export interface AttemptOutcome {
  readonly kind: 'acknowledged' | 'refused' | 'redirected' | 'timeout' | 'unreachable';
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the answer's body. */
  readonly body: string;
  readonly error: string | null;
  readonly durationMs: number;
}

export interface HeldPlan {
  readonly until: string;
  readonly plans: readonly SendPlan[];
  readonly pace: Pace;
}

/** How sendings of one attempt follow one another on the account's clock. */
export interface Pace {
  /** Before the first. */
  readonly afterMs: number;
  /** Between two of them. */
  readonly apartMs: number;
}

/** What all sendings have in common. */
interface Sending {
  /** Index into AccountState.events. */
  readonly event: number;
  readonly corrupt: Corruption | null;
  /** The scenario rule that shaped it, or null. */
  readonly source: string | null;
  /** An older event of the same order that is sent again once this one is acknowledged. */
  readonly replay: string | null;
  /** The API's answer waits for this one. */
  readonly beforeResponse: boolean;
}

/** An attempt of the retry schedule, numbered from 1. Only its outcome decides what becomes of the event. */
export type AttemptPlan = Sending & { readonly kind: 'attempt'; readonly number: number };

/** A further copy of an attempt, numbered from 2, where a scenario sends it several times. */
export type CopyPlan = Sending & { readonly kind: 'copy'; readonly number: number; readonly copy: number };

/** A sending outside the schedule, by hand or as a replay, numbered from 1. */
export type ResendPlan = Sending & { readonly kind: 'resend'; readonly ordinal: number };

/** One sending of an event's bytes, decided before it is made. */
export type SendPlan = AttemptPlan | CopyPlan | ResendPlan;

/** A piece of due work. If what it was meant for has changed meanwhile, it does nothing. */
export type Task = { readonly dueMs: number; readonly seq: number } & TaskWork;
export type TaskWork =
  | { readonly kind: 'step'; readonly order: number; readonly step: number }
  | { readonly kind: 'refund'; readonly order: number }
  | { readonly kind: 'send'; readonly plan: SendPlan }
  | { readonly kind: 'retry'; readonly event: number; readonly number: number };
