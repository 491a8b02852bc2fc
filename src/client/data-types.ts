import type { OperationId, Scope } from '../domain/operations.ts';
import type { EventName, OrderStatus } from '../domain/order.ts';
import type { RuleId } from '../findings/rule-ids.generated.ts';
import type { Severity } from '../report/report.ts';

export type { Coverage, CoverageGroup, CoverageItem } from '../coverage/coverage.ts';
export type { EventName, OperationId, OrderStatus, RuleId, Scope, Severity };

/** A time on the account's clock, ISO 8601 in UTC: `2026-01-01T00:00:12.000Z`. */
export type Instant = string;

/** A number and a unit: `250ms`, `3s`, `61m`, `1h`, `2d`. */
export type Duration = string;

/** How a clock runs: in real time, n times as fast, or only when it is advanced. */
export type ClockMode = 'real' | 'manual' | `${number}x`;

export interface ClockReading {
  /** `real`, `manual` or `<n>x`. */
  readonly mode: string;
  /** Account seconds per real second; 0 if the clock is stopped. */
  readonly speed: number;
  readonly now: Instant;
}

/** An order: the fields of the specification, and how it was created. */
export interface Order {
  /** The id assigned by the service. */
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
  /** The number of its events that ran out of attempts. */
  readonly webhooksGivenUp: number;
  /** The name of the API key that created the order. */
  readonly key: string;
  /** The scenario that was selected for the order; null if none was. */
  readonly scenario: string | null;
  /** What caused the current status: `api`, `by hand`, or the place of a scenario rule. */
  readonly cause: string;
}

/** An order with its timeline. */
export interface OrderDetail extends Order {
  /** The scenario rule that defined the order's lifecycle. */
  readonly rule: RuleName | null;
  readonly timeline: readonly TimelineStep[];
  /** The next scheduled step; null if there is none. */
  readonly nextStep: { readonly to: OrderStatus; readonly at: Instant } | null;
  /** The statuses to which the order can be moved manually. */
  readonly canGoTo: readonly OrderStatus[];
  readonly refund: { readonly at: Instant; readonly amountTrx: number } | null;
  readonly ledger: readonly LedgerEntry[];
  /** The requests in the journal that created, repeated or queried the order. */
  readonly requests: readonly RequestSummary[];
}

/** A scenario rule: its id, and its place as `file:line:column`. */
export interface RuleName {
  readonly id: string;
  readonly source: string;
}

/** A status that an order entered. */
export interface TimelineStep {
  readonly status: OrderStatus;
  readonly at: Instant;
  /** `api`, `dashboard`, `by hand`, or the place of a scenario rule. */
  readonly cause: string;
  readonly rule: string | null;
  readonly txid: string | null;
  readonly event: WebhookEventDetail;
}

/** A change of the balance. The entries add up to the balance. */
export interface LedgerEntry {
  readonly at: Instant;
  readonly kind: 'opening' | 'debit' | 'refund' | 'deposit' | 'adjustment';
  /** Negative for a debit. */
  readonly amountTrx: number;
  readonly balanceTrx: number;
  readonly orderId: number | null;
}

/**
 * waiting: for an earlier event of the order; held: for a later one; scheduled: the time of the next attempt is set;
 * sending; and the final states delivered, exhausted (no attempt is left), dropped (by a scenario) and unsent (there was
 * no destination).
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

/** A webhook event, without its deliveries. */
export interface WebhookEvent {
  readonly eventId: string;
  readonly event: EventName;
  readonly orderId: number;
  readonly externalId: string | null;
  readonly createdAt: Instant;
  readonly state: EventState;
  /** The number of attempts made. */
  readonly attempts: number;
  /** Whether one of the attempts was acknowledged. */
  readonly acknowledged: boolean;
  /** The latest delivery; null if none was made. */
  readonly lastDelivery: {
    readonly at: Instant;
    readonly outcome: Delivery['outcome'];
    readonly status: number | null;
  } | null;
  /** The next attempt, and how many are made at most; null if none is scheduled. */
  readonly nextAttempt: { readonly number: number; readonly of: number; readonly at: Instant } | null;
}

/** A webhook event with every attempt to deliver it. */
export interface WebhookEventDetail extends WebhookEvent {
  /** The attempts that follow if all of them fail: `nextAttempt`, and the ones after it. */
  readonly plannedAttempts: readonly { readonly number: number; readonly at: Instant }[];
  /** The payload as sent. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Oldest first. */
  readonly deliveries: readonly Delivery[];
}

