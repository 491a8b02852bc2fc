import type { OperationId, Scope } from '../domain/operations.ts';
import type { OrderStatus } from '../domain/order.ts';

export type { OperationId, OrderStatus, Scope };

/** `order.processing` and the six others (specification: Events). */
export type EventName = `order.${OrderStatus}`;

/** An instant on the account's clock, ISO 8601 in UTC: `2026-01-01T00:00:12.000Z`. */
export type Instant = string;

/** A number and a unit: `250ms`, `3s`, `61m`, `1h`, `2d`. */
export type Duration = string;

/** How a clock runs: with real time, so many times as fast, or not until it is advanced. */
export type ClockMode = 'real' | 'manual' | `${number}x`;

export interface ClockReading {
  /** `real`, `manual` or `<n>x`. */
  readonly mode: string;
  /** Its seconds in a real one; 0: it stands. */
  readonly speed: number;
  readonly now: Instant;
}

/** An order as the sandbox keeps it. The specification's fields, and how it came about. */
export interface Order {
  /** The service's id. */
  readonly id: number;
  readonly externalId: string | null;
  readonly address: string;
  /** Null for a custom amount. */
  readonly packageId: number | null;
  readonly energyAmount: number;
  readonly durationMinutes: number;
  readonly priceTrx: number;
  readonly status: OrderStatus;
  readonly txid: string | null;
  readonly refunded: boolean;
  /** `ORDER_REVIEW`, `ORDER_FAILED` or null. */
  readonly errorCode: string | null;
  readonly createdAt: Instant;
  readonly deliveredAt: Instant | null;
  readonly completedAt: Instant | null;
  readonly updatedAt: Instant;
  /** The name of the key that made it. */
  readonly key: string;
  /** The scenario that was picked for it. */
  readonly scenario: string | null;
}

/** An order with its whole life. */
export interface OrderDetail extends Order {
  /** The scenario's rule that gave it its life, and the place where that stands. */
  readonly rule: RuleName | null;
  readonly timeline: readonly TimelineStep[];
  /** What happens next by itself; null: nothing. */
  readonly nextStep: { readonly to: OrderStatus; readonly at: Instant } | null;
  /** The states into which it can be moved by hand. */
  readonly canGoTo: readonly OrderStatus[];
  readonly refund: { readonly at: Instant; readonly amountTrx: number } | null;
  readonly ledger: readonly LedgerEntry[];
  /** The requests that made it, repeated it or asked for it, as far as the journal has them. */
  readonly requests: readonly RequestSummary[];
}

export interface RuleName {
  readonly id: string;
  readonly source: string;
}

/** A state that an order entered. */
export interface TimelineStep {
  readonly status: OrderStatus;
  readonly at: Instant;
  /** `api`, `by hand`, or the place of a scenario's rule. */
  readonly cause: string;
  readonly rule: string | null;
  readonly txid: string | null;
  readonly event: WebhookEventDetail;
}

/** A change of the balance; the rows add up to it. */
export interface LedgerEntry {
  readonly at: Instant;
  readonly kind: 'opening' | 'debit' | 'refund' | 'deposit' | 'adjustment';
  /** Negative for a debit. */
  readonly amountTrx: number;
  readonly balanceTrx: number;
  readonly orderId: number | null;
}

/**
 * waiting for an earlier event of the order; held for a later one; scheduled: the next attempt has its instant;
 * sending; and at rest: delivered, exhausted (no attempt is left), dropped (by a scenario), unsent (there was no
 * destination).
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

/** A webhook event in short. */
export interface WebhookEvent {
  readonly eventId: string;
  readonly event: EventName;
  readonly orderId: number;
  readonly externalId: string | null;
  readonly createdAt: Instant;
  readonly state: EventState;
  /** How many attempts were made. */
  readonly attempts: number;
  /** Whether one of them was acknowledged. */
  readonly acknowledged: boolean;
}

/** A webhook event with every attempt to deliver it. */
export interface WebhookEventDetail extends WebhookEvent {
  readonly nextAttempt: { readonly number: number; readonly at: Instant } | null;
  /** What it tells, as it is sent. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Oldest first. */
  readonly deliveries: readonly Delivery[];
}

/** An attempt to deliver an event. */
export interface Delivery {
  readonly eventId: string;
  readonly event: EventName;
  readonly orderId: number;
  /**
   * An attempt of the retry schedule, a further copy of one, or a resend by hand or by a replay. Only an attempt
   * decides whether there is a next one.
   */
  readonly kind: 'attempt' | 'copy' | 'resend';
  /** The number of the attempt, from 1; 0 for a resend. */
  readonly attempt: number;
  /** Which copy of the attempt: 1 the attempt itself. For a resend, which resend of the event. */
  readonly copy: number;
  readonly at: Instant;
  readonly url: string;
  readonly outcome: 'acknowledged' | 'refused' | 'redirected' | 'timeout' | 'unreachable';
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, unknown>>;
    /** The beginning of it. */
    readonly body: string;
  } | null;
  /** Why there is no answer. */
  readonly error: string | null;
  /** Real milliseconds. */
  readonly durationMs: number;
  /** Exactly what was sent. */
  readonly sent: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string };
  /** The place of the scenario's rule that shaped it. */
  readonly rule: string | null;
  /** What was made wrong about it on purpose. */
  readonly corruption: {
    readonly name: string;
    readonly explanation: string;
    /** Whether the signature is right for the bytes. */
    readonly verifies: boolean;
  } | null;
}

