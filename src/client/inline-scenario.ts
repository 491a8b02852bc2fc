import type { ErrorCode } from '../domain/errors.ts';
import type { Corruption, TransportFault } from '../scenario/scenario-types.ts';
import type { Duration, EventName, OperationId, OrderStatus, Scope } from './data-types.ts';

/** A number, or inclusive bounds of which one may be left out. */
export type NumberRange = number | { readonly min?: number; readonly max?: number };

/** The how-manieth, 1 the first; `every: 2` is every second. */
export type CountRange = number | { readonly min?: number; readonly max?: number; readonly every?: number };

interface RuleHead {
  /** How often the rule may apply; left out: without end. */
  readonly times?: number;
  /** What `nth` and `times` count by; `account` where left out. */
  readonly per?: 'account' | 'order' | 'external_id';
}

/** Conditions that must all hold. In texts, `*` and `?` stand for any characters. */
export interface ScenarioMatch {
  readonly external_id?: string;
  readonly address?: string;
  readonly package_id?: NumberRange;
  readonly energy_amount?: NumberRange;
  /** The name of the API key. */
  readonly key?: string;
  /** The how-manieth time that all other conditions held. */
  readonly nth?: CountRange;
  /** 0 to 1, drawn from the account's seed. */
  readonly probability?: number;
}

/** What `given` and `set` may change of an account. */
export interface ScenarioChange {
  readonly balance_trx?: number;
  readonly discount_percent?: number;
  readonly rate_limit_per_minute?: number;
  readonly inactive_addresses?: readonly string[];
  /** By the names of the register of assumptions. */
  readonly assumptions?: Readonly<Record<string, unknown>>;
  /** New prices of packages; null takes one away. */
  readonly prices?: readonly {
    readonly package_id: number;
    readonly duration_minutes: number;
    readonly price_trx: number | null;
  }[];
  readonly inactive_packages?: readonly number[];
  /** In `set` the key that made the request, in `given` all keys. */
  readonly key?: {
    readonly expired?: boolean;
    readonly revoked?: boolean;
    readonly scopes?: readonly Scope[];
    readonly ip_allow?: readonly string[];
  };
}

/** An API request arrives. */
export interface RequestRuleInput extends RuleHead {
  readonly match?: ScenarioMatch & {
    readonly operation?: OperationId | readonly OperationId[];
    /** Time since the order in question was accepted. */
    readonly order_age?: { readonly min?: Duration; readonly max?: Duration };
    /** The place of an order in its bulk request. */
    readonly item?: CountRange;
    /** True: only a repeat of a used external_id; false: only the first use. */
    readonly repeat?: boolean;
  };
  /** Changes the account; then the request goes on. */
  readonly set?: ScenarioChange;
  readonly reply?: {
    readonly status?: number;
    readonly error?: ErrorCode;
    /** A whole body in place of the usual envelope. */
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string | number>>;
    /** Real time that the client waits for the answer. */
    readonly after?: Duration;
  };
  /** How the client is left without a proper answer. */
  readonly fault?: TransportFault;
  /** True: the request is carried out first, and only its answer is replaced or lost. */
  readonly commit?: boolean;
}

/** An order's life, chosen when it is accepted. */
export interface OrderRuleInput extends RuleHead {
  readonly match?: ScenarioMatch;
  readonly lifecycle: readonly {
    /** Since the step before, or creation; `rental` is the rental duration. */
    readonly after: Duration;
    readonly to: OrderStatus;
    /** On `failed`: when the amount goes back; left out, never. */
    readonly refund?: { readonly after: Duration };
  }[];
}

/** An event is to be delivered. */
export interface WebhookRuleInput extends RuleHead {
  readonly match?: ScenarioMatch & {
    /** Such as `order.delegated`, or `order.*`. */
    readonly event?: string;
    readonly attempt?: CountRange;
  };
  readonly deliver?: {
    readonly copies?: number;
    /** The pause between copies. */
    readonly apart?: Duration;
    readonly after?: Duration;
    /** True: never sent, and not retried. */
    readonly drop?: boolean;
    readonly hold_until?: EventName;
    /** True: answered before the API's own answer leaves. */
    readonly before_response?: boolean;
    /** That older event is sent again afterwards. */
    readonly replay?: EventName;
  };
  /** `none` shields from the rules that follow. */
  readonly corrupt?: Corruption | 'none';
}

/** A scenario given in place, with the keys of a scenario file. The server names the place of whatever is wrong. */
export interface InlineScenario {
  /** Lower-case letters, digits and single hyphens. */
  readonly name: string;
  readonly summary: string;
  /** An address that picks it for whatever request names it. */
  readonly magic_address?: string;
  /** Applied once, when it is activated. */
  readonly given?: ScenarioChange;
  readonly requests?: readonly RequestRuleInput[];
  readonly orders?: readonly OrderRuleInput[];
  readonly webhooks?: readonly WebhookRuleInput[];
}
