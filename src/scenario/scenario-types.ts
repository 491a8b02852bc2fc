import type { ErrorCode } from '../domain/errors.ts';
import type { Scope } from '../domain/operations.ts';
import type { OrderStatus } from '../domain/order.ts';
import type { RequestMatch, SubjectMatch, WebhookMatch } from './conditions.ts';

/** A scenario as stored in an account's state: plain data, with durations in milliseconds and amounts in sun. */
export interface Scenario {
  readonly name: string;
  /** What it does and which bugs it catches, for lists and docs. */
  readonly summary: string;
  /** A recipient address that selects this scenario for every request or order that names it. */
  readonly magicAddress?: string;
  /** Applied to the account once, when the scenario is activated on it. */
  readonly given?: AccountChange;
  readonly requests: readonly RequestRule[];
  readonly orders: readonly OrderRule[];
  readonly webhooks: readonly WebhookRule[];
}

/** A rule without its id and source. */
export type Unnamed<Rule extends RuleHead> = Omit<Rule, 'id' | 'source'>;

/** A scenario as parsed from a file: its rules do not have an id and a source yet. */
export interface ScenarioDraft extends Omit<Scenario, 'requests' | 'orders' | 'webhooks'> {
  readonly requests: readonly Unnamed<RequestRule>[];
  readonly orders: readonly Unnamed<OrderRule>[];
  readonly webhooks: readonly Unnamed<WebhookRule>[];
}

/** The fields that all kinds of rules have. */
export interface RuleHead {
  /** Identifies the rule and its counters within an account: `failed-with-refund/orders[0]`. */
  readonly id: string;
  /** The location of the rule: `scenarios/failed-with-refund.yaml:9:5`, or `inline orders[0]`. */
  readonly source: string;
  /** How often the rule may apply; by default, without limit. */
  readonly times?: number;
  /** The scope of the counts of `nth` and `times`: the account, each order, or each external_id. */
  readonly per: 'account' | 'order' | 'external_id';
}

/** The maximum number of copies of a delivery, the attempt itself included. */
export const MAX_COPIES = 20;

/** The transport faults that a client can get instead of a proper response. */
export const TRANSPORT_FAULTS = [
  'connection-reset',
  'empty-reply',
  'hang',
  'truncated-json',
  'html-502',
  'slow-drip',
] as const;
export type TransportFault = (typeof TRANSPORT_FAULTS)[number];

export interface ScriptedReply {
  readonly status?: number;
  readonly error?: ErrorCode;
  /** A complete body instead of the standard envelope. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The real time that the client waits for the response. */
  readonly afterMs?: number;
}

/** A rule that is evaluated when an API request arrives. */
export interface RequestRule extends RuleHead {
  readonly match: RequestMatch;
  /** Changes the account before the request is processed (or gets `reply` or `fault`). */
  readonly set?: AccountChange;
  readonly reply?: ScriptedReply;
  readonly fault?: TransportFault;
  /** True: the request is processed first, and only its response is replaced or lost. */
  readonly commit: boolean;
}

/** One step of an order's lifecycle. */
export interface LifecycleStep {
  /** The time since the previous step (for the first, since creation); 'rental' is the order's rental duration. */
  readonly afterMs: number | 'rental';
  readonly to: OrderStatus;
  /** For `failed` only: after how long the amount is refunded; by default, never. */
  readonly refundAfterMs?: number;
}

/** A lifecycle of orders, chosen once when an order is accepted. After the last step nothing more happens by itself. */
export interface OrderRule extends RuleHead {
  readonly match: SubjectMatch;
  readonly lifecycle: readonly LifecycleStep[];
}

/** The ways in which a delivery can be made invalid or unusual. Everything else about it stays correct. */
export const CORRUPTIONS = [
  'wrong-secret',
  'missing-prefix',
  'upper-case-hex',
  'altered-body',
  'reserialised',
  'stale-signature',
  'unknown-event',
  'extra-field',
  'wrong-event-header',
  'same-id-other-bytes',
] as const;
export type Corruption = (typeof CORRUPTIONS)[number];

export interface DeliverDirective {
  /** How many times this attempt is sent; 1 by default. */
  readonly copies?: number;
  /** The pause between copies, on the account's clock. */
  readonly apartMs?: number;
  /** The delay before the attempt, on the account's clock. */
  readonly afterMs?: number;
  /** Never sent and never retried, as if the service had delivered it. */
  readonly drop?: boolean;
  /** Waits until the first attempt to deliver that event of the order is complete, or will never be made. */
  readonly holdUntil?: string;
  /** The delivery is complete before the response to the API request is sent. */
  readonly beforeResponse?: boolean;
  /** Once this event is delivered, that earlier event of the same order is sent again, byte for byte. */
  readonly replay?: string;
}

/** A rule that is evaluated before each delivery attempt of an event. */
export interface WebhookRule extends RuleHead {
  readonly match: WebhookMatch;
  readonly deliver?: DeliverDirective;
  readonly corrupt?: Corruption;
  /** Corrupts the additional copies only. They come in addition to the attempt, which follows once they were delivered. */
  readonly corruptCopies?: Corruption;
}

/** A change to an account, in `given` and in the `set` of a request rule. */
export interface AccountChange {
  readonly balanceSun?: number;
  readonly discountPercent?: number;
  readonly rateLimitPerMinute?: number;
  readonly inactiveAddresses?: readonly string[];
  /** Settings by their names in the register of assumptions; the values are checked against it. */
  readonly assumptions?: Readonly<Record<string, unknown>>;
  /** New prices; null removes the price. */
  readonly prices?: readonly PriceChange[];
  /** Packages that are no longer on sale. */
  readonly inactivePackages?: readonly number[];
  /** The key that made the request (in `set`), or all keys of the account (in `given`). */
  readonly key?: KeyChange;
}

export interface PriceChange {
  readonly packageId: number;
  readonly durationMinutes: number;
  readonly priceSun: number | null;
}

export interface KeyChange {
  readonly expired?: boolean;
  readonly revoked?: boolean;
  readonly scopes?: readonly Scope[];
  readonly ipAllow?: readonly string[];
}
