import type { StateEventName } from '../core/domain/order.ts';
import type {
  AccountChanges,
  AccountOptions,
  AdvanceGoal,
  ArrivalFilter,
  Count,
  DeliveryFilter,
  DiagramOptions,
  DiscardOptions,
  EventFilter,
  FindingExpectation,
  FindingFilter,
  KeyOptions,
  LedgerFilter,
  MoveOptions,
  OrderFilter,
  ReceiverSetting,
  RequestFilter,
  RequestMatch,
  ResendOptions,
  SaveOptions,
  ScenarioName,
  TriggerOptions,
  WaitOptions,
  WalletBalances,
  WebhookChange,
  WebhookMatch,
  WebhookTarget,
  WebhookWait,
} from './call-options.ts';
import type {
  AccountInfo,
  Advanced,
  Arrival,
  ClockMode,
  ClockReading,
  Coverage,
  Delivery,
  EventName,
  Finding,
  FindingRule,
  InlineScenario,
  Key,
  LedgerEntry,
  Order,
  OrderDetail,
  OrderStatus,
  ReceiverDial,
  RequestDetail,
  RequestSummary,
  SandboxInfo,
  ScenarioFile,
  ScenarioSummary,
  Snapshot,
  SnapshotFile,
  Triggered,
  Wallet,
  WebhookDestination,
  WebhookEvent,
  WebhookEventDetail,
} from './data-types.ts';

/** Reads the mistakes of an integration. docs/findings.md explains the rules. */
export interface FindingsReader {
  /**
   * The integration's mistakes since the account was created or reset. A sandbox returns the findings of all accounts,
   * including deleted ones, and of requests without the key of an account.
   */
  findings(filter?: FindingFilter): Promise<Finding[]>;
  /** Whether each rule was judged, does not apply to what has happened so far, or is off. */
  findingRules(): Promise<FindingRule[]>;
}

/** Reads and refuses the mistakes that an integration made in an account. */
export interface AccountFindings extends FindingsReader {
  /**
   * Asserts that the integration did nothing wrong.
   * @throws AssertionError that says for each finding what was done, what it cost and how to fix it
   */
  expectNoFindings(expectation?: FindingExpectation): Promise<void>;
}

/**
 * A sandbox, in this process or another: both behave the same. It serves the API of the service at `url`. Tests and
 * scripts control it through this interface.
 */
export interface Sandbox extends FindingsReader, AsyncDisposable {
  /** The base URL of the service. API paths begin with /api/v1/. */
  readonly url: string;
  /** Creates an account. Accounts share nothing, so tests with separate accounts do not interfere. */
  createAccount(options?: AccountOptions): Promise<Account>;
  /**
   * Gets an existing account.
   * @param name its name, such as `demo`; or its API key, which requires no admin token
   */
  account(name: string | { readonly api_key: string }): Promise<Account>;
  /** All accounts, oldest first. */
  accounts(): Promise<AccountInfo[]>;
  info(): Promise<SandboxInfo>;
  /** All available scenarios. */
  scenarios(): Promise<ScenarioSummary[]>;
  /** The coverage by the clients of all accounts since the server was started. */
  coverage(): Promise<Coverage>;
  /** Closes the connections. A sandbox in this process also stops. */
  close(): Promise<void>;
}

/**
 * An account of the sandbox. Every method calls the server; nothing is cached. An account declared with `await using` is
 * deleted at the end of the block.
 */
export interface Account extends AccountFindings, AsyncDisposable {
  readonly name: string;
  /** @throws SandboxError if the key is not known: keys are shown only when they are created */
  readonly api_key: string;
  readonly webhook_secret: string;
  /** The base URL of the service, for the code under test. */
  readonly base_url: string;
  /**
   * The base URL of the account's TRON node, for the code under test: TronWeb's `fullHost`. If it ends with `/me/tron`,
   * because the server has an admin token or the account was found by its key, the client must send the header
   * TRON-PRO-API-KEY with an API key of the account.
   */
  readonly node_url: string;

  readonly clock: AccountClock;
  readonly keys: AccountKeys;
  readonly scenarios: AccountScenarios;
  readonly snapshots: AccountSnapshots;
  readonly webhook: AccountWebhook;
  readonly receiver: AccountReceiver;
  readonly wallets: AccountWallets;

