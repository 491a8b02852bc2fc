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
import type { InlineScenario } from './inline-scenario.ts';

export type { Corruption };

export interface ConnectOptions {
  /** Required if the server was started with an admin token. */
  readonly adminToken?: string;
}

/** What an account is made with. All optional: what is left out is as the server was started. */
export interface AccountOptions {
  /** Letters, digits, period, underscore, hyphen; made up where left out. */
  readonly name?: string;
  readonly balanceTrx?: number;
  /** 0 to 100. */
  readonly discountPercent?: number;
  /** Where webhooks go, with the secret that they are signed with: a receiver has both. */
  readonly webhook?: { readonly url: string; readonly secret?: string };
  readonly webhookUrl?: string | null;
  readonly webhookSecret?: string;
  readonly clock?: ClockMode;
  /** Any IANA zone. */
  readonly timeZone?: string;
  /** Names, or scenarios in place; first asked first. */
  readonly scenarios?: readonly (string | InlineScenario)[];
  readonly rateLimitPerMinute?: number;
  /** What its key may do. */
  readonly scopes?: readonly Scope[];
  /** Addresses and CIDR ranges that its key works from. */
  readonly ipAllow?: readonly string[];
  /** When its key expires, on the account's clock. */
  readonly expiresAt?: Instant | null;
  /** Further settings, by the names of the register of assumptions. */
  readonly assumptions?: Readonly<Record<string, unknown>>;
  /** What txids, estimates and chances follow from, and event ids. Left out: event ids are unique over all accounts. */
  readonly seed?: string;
}

/** How far a clock is taken: exactly one of `by`, `to` and `until`. */
export type AdvanceGoal =
  | { readonly by: Duration }
  | { readonly to: Instant | Date }
  | {
      /** An order's event, or `idle`: nothing is due any more. */
      readonly until: EventName | 'idle';
      /** The order that is meant; left out, any. */
      readonly order?: number;
    };

export interface WaitOptions {
  /** Real milliseconds; 5,000 where left out. */
  readonly timeoutMs?: number;
}

export interface WebhookWait extends WaitOptions {
  /** A service's order id, or an external_id; left out, any order. */
  readonly order?: number | string;
}

/** What a key is made with; left out, it may do everything. */
export interface KeyOptions {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly ipAllow?: readonly string[];
  readonly rateLimitPerMinute?: number | null;
  readonly expiresAt?: Instant | null;
}

/** What is changed about an account; what is left out stays. */
export interface AccountChanges {
  readonly discountPercent?: number;
  readonly timeZone?: string;
  readonly rateLimitPerMinute?: number;
  /** Recipients that are not activated. */
  readonly inactiveAddresses?: readonly string[];
  readonly assumptions?: Readonly<Record<string, unknown>>;
}

/** When a failed order's amount goes back; `now`: the event tells of it. */
export type RefundChoice = 'now' | 'never' | Duration;

export interface TriggerOptions {
  /** For `order.failed`. */
  readonly refund?: RefundChoice;
  readonly externalId?: string;
  readonly address?: string;
  readonly packageId?: number;
}

/** How many are expected: one of these; left out, at least one. */
export type Count =
  | { readonly times: number }
  | { readonly atLeast: number }
  | { readonly atMost: number }
  | { readonly never: true };

/** What a request must be. All that is named must hold; in texts, `*` and `?` stand for any characters. */
export interface RequestMatch {
  readonly operation?: OperationId;
  readonly method?: string;
  /** Without its query. */
  readonly path?: string;
  /** Of the answer, as `error`. */
  readonly status?: number;
  readonly error?: string;
  /** The name of the key. */
  readonly key?: string;
  /** In the query, the body, or an item of a bulk. */
  readonly externalId?: string;
  /** An order that it made, repeated or asked for. */
  readonly order?: number;
  /** Parameters by name. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Fields of the body, as they are sent; further ones may be there. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** By name, in any case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a webhook event must be; as RequestMatch. */
export interface WebhookMatch {
  readonly event?: EventName | (string & {});
  readonly eventId?: string;
  readonly order?: number;
  readonly externalId?: string;
  readonly state?: EventState;
  /** How many attempts were made. */
  readonly attempts?: number;
  readonly acknowledged?: boolean;
  /** Fields of what it tells, as they are sent; further ones may be there. */
  readonly body?: Readonly<Record<string, unknown>>;
}
