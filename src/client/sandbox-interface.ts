import type {
  AccountInfo,
  Advanced,
  ClockMode,
  ClockReading,
  Delivery,
  EventName,
  EventState,
  Instant,
  Key,
  LedgerEntry,
  OperationId,
  Order,
  OrderDetail,
  OrderStatus,
  RequestDetail,
  RequestSummary,
  SandboxInfo,
  ScenarioSummary,
  Snapshot,
  SnapshotFile,
  Triggered,
  WebhookDestination,
  WebhookEvent,
  WebhookEventDetail,
} from './data-types.ts';
import type { InlineScenario } from './inline-scenario.ts';
import type {
  AccountChanges,
  AccountOptions,
  AdvanceGoal,
  Corruption,
  Count,
  KeyOptions,
  RefundChoice,
  RequestMatch,
  TriggerOptions,
  WaitOptions,
  WebhookMatch,
  WebhookWait,
} from './options.ts';

/** What every list can be narrowed by. */
export interface ListOptions {
  /** At most so many; left out, all. */
  readonly limit?: number;
  /** Which end comes first; `oldest` where left out. */
  readonly sort?: 'oldest' | 'newest';
  readonly from?: Instant;
  readonly to?: Instant;
}

export interface OrderFilter extends ListOptions {
  readonly status?: OrderStatus;
  /** `*` and `?` stand for any characters, here and in `address`. */
  readonly externalId?: string;
  readonly address?: string;
}

export interface EventFilter extends ListOptions {
  readonly order?: number;
  readonly event?: EventName;
  readonly state?: EventState;
}

export interface DeliveryFilter extends ListOptions {
  readonly order?: number;
  readonly event?: EventName;
  readonly eventId?: string;
  readonly outcome?: Delivery['outcome'];
}

export interface RequestFilter extends ListOptions {
  readonly operation?: OperationId;
  readonly status?: number;
  readonly order?: number;
}

export interface LedgerFilter extends ListOptions {
  readonly order?: number;
  readonly kind?: LedgerEntry['kind'];
}

/**
 * A sandbox, in this process or afar: both behave alike. It serves the service's API at `url`; this is what tests
 * and scripts do to it.
 */
export interface Sandbox extends AsyncDisposable {
  /** The service's base address; paths under it begin with /api/v1/. */
  readonly url: string;
  /** Makes an account. It shares nothing with others, so tests with accounts of their own do not meet. */
  createAccount(options?: AccountOptions): Promise<Account>;
  /**
   * An account that is there already.
   * @param name its name, such as `demo`; or its key, which needs no admin token
   */
  account(name: string | { readonly apiKey: string }): Promise<Account>;
  /** All accounts, oldest first. */
  accounts(): Promise<AccountInfo[]>;
  info(): Promise<SandboxInfo>;
  /** The scenarios that can be picked by name. */
  scenarios(): Promise<ScenarioSummary[]>;
  /** Lets go of the connections; a sandbox in this process stops. */
  close(): Promise<void>;
}

/**
 * An account: its API key is its namespace. Whatever is asked of it is asked of the server, now. Leaving an
 * `await using` block drops it.
 */
export interface Account extends AsyncDisposable {
  readonly name: string;
  /** @throws SandboxError for an account that this program did not make: keys are shown once */
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** Where the code under test finds the service. */
  readonly baseUrl: string;

  readonly clock: AccountClock;
  readonly keys: AccountKeys;
  readonly scenarios: AccountScenarios;
  readonly snapshots: AccountSnapshots;
  readonly webhook: AccountWebhook;

  /** How it stands. */
  read(): Promise<AccountInfo>;
  change(changes: AccountChanges): Promise<AccountInfo>;
  /** Makes it as new; its name, keys, webhook and snapshots stay. */
  reset(): Promise<AccountInfo>;
  /** Drops it, with its keys and all that belonged to it. */
  delete(): Promise<void>;
  /** Adds to the balance; answers it, in TRX. */
  deposit(amountTrx: number): Promise<number>;
  /** Sets the balance; answers it, in TRX. The difference is booked as an adjustment. */
  setBalance(balanceTrx: number): Promise<number>;

