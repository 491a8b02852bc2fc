import type { Settings } from '../core/domain/assumptions.ts';
import type { StateEventName } from '../core/domain/order.ts';
import type { ScenarioName } from '../core/scenario/scenario-names.generated.ts';
import type {
  ClockMode,
  Duration,
  EventName,
  EventState,
  FilterOf,
  FromWire,
  InlineScenario,
  Instant,
  OperationId,
  RuleId,
  Severity,
} from './data-types.ts';

export type { ScenarioName, Settings };

/** The part of a delivery to corrupt deliberately. */
export type Corruption = NonNullable<FromWire<'ResendRequest'>['corrupt']>;

/** An object that must not have certain fields. */
type Without<Names extends string> = { readonly [Name in Names]?: never };

export interface ConnectOptions {
  /** Required if the server was started with an admin token. */
  readonly admin_token?: string;
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
export interface WebhookChange extends FromWire<'WebhookRequest'> {}

/** Options of a new account. Omitted ones take the defaults of the server. */
export interface AccountOptions extends FromWire<'AccountRequest', 'scenarios' | 'assumptions'> {
  readonly clock?: ClockMode;
  /** The webhook destination and secret. A receiver has both, so it can be passed directly. */
  readonly webhook?: WebhookTarget;
  /** Scenario names or inline scenarios, in order of precedence. */
  readonly scenarios?: readonly (ScenarioName | InlineScenario)[];
  /** Further settings, by their names in the register of assumptions. They override `strict`. */
  readonly assumptions?: Partial<Settings>;
}

/** Options of an interceptor. */
export interface InterceptorOptions {
  /** The scheme, host and port that the client calls, such as `https://api.energy.example`. */
  readonly origin: string;
}

/** How far to advance a clock: exactly one of `by`, `to` and `until`. */
export type AdvanceGoal =
  | (Without<'to' | 'until' | 'order' | 'txid'> & { readonly by: Duration })
  | (Without<'by' | 'until' | 'order' | 'txid'> & { readonly to: Instant | Date })
  | (Without<'by' | 'to' | 'order'> & {
      /** Until a transaction of the chain is confirmed: 18 blocks after the one that contains it. */
      readonly until: 'tx.confirmed';
      readonly txid: string;
    })
  | (Without<'by' | 'to' | 'txid'> & {
      /** An event that announces a state of an order, or `idle`: until nothing is due. */
      readonly until: StateEventName | 'idle';
      /** The order that the event must belong to, by its id or its external_id. Default: any. */
      readonly order?: number | string;
    });

/** New balances of an address on the chain; at least one of them. */
export interface WalletBalances extends FromWire<'WalletRequest'> {}

export interface WaitOptions {
  /** The timeout in real milliseconds. Default 5,000. */
  readonly timeout_ms?: number;
}

export interface WebhookWait extends WaitOptions {
  /** An order id of the service, or an external_id. Default: any order. */
  readonly order?: number | string;
}

/** Options of a new key. By default it has all permissions. */
export interface KeyOptions extends FromWire<'KeyRequest'> {}

/** Changes of an account. Omitted fields stay unchanged. */
export interface AccountChanges extends FromWire<'AccountChange', 'assumptions'> {
  readonly assumptions?: Partial<Settings>;
}

/** The time of a failed order's refund. With `now`, the `order.failed` event already reports the refund. */
export type RefundChoice = 'now' | 'never' | Duration;

export interface TriggerOptions extends FromWire<'TriggerRequest', 'event'> {
  /** For `order.failed`. */
  readonly refund?: RefundChoice;
}

export interface MoveOptions extends FromWire<'TransitionRequest', 'to'> {
  readonly refund?: RefundChoice;
}

/** The options for the diagram of an order. */
export interface DiagramOptions {
  /** For issues and pull requests, or as a file. Default `mermaid`. */
  readonly format?: 'mermaid' | 'svg';
}

/** The condition under which a scenario file is saved. */
export interface SaveOptions {
  /** The `digest` of the file that is replaced, as it was read; null if there was none. Default: whatever file there is. */
  readonly expected_digest?: string | null;
}

/** The condition under which a scenario file is deleted. */
export interface DiscardOptions {
  /** The `digest` of the file, as it was read. Default: whatever file there is. */
  readonly expected_digest?: string;
}

export interface ResendOptions extends FromWire<'ResendRequest'> {}

/** The expected count: one of these, or `at_least` and `at_most` together. Default: at least one. */
export type Count =
  | (Without<'at_least' | 'at_most' | 'never'> & { readonly exactly: number })
  | (Without<'exactly' | 'never'> & { readonly at_least: number; readonly at_most?: number })
  | (Without<'exactly' | 'never'> & { readonly at_most: number; readonly at_least?: number })
  | (Without<'exactly' | 'at_least' | 'at_most'> & { readonly never: true });

export interface AddressOptions {
  /** How the address begins, with or without the T: `Buyer` → `TBuyer…`. At most 28 characters of an address. */
  readonly like?: string;
  /** The same `like` and `seed` give the same address; another seed gives another one. Default: an empty string. */
  readonly seed?: string | number;
}

type Match<Name extends 'RequestAssertion' | 'WebhookAssertion'> = FromWire<Name>['match'];

/** Conditions on a request. All of them must hold. In strings, `*` and `?` are wildcards. */
export interface RequestMatch extends Match<'RequestAssertion'> {
  readonly operation?: OperationId;
  /** Headers by name, case-insensitive. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Conditions on a webhook event; see RequestMatch. */
export interface WebhookMatch extends Match<'WebhookAssertion'> {
  readonly event?: EventName | (string & {});
  readonly state?: EventState;
}

/** Selects the listed findings. Default: all so far. */
export interface FindingFilter extends Omit<FilterOf<'listFindings'>, 'rule' | 'except' | 'sort'> {
  readonly rule?: RuleId;
  /** The maximum number of findings. Default: all. */
  readonly limit?: number;
}

/** The findings that an expectation refuses. */
export interface FindingExpectation {
  /** Less severe findings are accepted. Default `warning`. */
  readonly severity?: Severity;
  /** Rules whose findings are accepted. */
  readonly except?: readonly RuleId[];
  /** Whether what has not happened by now counts. Default true. See FindingFilter. */
  readonly final?: boolean;
}

/** Filters that all lists have. */
export interface ListOptions {
  /** The maximum number of items. Default: all. */
  readonly limit?: number;
  /** The items that come first. Default `oldest`. */
  readonly sort?: 'oldest' | 'newest';
  readonly from?: Instant;
  readonly to?: Instant;
}

export interface OrderFilter extends ListOptions, FilterOf<'listOrders'> {}
export interface EventFilter extends ListOptions, FilterOf<'listEvents'> {}
export interface DeliveryFilter extends ListOptions, FilterOf<'listDeliveries'> {}
export interface RequestFilter extends ListOptions, FilterOf<'listRequests'> {}
export interface LedgerFilter extends ListOptions, FilterOf<'listLedger'> {}

/** How the built-in receiver responds. Omitted fields get their defaults. */
export interface ReceiverSetting extends FromWire<'ReceiverRequest'> {}

/** Selects the listed arrivals. Default: all that are stored, `oldest` first. */
export interface ArrivalFilter extends FilterOf<'listArrivals'> {
  readonly limit?: number;
}