  /** Reads the current state of the account. */
  read(): Promise<AccountInfo>;
  /** The coverage by the client and the webhook receiver since the account was created, reset or restored. */
  coverage(): Promise<Coverage>;
  change(changes: AccountChanges): Promise<AccountInfo>;
  /** Resets the account to its initial state, except for its name, keys, webhook and snapshots. */
  reset(): Promise<AccountInfo>;
  /** Deletes the account with its keys and all its data. */
  delete(): Promise<void>;
  /** Adds to the balance. Returns the new balance in TRX. */
  deposit(amountTrx: number): Promise<number>;
  /** Sets the balance. Returns it in TRX. The ledger records the difference as an adjustment. */
  setBalance(balanceTrx: number): Promise<number>;

  /**
   * Advances the clock. It stops at each time at which something is due, until everything due has happened and the
   * webhook attempts have ended. A receiver that does not respond costs 10 s of real time per attempt; the setting
   * `webhook_timeout_ms` shortens that.
   * @throws SandboxError NOT_REACHABLE if the goal cannot be reached; INTERRUPTED if the account is deleted, reset or
   * restored meanwhile; IN_HANDLER if the handler of one of the account's deliveries calls it, because it would wait for
   * that handler. move, trigger and resend throw the last one too.
   */
  advance(goal: AdvanceGoal): Promise<Advanced>;
  /**
   * Moves an order manually along an allowed transition. Resolves when the webhook attempt of the change has ended.
   * @param refund for `failed`; default `never`
   */
  move(id: number | string, to: OrderStatus, options?: MoveOptions): Promise<OrderDetail>;
  /** Refunds a failed order. */
  refund(id: number | string): Promise<OrderDetail>;
  /** Creates an order and moves it until the event happens. Resolves when the delivery attempt has ended. */
  trigger(event: StateEventName, options?: TriggerOptions): Promise<Triggered>;
  /** Sends an event again immediately, optionally corrupted. Resolves with the delivery when it has ended. */
  resend(eventId: string, options?: ResendOptions): Promise<Delivery>;

  orders(filter?: OrderFilter): Promise<Order[]>;
  /** @param id the order id of the service, or an external_id */
  order(id: number | string): Promise<OrderDetail>;
  /**
   * Draws an order as a sequence diagram: its requests with their responses, its states, webhooks and retries, the time
   * between them, and when the client's knowledge differed from the truth.
   * @param id the order id of the service, or an external_id
   */
  diagram(id: number | string, options?: DiagramOptions): Promise<string>;
  events(filter?: EventFilter): Promise<WebhookEvent[]>;
  event(eventId: string): Promise<WebhookEventDetail>;
  /** All deliveries of events, with the exact bytes sent. */
  deliveries(filter?: DeliveryFilter): Promise<Delivery[]>;
  /** The API requests of the account that are in the journal, whose size is limited. */
  requests(filter?: RequestFilter): Promise<RequestSummary[]>;
  request(id: string): Promise<RequestDetail>;
  /** Clears the request journal. */
  clearRequests(): Promise<void>;
  ledger(filter?: LedgerFilter): Promise<LedgerEntry[]>;

  /**
   * Resolves with an event when it has been acknowledged. While a receiver does not respond, neither outcome is known:
   * each attempt then takes 10 s of real time, longer than the default timeout of the wait. The setting
   * `webhook_timeout_ms` shortens that.
   * @throws WaitError immediately if that cannot happen, or not without advancing the clock
   */
  waitForWebhook(event: EventName, wait?: WebhookWait): Promise<WebhookEventDetail>;
  /**
   * Resolves with an order when it has reached a status. It may have moved on since.
   * @param id the order id of the service, or the external_id of an order that may not exist yet
   * @throws WaitError immediately if that cannot happen, or not without advancing the clock
   */
  waitForOrder(id: number | string, status: OrderStatus, wait?: WaitOptions): Promise<OrderDetail>;
  /**
   * Resolves with the latest matching request, including requests already made.
   * @throws WaitError if none is made in time; it lists the nearest misses
   */
  waitForRequest(match: RequestMatch, wait?: WaitOptions): Promise<RequestDetail>;
  /**
   * Asserts that matching requests were made: as many as `count` says, by default at least one.
   * @throws AssertionError with the nearest misses, field by field
   */
  expectRequest(match: RequestMatch, count?: Count): Promise<void>;
  /**
   * Asserts that matching webhook events happened: as many as `count` says, by default at least one.
   * @throws AssertionError with the nearest misses, field by field
   */
  expectWebhook(match: WebhookMatch, count?: Count): Promise<void>;
  /**
   * The story of the account, in at most 40 lines in chronological order: requests, order states, deliveries and
   * findings. If that is too much, the latest are shown. It never rejects: a failure to read the account is part of it.
   */
  story(): Promise<string>;
}