  /**
   * Takes the clock forward. Stops at each instant at which something is due, until all of it has happened and its
   * webhooks were answered.
   * @throws SandboxError NOT_REACHABLE where the goal cannot come
   */
  advance(goal: AdvanceGoal): Promise<Advanced>;
  /**
   * Moves an order by hand, along an edge that orders have; resolves once the webhook of the change was answered.
   * @param refund for `failed`; `never` where left out
   */
  move(
    id: number | string,
    to: OrderStatus,
    options?: { readonly refund?: RefundChoice },
  ): Promise<OrderDetail>;
  /** Gives a failed order's amount back. */
  refund(id: number | string): Promise<OrderDetail>;
  /** Makes an order and moves it by hand until it has the event; resolves once that was delivered. */
  trigger(event: EventName, options?: TriggerOptions): Promise<Triggered>;
  /** Sends an event once more, at once; `corrupt`: on purpose wrong. Resolves with the attempt once it was answered. */
  resend(eventId: string, options?: { readonly corrupt?: Corruption }): Promise<Delivery>;

  orders(filter?: OrderFilter): Promise<Order[]>;
  /** @param id the service's id, or an external_id */
  order(id: number | string): Promise<OrderDetail>;
  events(filter?: EventFilter): Promise<WebhookEvent[]>;
  event(eventId: string): Promise<WebhookEventDetail>;
  /** Every attempt to deliver an event, with the exact bytes. */
  deliveries(filter?: DeliveryFilter): Promise<Delivery[]>;
  /** The API requests of the account, as far as its bounded journal has them. */
  requests(filter?: RequestFilter): Promise<RequestSummary[]>;
  request(id: string): Promise<RequestDetail>;
  /** Empties the journal of requests. */
  clearRequests(): Promise<void>;
  ledger(filter?: LedgerFilter): Promise<LedgerEntry[]>;

  /**
   * Resolves with an event once it was acknowledged.
   * @throws WaitError at once where it cannot come without the clock being advanced, or not at all
   */
  waitForWebhook(event: EventName, wait?: WebhookWait): Promise<WebhookEventDetail>;
  /**
   * Resolves with an order once it has reached a status, though it may have gone on since.
   * @param id the service's id, or the external_id of an order that may be yet to come
   * @throws WaitError at once where it cannot come without the clock being advanced, or not at all
   */
  waitForOrder(id: number | string, status: OrderStatus, wait?: WaitOptions): Promise<OrderDetail>;
  /**
   * Resolves with the latest request that matches, one that was made already included.
   * @throws WaitError where none is made in time; it tells the nearest misses
   */
  waitForRequest(match: RequestMatch, wait?: WaitOptions): Promise<RequestDetail>;
  /**
   * Asserts what requests were made, at least one where no count is given.
   * @throws AssertionError with the nearest misses, field by field
   */
  expectRequest(match: RequestMatch, count?: Count): Promise<void>;
  /**
   * Asserts what webhook events came about, at least one where no count is given.
   * @throws AssertionError with the nearest misses, field by field
   */
  expectWebhook(match: WebhookMatch, count?: Count): Promise<void>;
}

export interface AccountClock {
  read(): Promise<ClockReading>;
  /** Lets the clock run in another way; it shows the same instant before and after. */
  set(mode: ClockMode): Promise<ClockReading>;
}

export interface AccountKeys {
  /** Makes a key; its text is in the answer and never again. */
  create(options?: KeyOptions): Promise<{ readonly apiKey: string; readonly key: Key }>;
  list(): Promise<Key[]>;
  /** @param id such as `key-2` */
  revoke(id: string): Promise<Key>;
}

/** The active scenarios; each answer lists them, first asked first. */
export interface AccountScenarios {
  active(): Promise<ScenarioSummary[]>;
  /** Activates exactly these, first asked first. */
  use(...scenarios: readonly (string | InlineScenario)[]): Promise<ScenarioSummary[]>;
  /** Activates one more, asked before the others. */
  add(scenario: string | InlineScenario): Promise<ScenarioSummary[]>;
  remove(name: string): Promise<ScenarioSummary[]>;
  /** Deactivates all. */
  clear(): Promise<ScenarioSummary[]>;
}

/** Copies of the account's whole state, by name. */
export interface AccountSnapshots {
  /** Keeps the account as it is now; one of the same name is replaced. */
  take(name: string): Promise<Snapshot>;
  list(): Promise<Snapshot[]>;
  /** Makes the account what it was then: the same calls get the same bytes. */
  restore(name: string): Promise<AccountInfo>;
  export(name: string): Promise<SnapshotFile>;
  /** Takes in what was exported, from this account or another. */
  import(name: string, file: SnapshotFile): Promise<Snapshot>;
  delete(name: string): Promise<void>;
}

export interface AccountWebhook {
  read(): Promise<WebhookDestination>;
  /** What is left out stays as it is; `url: null`: events are recorded and not sent. */
  set(destination: { readonly url?: string | null; readonly secret?: string }): Promise<WebhookDestination>;
}