/** An API request in short. */
export interface RequestSummary {
  /** As X-Sandbox-Request-Id tells it. */
  readonly id: string;
  readonly at: Instant;
  /** Null where the request led to none. */
  readonly operation: string | null;
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  /** What was answered; null: the client was left without. */
  readonly status: number | null;
  /** The code that was answered. */
  readonly error: string | null;
  /** The name of the key. */
  readonly key: string | null;
  /** Orders that it made, repeated or asked for. */
  readonly orders: readonly number[];
  /** Why it was answered so; empty for a plain success. */
  readonly explanation: string;
  readonly rule: RuleName | null;
  /** How the answer was spoilt. */
  readonly fault: string | null;
  /** What about it is not as the specification has it, though it may have been answered. */
  readonly violations: readonly string[];
  /** Real milliseconds. */
  readonly durationMs: number;
}

/** An API request with its answer. */
export interface RequestDetail extends RequestSummary {
  /** The caller. */
  readonly ip: string;
  /** As they came; secrets are left out. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** As text; null: none was read. */
  readonly body: string | null;
  /** The body's value, where it is JSON. */
  readonly json?: unknown;
  readonly answer: {
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: string;
    readonly json?: unknown;
  };
  /** Why rules of the active scenarios did not apply, the nearest first. */
  readonly nearMisses: readonly string[];
}

/** Something that came about; `kind` says which of the fields stand. */
export interface Happening {
  readonly at: Instant;
  /**
   * order: it entered a state; attempt: a webhook was answered, or not; retry: the next attempt was scheduled;
   * settled: an event came to rest.
   */
  readonly kind: 'order' | 'refund' | 'attempt' | 'retry' | 'settled' | 'ledger' | 'account';
  readonly orderId?: number | null;
  readonly eventId?: string;
  readonly event?: EventName;
  readonly status?: OrderStatus;
  readonly cause?: string;
  readonly attempt?: number;
  readonly copy?: number;
  readonly outcome?: string;
  readonly statusCode?: number | null;
  readonly dueAt?: Instant;
  readonly state?: string;
  readonly amountTrx?: number;
  readonly balanceTrx?: number;
  readonly entry?: string;
  readonly change?: string;
}

/** What an advance came to. */
export interface Advanced {
  readonly now: Instant;
  /** What happened, in order; the first 10,000. */
  readonly fired: readonly Happening[];
  readonly firedTotal: number;
}

/** How an account stands. */
export interface AccountInfo {
  readonly name: string;
  readonly balanceTrx: number;
  readonly discountPercent: number;
  readonly rateLimitPerMinute: number;
  readonly timeZone: string;
  readonly clock: ClockReading;
  readonly webhook: WebhookDestination;
  /** Active scenarios, first asked first. */
  readonly scenarios: readonly string[];
  readonly inactiveAddresses: readonly string[];
  /** Settings that are not at the register's default, by the register's names. */
  readonly assumptions: Readonly<Record<string, unknown>>;
  readonly seed: string;
  /** How many API keys, orders, events and requests. */
  readonly keys: number;
  readonly orders: number;
  readonly events: number;
  readonly requests: number;
}

/** Where webhooks go, and what they are signed with. */
export interface WebhookDestination {
  /** Null: events are recorded and not sent. */
  readonly url: string | null;
  readonly secret: string;
}

/** What the server is. */
export interface SandboxInfo {
  readonly name: string;
  readonly version: string;
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly adminTokenRequired: boolean;
  /** The account that was there from the start. */
  readonly defaultAccount: string | null;
  readonly accounts: readonly string[];
  /** Names of the scenarios that can be picked. */
  readonly scenarios: readonly string[];
}

/** An API key; its text is shown once. */
export interface Key {
  readonly id: string;
  readonly name: string;
  /** Its last four characters. */
  readonly hint: string;
  readonly scopes: readonly Scope[];
  /** Addresses and CIDR ranges that it works from; empty: from everywhere. */
  readonly ipAllow: readonly string[];
  /** Null: the account's. */
  readonly rateLimitPerMinute: number | null;
  readonly expiresAt: Instant | null;
  readonly revoked: boolean;
}

/** A scenario in short. */
export interface ScenarioSummary {
  readonly name: string;
  readonly summary: string;
  /** The recipient that picks it. */
  readonly magicAddress: string | null;
  /** How many rules it has for requests, for the lives of orders, and for webhooks. */
  readonly requests: number;
  readonly orders: number;
  readonly webhooks: number;
}

/** A snapshot in short. */
export interface Snapshot {
  readonly name: string;
  /** The account that it was taken of. */
  readonly account: string;
  readonly takenAt: Instant;
  readonly balanceTrx: number;
  readonly orders: number;
  readonly events: number;
  /** How long it is as JSON. */
  readonly bytes: number;
}

/** A whole snapshot, as it is exported and imported; plain JSON. It holds the webhook secret, but no API key. */
export interface SnapshotFile {
  readonly format: number;
  readonly account: string;
  readonly taken_at: Instant;
  readonly state: Readonly<Record<string, unknown>>;
}

/** An order and the event that was made to happen to it. */
export interface Triggered {
  readonly orderId: number;
  readonly eventId: string;
  readonly event: WebhookEventDetail;
}