export interface AccountClock {
  read(): Promise<ClockReading>;
  /** Changes the mode of the clock. The time it shows does not jump. */
  set(mode: ClockMode): Promise<ClockReading>;
}

export interface AccountKeys {
  /** Creates a key. The result is the only place that contains the key itself. */
  create(options?: KeyOptions): Promise<{ readonly api_key: string; readonly key: Key }>;
  list(): Promise<Key[]>;
  /** @param id such as `key-2` */
  revoke(id: string): Promise<Key>;
}

/** Wallets on the chain, as the account's TRON node shows them. */
export interface AccountWallets {
  get(address: string): Promise<Wallet>;
  /** Sets the balances of an active address from now on. A balance that is left out stays. */
  set(address: string, balances: WalletBalances): Promise<Wallet>;
}

/** The scenarios of an account. Methods that change which are active return these in order of precedence. */
export interface AccountScenarios {
  active(): Promise<ScenarioSummary[]>;
  /** Activates exactly these scenarios, in order of precedence. */
  use(...scenarios: readonly (ScenarioName | InlineScenario)[]): Promise<ScenarioSummary[]>;
  /** Activates another scenario, which takes precedence over the others. */
  add(scenario: ScenarioName | InlineScenario): Promise<ScenarioSummary[]>;
  remove(name: ScenarioName): Promise<ScenarioSummary[]>;
  /** Deactivates all scenarios. */
  clear(): Promise<ScenarioSummary[]>;
  /** The scenarios stored in the account, active or not, sorted by name. */
  own(): Promise<ScenarioSummary[]>;
  /** The file of a scenario, as it is running or would run. */
  file(name: ScenarioName): Promise<ScenarioFile>;
  /**
   * Stores a scenario file in the account without activating it. If a scenario of this name is active, the file applies at once.
   * @throws SandboxError SCENARIO_CHANGED if the file is not the one that `expected_digest` names
   */
  save(name: string, yaml: string, options?: SaveOptions): Promise<ScenarioFile>;
  /**
   * Deletes a scenario file of the account, and returns the remaining ones.
   * @throws SandboxError SCENARIO_CHANGED if the file is not the one that `expected_digest` names
   */
  discard(name: string, options?: DiscardOptions): Promise<ScenarioSummary[]>;
}

/** Named copies of the whole account state. */
export interface AccountSnapshots {
  /** Saves the current state of the account. Replaces a snapshot of the same name. */
  take(name: string): Promise<Snapshot>;
  list(): Promise<Snapshot[]>;
  /** Restores the account to the saved state. The same calls then get the same responses, except for new event ids. */
  restore(name: string): Promise<AccountInfo>;
  export(name: string): Promise<SnapshotFile>;
  /**
   * Imports an exported snapshot of this or another account.
   * @throws SandboxError SNAPSHOT_INVALID if the file is damaged, or its state was changed after the export. To import a
   * changed state, remove its `checksum`: the result then has a `warning`.
   */
  import(name: string, file: SnapshotFile): Promise<Snapshot>;
  delete(name: string): Promise<void>;
}

export interface AccountWebhook {
  read(): Promise<WebhookDestination>;
  /**
   * Changes the destination. Omitted fields stay unchanged. With `url: null`, events are recorded but not sent.
   * @param destination a receiver, or the fields to change
   */
  set(destination: WebhookTarget | WebhookChange): Promise<WebhookDestination>;
}

/**
 * The webhook receiver that every account has inside the sandbox. It is used while it is the destination. Its responses
 * say nothing about an integration, so they are never findings.
 */
export interface AccountReceiver {
  /** Makes it the destination of the account's webhooks. */
  use(): Promise<WebhookDestination>;
  read(): Promise<ReceiverDial>;
  /** Sets how it responds from now on. */
  set(setting: ReceiverSetting): Promise<ReceiverDial>;
  /** The arrivals since the account was reset or they were cleared, oldest first; at most the latest 500. */
  arrivals(filter?: ArrivalFilter): Promise<Arrival[]>;
  clear(): Promise<void>;
}
