import type { ErrorCode } from '../domain/errors.ts';
import type { OperationId, Scope } from '../domain/operations.ts';
import type { OrderStatus } from '../domain/order.ts';

/** A scenario as it is kept in an account's state: plain data, durations in milliseconds, money in sun. */
export interface Scenario {
  readonly name: string;
  /** What it does and which bug it finds, for lists and docs. */
  readonly summary: string;
  /** An address that picks this scenario for whatever request or order names it. */
  readonly magicAddress?: string;
  /** Applied to the account once, when the scenario is activated on it. */
  readonly given?: AccountChange;
  readonly requests: readonly RequestRule[];
  readonly orders: readonly OrderRule[];
  readonly webhooks: readonly WebhookRule[];
}

/** A rule before it is named. */
export type Unnamed<Rule extends RuleHead> = Omit<Rule, 'id' | 'source'>;

/** A scenario as a file has it: its rules are not named yet. */
export interface ScenarioDraft extends Omit<Scenario, 'requests' | 'orders' | 'webhooks'> {
  readonly requests: readonly Unnamed<RequestRule>[];
  readonly orders: readonly Unnamed<OrderRule>[];
  readonly webhooks: readonly Unnamed<WebhookRule>[];
}

/** What stands in every rule, whatever point it acts at. */
export interface RuleHead {
  /** Names the rule and its counters within an account: `failed-with-refund/orders[0]`. */
  readonly id: string;
  /** Where a person finds it: `scenarios/failed-with-refund.yaml:9:5`, or `inline orders[0]`. */
  readonly source: string;
  /** How often the rule may apply; left out: without end. */
  readonly times?: number;
  /** What `nth` and `times` count by; an order or external id of its own has a count of its own. */
  readonly per: 'account' | 'order' | 'external_id';
}

/** Both bounds are inclusive; a bound left out is open. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
  /** Only multiples of it: 2 holds for 2, 4, 6 … */
  readonly every?: number;
}

/** Conditions on what a request or an order is about. All that are given must hold. Texts are globs (`*`, `?`). */
export interface SubjectMatch {
  readonly externalId?: string;
  readonly address?: string;
  readonly packageId?: Range;
  readonly energyAmount?: Range;
  /** The name of the API key that was used. */
  readonly key?: string;
  /** The how-manieth time that all other conditions held. */
  readonly nth?: Range;
  /** 0 to 1, drawn from the account's seed. */
  readonly probability?: number;
}

export interface RequestMatch extends SubjectMatch {
  readonly operations?: readonly OperationId[];
  /** Time since the order in question was accepted, on the account's clock; no order, no match. */
  readonly orderAgeMs?: Range;
  /** The place of an order in its bulk request, 1 the first; a request of its own has none, and does not match. */
  readonly item?: Range;
  /** True: only a repeat of a used external_id; false (in a file's committing rule also when left out): no repeat. */
  readonly repeat?: boolean;
}

/** The ways in which a client can be left without a proper answer. */
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
  /** A whole body in place of the usual envelope. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Real time that the client is kept waiting. */
  readonly afterMs?: number;
}

/** An API request arrives. */
export interface RequestRule extends RuleHead {
  readonly match: RequestMatch;
  /** Changes the account, then the request goes on (or gets `reply` or `fault`). */
  readonly set?: AccountChange;
  readonly reply?: ScriptedReply;
  readonly fault?: TransportFault;
  /** True: the request is carried out first, and only its answer is replaced or lost. */
  readonly commit: boolean;
}

/** One step of an order's life. */
export interface LifecycleStep {
  /** After the step before (creation, for the first); 'rental' is the order's own duration. */
  readonly afterMs: number | 'rental';
  readonly to: OrderStatus;
  /** On `failed` only: the amount returns to the balance so much later; left out: never. */
  readonly refundAfterMs?: number;
}

/** An order's life, chosen once, when it is accepted. After the last step nothing more happens by itself. */
export interface OrderRule extends RuleHead {
  readonly match: SubjectMatch;
  readonly lifecycle: readonly LifecycleStep[];
}

export interface WebhookMatch extends SubjectMatch {
  /** Globs over `order.processing` and the others. */
  readonly event?: string;
  /** 1 is the first attempt. */
  readonly attempt?: Range;
}

/** The ways in which a delivery can be made wrong or awkward while everything else stays true. */
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
  /** How often this attempt is sent; 1 by default. */
  readonly copies?: number;
  /** Pause between copies, on the account's clock. */
  readonly apartMs?: number;
  /** Delay before the attempt, on the account's clock. */
  readonly afterMs?: number;
  /** Never sent, and never retried: the service believes that all is well. */
  readonly drop?: boolean;
  /** Waits until the order's first attempt of that event was answered. */
  readonly holdUntil?: string;
  /** The delivery is answered before the API's own answer leaves. */
  readonly beforeResponse?: boolean;
  /** Once this event was delivered, that older event of the same order is sent once more, byte for byte. */
  readonly replay?: string;
}

/** An event is to be delivered. */
export interface WebhookRule extends RuleHead {
  readonly match: WebhookMatch;
  readonly deliver?: DeliverDirective;
  readonly corrupt?: Corruption;
}

/** A change of an account's circumstances, in `given` and in a request rule's `set`. */
export interface AccountChange {
  readonly balanceSun?: number;
  readonly discountPercent?: number;
  readonly rateLimitPerMinute?: number;
  readonly inactiveAddresses?: readonly string[];
  /** By the register's names; values as checked against it. */
  readonly assumptions?: Readonly<Record<string, unknown>>;
  /** New prices; null takes the price away. */
  readonly prices?: readonly PriceChange[];
  /** Packages that are no longer sold. */
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
