import type { Settings } from '../domain/assumptions.ts';
import type { Corruption } from '../scenario/faults-and-corruptions.ts';
import type { ScenarioName } from '../scenario/scenario-names.generated.ts';
import type {
  ClockMode,
  Duration,
  EventName,
  EventState,
  Instant,
  OperationId,
  RuleId,
  Scope,
  Severity,
} from './data-types.ts';
import type { InlineScenario } from './inline-scenario-types.ts';

export type { Corruption, ScenarioName, Settings };

/** An object that must not have certain fields. */
type Without<Names extends string> = { readonly [Name in Names]?: never };

export interface ConnectOptions {
  /** Required if the server was started with an admin token. */
  readonly adminToken?: string;
  /**
   * The PEM text of the authority that issued the server's certificate, for a server with TLS. Default: the authorities
   * that Node trusts, with those in the file that NODE_EXTRA_CA_CERTS named when the process started.
   */
  readonly ca?: string;
}

/** A webhook destination. A receiver is one. */
export interface WebhookTarget {
  readonly url: string;
  readonly secret?: string;
}

/** A change of the webhook destination. With `url: null`, events are recorded but not sent. */
export interface WebhookChange {
  readonly url?: string | null;
  readonly secret?: string;
}

/** Options of a new account. Omitted ones take the defaults of the server. */
export interface AccountOptions {
  /** Letters, digits, period, underscore, hyphen. Default: generated. */
  readonly name?: string;
  readonly balanceTrx?: number;
  /** 0 to 100. */
  readonly discountPercent?: number;
  /** The webhook destination and secret. A receiver has both, so it can be passed directly. */
  readonly webhook?: WebhookTarget;
  readonly webhookUrl?: string | null;
  readonly webhookSecret?: string;
  readonly clock?: ClockMode;
  /** An IANA time zone. */
  readonly timeZone?: string;
  /** Scenario names or inline scenarios, in order of precedence. */
  readonly scenarios?: readonly (ScenarioName | InlineScenario)[];
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
  readonly assumptions?: Partial<Settings>;
  /** The seed for txids, estimates, random choices and event ids. Default: event ids are unique across all accounts. */
  readonly seed?: string;
}

/** Options of an interceptor. */
export interface InterceptorOptions {
  /** The scheme, host and port that the client calls, such as `https://api.energy.example`. */
  readonly origin: string;
}

/** How far to advance a clock: exactly one of `by`, `to` and `until`. */
export type AdvanceGoal =
  | (Without<'to' | 'until' | 'order'> & { readonly by: Duration })
  | (Without<'by' | 'until' | 'order'> & { readonly to: Instant | Date })
  | (Without<'by' | 'to'> & {
      /** An order event, or `idle`: until nothing is due. */
      readonly until: EventName | 'idle';
      /** The order that the event must belong to, by its id or its external_id. Default: any. */
      readonly order?: number | string;
    });

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
  readonly assumptions?: Partial<Settings>;
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

export interface MoveOptions {
  /** For `failed`. Default `never`. */
  readonly refund?: RefundChoice;
}

/** How an order is drawn. */
export interface DiagramOptions {
  /** For issues and pull requests, or as a file. Default `mermaid`. */
  readonly format?: 'mermaid' | 'svg';
}

/** Under which condition a scenario file is saved. */
export interface SaveOptions {
  /** The `digest` of the file that is replaced, as it was read; null if there was none. Default: whatever file there is. */
  readonly expectedDigest?: string | null;
}

/** Under which condition a scenario file is deleted. */
export interface DiscardOptions {
  /** The `digest` of the file, as it was read. Default: whatever file there is. */
  readonly expectedDigest?: string;
}

export interface ResendOptions {
  /** What to spoil deliberately. */
  readonly corrupt?: Corruption;
}

/** The expected count: one of these, or `atLeast` and `atMost` together. Default: at least one. */
export type Count =
  | (Without<'atLeast' | 'atMost' | 'never'> & { readonly times: number })
  | (Without<'times' | 'never'> & { readonly atLeast: number; readonly atMost?: number })
  | (Without<'times' | 'never'> & { readonly atMost: number; readonly atLeast?: number })
  | (Without<'times' | 'atLeast' | 'atMost'> & { readonly never: true });

export interface AddressOptions {
  /** How the address begins, with or without the T: `Buyer` → `TBuyer…`. At most 28 characters of an address. */
  readonly like?: string;
  /** The same `like` and `seed` give the same address; another seed gives another one. Default: an empty string. */
  readonly seed?: string | number;
}

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

/** Which findings are listed. Default: all so far. */
export interface FindingFilter {
  /**
   * true: also what has not happened by now. Otherwise that is a finding once ten minutes have passed on the account's
   * clock.
   */
  readonly final?: boolean;
  /** Only findings that are at least this severe. */
  readonly severity?: Severity;
  readonly rule?: RuleId;
  /** The maximum number of findings. Default: all. */
  readonly limit?: number;
}

/** Which findings an expectation refuses. */
export interface FindingExpectation {
  /** Less severe findings are accepted. Default `warning`. */
  readonly atLeast?: Severity;
  /** Rules whose findings are accepted. */
  readonly except?: readonly RuleId[];
  /** Default true: what has not happened by now counts. See FindingFilter. */
  readonly final?: boolean;
}