/** A delivery of an event to the webhook destination. */
export interface Delivery {
  readonly eventId: string;
  readonly event: EventName;
  readonly orderId: number;
  /**
   * An attempt of the retry schedule, an extra copy of one, or a resend, either manual or by a replay. Only the outcome
   * of an attempt decides whether there is another one.
   */
  readonly kind: 'attempt' | 'copy' | 'resend';
  /** The number of the attempt, from 1; 0 for a resend. */
  readonly attempt: number;
  /** The number of the copy, where 1 is the attempt itself. For a resend, its number among the resends of the event. */
  readonly copy: number;
  readonly at: Instant;
  readonly url: string;
  readonly outcome: 'acknowledged' | 'refused' | 'redirected' | 'timeout' | 'unreachable';
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, unknown>>;
    /** The beginning of the body. */
    readonly body: string;
  } | null;
  /** Why there is no response. */
  readonly error: string | null;
  /** In real milliseconds. */
  readonly durationMs: number;
  /** Whether the response to the API request waited for the delivery. */
  readonly beforeResponse: boolean;
  /** Exactly what was sent. */
  readonly sent: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string };
  /** The place of the scenario rule that changed the delivery. */
  readonly rule: string | null;
  /** The deliberate corruption. */
  readonly corruption: {
    readonly name: string;
    readonly explanation: string;
    /** Whether the signature is valid for the bytes sent. */
    readonly verifies: boolean;
  } | null;
}

/** An API request, without headers and bodies. */
export interface RequestSummary {
  /** The value of X-Sandbox-Request-Id. */
  readonly id: string;
  readonly at: Instant;
  /** Null if the request matched no operation. */
  readonly operation: string | null;
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  /** The response status; null if the client got no response. */
  readonly status: number | null;
  /** The error code of the response. */
  readonly error: string | null;
  /** The name of the API key. */
  readonly key: string | null;
  /** True if the order form of the dashboard made the request, so that it says nothing about the integration. */
  readonly byDashboard: boolean;
  /** The external_ids in the request, at most 5 of a bulk request. */
  readonly externalIds: readonly string[];
  /** The orders that the request created, repeated or queried. */
  readonly orders: readonly number[];
  /** Why the response is as it is; empty for a plain success. */
  readonly explanation: string;
  readonly rule: RuleName | null;
  /** The transport fault of the response. */
  readonly fault: string | null;
  /** How the request violates the specification. It may have succeeded nevertheless. */
  readonly violations: readonly string[];
  /** In real milliseconds. */
  readonly durationMs: number;
  /** When the response ended. */
  readonly answeredAt: Instant;
  /**
   * How the response ended. lost: a scenario faulted it so that the client cannot use it; client-gone: the client closed
   * the connection first.
   */
  readonly end: 'open' | 'sent' | 'lost' | 'client-gone';
}

/** An API request with its response. */
export interface RequestDetail extends RequestSummary {
  /** The IP address of the client. */
  readonly ip: string;
  /** The headers as received; secrets are redacted. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** The body as text; null if no body was read. */
  readonly body: string | null;
  /** The parsed body, if it is JSON. */
  readonly json?: unknown;
  readonly answer: {
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: string;
    readonly json?: unknown;
  };
  /** Why rules of the active scenarios did not apply, closest match first. */
  readonly nearMisses: readonly string[];
}

/** Something that the integration did wrong. The lists hold the first 20 ids each. */
export interface Finding {
  /** `<rule>-<n>`, unique within the account. */
  readonly id: string;
  readonly rule: RuleId;
  /** error: it costs money, or loses or forges information; warning: it will; info: advice. */
  readonly severity: Severity;
  /** Null for requests without the key of an account. */
  readonly account: string | null;
  /** What was done, when and in which order, with ids. */
  readonly message: string;
  readonly fix: string;
  readonly orders: readonly number[];
  /** Ids of requests. */
  readonly requests: readonly string[];
  /** Ids of webhook events. */
  readonly events: readonly string[];
  /** How often it was seen. */
  readonly count: number;
  /** What it cost, over all sightings; null if nothing can be counted. */
  readonly costTrx: number | null;
  readonly at: Instant;
}

/** Whether a rule of findings was judged, so that one without findings can be told from one that could have none. */
export interface FindingRule {
  readonly id: RuleId;
  /** What it reports. */
  readonly title: string;
  /** That of its findings; null for a rule that is off. */
  readonly severity: Severity | null;
  /** not-applicable: nothing has happened in which the mistake could be made. */
  readonly status: 'judged' | 'not-applicable' | 'off';
  /** Why it was not judged; null if it was, or if it was switched off without a reason. */
  readonly reason: string | null;
}

