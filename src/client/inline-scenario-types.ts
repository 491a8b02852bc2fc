import type { ErrorCode } from '../domain/errors.ts';
import type { ScenarioMatch, ScenarioRequestMatch, ScenarioWebhookMatch } from '../scenario/conditions.ts';
import type { Corruption, TransportFault } from '../scenario/scenario-types.ts';
import type { Duration, EventName, OrderStatus, Scope } from './data-types.ts';

export type { CountRange, NumberRange, ScenarioMatch } from '../scenario/conditions.ts';

interface RuleHead {
  /** How often the rule may apply. Default: unlimited. */
  readonly times?: number;
  /** The scope in which `nth` and `times` count. Default `account`. */
  readonly per?: 'account' | 'order' | 'external_id';
}

/** The account state that `given` and `set` can change. */
export interface ScenarioChange {
  readonly balance_trx?: number;
  readonly discount_percent?: number;
  readonly rate_limit_per_minute?: number;
  readonly inactive_addresses?: readonly string[];
  /** By their names in the register of assumptions. */
  readonly assumptions?: Readonly<Record<string, unknown>>;
  /** New prices of packages; null removes a price. */
  readonly prices?: readonly {
    readonly package_id: number;
    readonly duration_minutes: number;
    readonly price_trx: number | null;
  }[];
  readonly inactive_packages?: readonly number[];
  /** In `set`, the key that made the request; in `given`, all keys. */
  readonly key?: {
    readonly expired?: boolean;
    readonly revoked?: boolean;
    readonly scopes?: readonly Scope[];
    readonly ip_allow?: readonly string[];
  };
}

/** A rule for API requests. */
export interface RequestRuleInput extends RuleHead {
  readonly match?: ScenarioRequestMatch;
  /** Changes the account before the request is processed further. */
  readonly set?: ScenarioChange;
  readonly reply?: {
    readonly status?: number;
    readonly error?: ErrorCode;
    /** A complete body instead of the usual envelope. */
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string | number>>;
    /** Real time before the response is sent. */
    readonly after?: Duration;
  };
  /** A transport fault instead of a proper response. */
  readonly fault?: TransportFault;
  /** true: the request is executed first; only its response is replaced or lost. */
  readonly commit?: boolean;
}

/** A rule for the lifecycle of orders, chosen when an order is accepted. */
export interface OrderRuleInput extends RuleHead {
  readonly match?: ScenarioMatch;
  readonly lifecycle: readonly {
    /** Time since the previous step, or since creation; `rental` is the rental duration. */
    readonly after: Duration;
    readonly to: OrderStatus;
    /** For `failed`: when the order is refunded. Default: never. */
    readonly refund?: { readonly after: Duration };
  }[];
}

/** A rule for webhook deliveries. */
export interface WebhookRuleInput extends RuleHead {
  readonly match?: ScenarioWebhookMatch;
  readonly deliver?: {
    readonly copies?: number;
    /** The pause between copies. */
    readonly apart?: Duration;
    readonly after?: Duration;
    /** true: never sent and not retried. */
    readonly drop?: boolean;
    readonly hold_until?: EventName;
    /** true: delivered before the API response is sent. */
    readonly before_response?: boolean;
    /** This older event is sent again afterwards. */
    readonly replay?: EventName;
  };
  /** `none` prevents corruption by later rules. */
  readonly corrupt?: Corruption | 'none';
  /** Corrupts the additional copies only. The attempt itself follows once they were delivered. */
  readonly corrupt_copies?: Corruption;
}

/** An inline scenario, with the keys of a scenario file. The server reports the place of each error. */
export interface InlineScenario {
  /** Lower-case letters, digits and single hyphens. */
  readonly name: string;
  readonly summary: string;
  /** An address that selects the scenario for every request that contains it. */
  readonly magic_address?: string;
  /** Applied once, when the scenario is activated. */
  readonly given?: ScenarioChange;
  readonly requests?: readonly RequestRuleInput[];
  readonly orders?: readonly OrderRuleInput[];
  readonly webhooks?: readonly WebhookRuleInput[];
}
