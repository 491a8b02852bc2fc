import type { Corruption } from '../scenario/scenario-types.ts';
import type {
  ClockMode,
  Duration,
  EventName,
  EventState,
  Instant,
  OperationId,
  Scope,
} from './data-types.ts';
import type { InlineScenario } from './inline-scenario-types.ts';

export type { Corruption };

export interface ConnectOptions {
  /** Required if the server was started with an admin token. */
  readonly adminToken?: string;
}

/** Options of a new account. Omitted ones take the defaults of the server. */
export interface AccountOptions {
  /** Letters, digits, period, underscore, hyphen. Default: generated. */
  readonly name?: string;
  readonly balanceTrx?: number;
  /** 0 to 100. */
  readonly discountPercent?: number;
  /** The webhook destination and secret. A receiver has both, so it can be passed directly. */
  readonly webhook?: { readonly url: string; readonly secret?: string };
  readonly webhookUrl?: string | null;
  readonly webhookSecret?: string;
  readonly clock?: ClockMode;
  /** An IANA time zone. */
  readonly timeZone?: string;
  /** Scenario names or inline scenarios, in order of precedence. */
  readonly scenarios?: readonly (string | InlineScenario)[];
  readonly rateLimitPerMinute?: number;
  /** The permissions of the account's key. */
  readonly scopes?: readonly Scope[];
  /** Client addresses and CIDR ranges from which the account's key is accepted. */
  readonly ipAllow?: readonly string[];
  /** When the account's key expires, on the account's clock. */
  readonly expiresAt?: Instant | null;
  /** Refuses unknown fields, other content types, and external_ids that name no scenario, instead of reporting them. */
  readonly strict?: boolean;
  /** Further settings, by their names in the register of assumptions. They override `strict`. */
  readonly assumptions?: Readonly<Record<string, unknown>>;
  /** The seed for txids, estimates, random choices and event ids. Default: event ids are unique across all accounts. */
  readonly seed?: string;
}

/** How far to advance a clock: exactly one of `by`, `to` and `until`. */
export type AdvanceGoal =
  | { readonly by: Duration }
  | { readonly to: Instant | Date }
  | {
      /** An order event, or `idle`: until nothing is due. */
      readonly until: EventName | 'idle';
      /** The order that the event must belong to. Default: any. */
      readonly order?: number;
    };

export interface WaitOptions {
  /** In real milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
}

export interface WebhookWait extends WaitOptions {
  /** An order id of the service, or an external_id. Default: any order. */
  readonly order?: number | string;
}

/** Options of a new key. By default it has all permissions. */
export interface KeyOptions {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly ipAllow?: readonly string[];
  readonly rateLimitPerMinute?: number | null;
  readonly expiresAt?: Instant | null;
}

/** Changes of an account. Omitted fields stay unchanged. */
export interface AccountChanges {
  readonly discountPercent?: number;
  readonly timeZone?: string;
  readonly rateLimitPerMinute?: number;
  /** Recipient addresses that count as not activated. */
  readonly inactiveAddresses?: readonly string[];
  readonly assumptions?: Readonly<Record<string, unknown>>;
}

/** When a failed order is refunded. With `now`, the `order.failed` event already reports the refund. */
export type RefundChoice = 'now' | 'never' | Duration;

export interface TriggerOptions {
  /** For `order.failed`. */
  readonly refund?: RefundChoice;
  readonly externalId?: string;
  readonly address?: string;
  readonly packageId?: number;
}

/** The expected count: exactly one of these. Default: at least one. */
export type Count =
  | { readonly times: number }
  | { readonly atLeast: number }
  | { readonly atMost: number }
  | { readonly never: true };

/** Conditions on a request, all of which must hold. In strings, `*` and `?` are wildcards. */
export interface RequestMatch {
  readonly operation?: OperationId;
  readonly method?: string;
  /** Without the query. */
  readonly path?: string;
  /** Of the response, as is `error`. */
  readonly status?: number;
  readonly error?: string;
  /** The name of the API key. */
  readonly key?: string;
  /** In the query, the body, or an item of a bulk request. */
  readonly externalId?: string;
  /** An order that the request created, repeated or queried. */
  readonly order?: number;
  /** Query parameters by name. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Fields of the body in snake case; other fields are ignored. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Headers by name, case-insensitive. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Conditions on a webhook event; see RequestMatch. */
export interface WebhookMatch {
  readonly event?: EventName | (string & {});
  readonly eventId?: string;
  readonly order?: number;
  readonly externalId?: string;
  readonly state?: EventState;
  /** The number of attempts made. */
  readonly attempts?: number;
  readonly acknowledged?: boolean;
  /** Fields of the payload in snake case; other fields are ignored. */
  readonly body?: Readonly<Record<string, unknown>>;
}