/** Something that happened to an account. The fields present depend on `kind`. */
export interface Happening {
  readonly at: Instant;
  /**
   * order: an order entered a status; attempt: a delivery attempt ended; retry: the next attempt was scheduled;
   * settled: an event reached a final state.
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

/** The result of an advance. */
export interface Advanced {
  readonly now: Instant;
  /** What happened, in order; at most the first 10,000. */
  readonly fired: readonly Happening[];
  readonly firedTotal: number;
}

/** The current state of an account. */
export interface AccountInfo {
  readonly name: string;
  readonly balanceTrx: number;
  readonly discountPercent: number;
  readonly rateLimitPerMinute: number;
  readonly timeZone: string;
  readonly clock: ClockReading;
  readonly webhook: WebhookDestination;
  /** Active scenarios in order of precedence. */
  readonly scenarios: readonly string[];
  readonly inactiveAddresses: readonly string[];
  /** Settings that differ from their defaults, by the names in the register of assumptions. */
  readonly assumptions: Readonly<Record<string, unknown>>;
  readonly seed: string;
  /** The numbers of API keys, orders, events and requests. */
  readonly keys: number;
  readonly orders: number;
  readonly events: number;
  readonly requests: number;
  /** Why the account cannot be used, or null. */
  readonly trouble: AccountTrouble | null;
}

/** Why an account cannot be used: an internal error in its work, files that cannot be written, or a move to another server. */
export interface AccountTrouble {
  readonly code: 'ACCOUNT_FAILED' | 'ACCOUNT_HANDED_OVER' | 'STORAGE_FAILED';
  readonly reason: string;
  /** The move, with `ACCOUNT_HANDED_OVER`: the address of the other server, null if it is unknown, and when it began. */
  readonly handover?: { readonly to: string | null; readonly hostTime: string };
}

/** The webhook destination and the secret for signatures. */
export interface WebhookDestination {
  /** Null if events are recorded but not sent. */
  readonly url: string | null;
  readonly secret: string;
}

/** Information about the server. */
export interface SandboxInfo {
  readonly name: string;
  readonly version: string;
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly adminTokenRequired: boolean;
  /** The account that exists from the start. */
  readonly defaultAccount: string | null;
  /** The key of that account, if it is still valid; null on a server with an admin token. */
  readonly defaultApiKey: string | null;
  readonly accounts: readonly string[];
  /** The names of all available scenarios. */
  readonly scenarios: readonly string[];
}

/** An API key. The key itself is shown only when it is created. */
export interface Key {
  readonly id: string;
  readonly name: string;
  /** The last four characters of the key. */
  readonly hint: string;
  readonly scopes: readonly Scope[];
  /** Allowed client addresses and CIDR ranges; empty if all are allowed. */
  readonly ipAllow: readonly string[];
  /** Null if the limit of the account applies. */
  readonly rateLimitPerMinute: number | null;
  readonly expiresAt: Instant | null;
  readonly revoked: boolean;
}

/** A scenario, without its rules. */
export interface ScenarioSummary {
  readonly name: string;
  readonly summary: string;
  /** The recipient address that selects the scenario. */
  readonly magicAddress: string | null;
  /** The numbers of rules for requests, order lifecycles and webhooks. */
  readonly requests: number;
  readonly orders: number;
  readonly webhooks: number;
}

/** The file of a scenario, as an account sees it. */
export interface ScenarioFile extends ScenarioSummary {
  /** Null if the server does not have the text. */
  readonly yaml: string | null;
  /** The SHA-256 digest of the text, in hexadecimal; null without a text. */
  readonly digest: string | null;
  /** Whether the account keeps the file. */
  readonly own: boolean;
  readonly active: boolean;
  /** Whether the file is used in the place of a scenario of the library. */
  readonly replacesBuiltIn: boolean;
}

/** A snapshot, without the saved state. */
export interface Snapshot {
  readonly name: string;
  /** The account from which the snapshot was taken. */
  readonly account: string;
  readonly takenAt: Instant;
  readonly balanceTrx: number;
  readonly orders: number;
  readonly events: number;
  /** The size as JSON. */
  readonly bytes: number;
}

/** A complete snapshot for export and import, as plain JSON. It contains the webhook secret but no API keys. */
export interface SnapshotFile {
  readonly format: number;
  readonly account: string;
  readonly taken_at: Instant;
  readonly state: Readonly<Record<string, unknown>>;
}

/** The order created by a trigger, and the event that was triggered. */
export interface Triggered {
  readonly orderId: number;
  readonly eventId: string;
  readonly event: WebhookEventDetail;
}
