import type { StateEventName } from '../core/domain/order.ts';
import type * as options from './call-options.ts';
import type * as data from './data-types.ts';

/** Reads the mistakes of an integration. docs/findings.md explains the rules. */
export interface FindingsReader {
  /**
   * The integration's mistakes since the account was created or reset. A sandbox returns the findings of all accounts,
   * including deleted ones, and of requests without the key of an account.
   */
  findings(filter?: options.FindingFilter): Promise<data.Finding[]>;
  /** Whether each rule was judged, does not apply to what has happened so far, or is off. */
  findingRules(): Promise<data.FindingRule[]>;
}

/** Reads and refuses the mistakes that an integration made in an account. */
export interface AccountFindings extends FindingsReader {
  /**
   * Asserts that the integration did nothing wrong.
   * @throws AssertionError that says for each finding what was done, what it cost and how to fix it
   */
  expectNoFindings(expectation?: options.FindingExpectation): Promise<void>;
}

/**
 * A sandbox, in this process or another: both behave the same. It serves the API of the service at `url`. Tests and
 * scripts control it through this interface.
 */
export interface Sandbox extends FindingsReader, AsyncDisposable {
  /** The base URL of the service. API paths begin with /api/v1/. */
  readonly url: string;
  /** Creates an account. Accounts share nothing, so tests with separate accounts do not interfere. */
  createAccount(options?: options.AccountOptions): Promise<Account>;
  /**
   * Gets an existing account.
   * @param name its name, such as `demo`; or its API key, which requires no admin token
   */
  account(name: string | { readonly api_key: string }): Promise<Account>;
  /** All accounts, oldest first. */
  accounts(): Promise<data.AccountInfo[]>;
  info(): Promise<data.SandboxInfo>;
  /** All available scenarios. */
  scenarios(): Promise<data.ScenarioSummary[]>;
  /** The coverage by the clients of all accounts since the server was started. */
  coverage(): Promise<data.Coverage>;
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
  read(): Promise<data.AccountInfo>;
  /** The coverage by the client and the webhook receiver since the account was created, reset or restored. */
  coverage(): Promise<data.Coverage>;
  change(changes: options.AccountChanges): Promise<data.AccountInfo>;
  /** Resets the account to its initial state, except for its name, keys, webhook and snapshots. */
  reset(): Promise<data.AccountInfo>;
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
  advance(goal: options.AdvanceGoal): Promise<data.Advanced>;
  /**
   * Moves an order manually along an allowed transition. Resolves when the webhook attempt of the change has ended.
   * @param refund for `failed`; default `never`
   */
  move(id: number | string, to: data.OrderStatus, options?: options.MoveOptions): Promise<data.OrderDetail>;
  /** Refunds a failed order. */
  refund(id: number | string): Promise<data.OrderDetail>;
  /** Creates an order and moves it until the event happens. Resolves when the delivery attempt has ended. */
  trigger(event: StateEventName, options?: options.TriggerOptions): Promise<data.Triggered>;
  /** Sends an event again immediately, optionally corrupted. Resolves with the delivery when it has ended. */
  resend(eventId: string, options?: options.ResendOptions): Promise<data.Delivery>;

  orders(filter?: options.OrderFilter): Promise<data.Order[]>;
  /** @param id the order id of the service, or an external_id */
  order(id: number | string): Promise<data.OrderDetail>;
  /**
   * Draws an order as a sequence diagram: its requests with their responses, its states, webhooks and retries, the time
   * between them, and when the client's knowledge differed from the truth.
   * @param id the order id of the service, or an external_id
   */
  diagram(id: number | string, options?: options.DiagramOptions): Promise<string>;
  events(filter?: options.EventFilter): Promise<data.WebhookEvent[]>;
  event(eventId: string): Promise<data.WebhookEventDetail>;
  /** All deliveries of events, with the exact bytes sent. */
  deliveries(filter?: options.DeliveryFilter): Promise<data.Delivery[]>;
  /** The API requests of the account that are in the journal, whose size is limited. */
  requests(filter?: options.RequestFilter): Promise<data.RequestSummary[]>;
  request(id: string): Promise<data.RequestDetail>;
  /** Clears the request journal. */
  clearRequests(): Promise<void>;
  ledger(filter?: options.LedgerFilter): Promise<data.LedgerEntry[]>;

  /**
   * Resolves with an event when it has been acknowledged. While a receiver does not respond, neither outcome is known:
   * each attempt then takes 10 s of real time, longer than the default timeout of the wait. The setting
   * `webhook_timeout_ms` shortens that.
   * @throws WaitError immediately if that cannot happen, or not without advancing the clock
   */
  waitForWebhook(event: data.EventName, wait?: options.WebhookWait): Promise<data.WebhookEventDetail>;
  /**
   * Resolves with an order when it has reached a status. It may have moved on since.
   * @param id the order id of the service, or the external_id of an order that may not exist yet
   * @throws WaitError immediately if that cannot happen, or not without advancing the clock
   */
  waitForOrder(
    id: number | string,
    status: data.OrderStatus,
    wait?: options.WaitOptions,
  ): Promise<data.OrderDetail>;
  /**
   * Resolves with the latest matching request, including requests already made.
   * @throws WaitError if none is made in time; it lists the nearest misses
   */
  waitForRequest(match: options.RequestMatch, wait?: options.WaitOptions): Promise<data.RequestDetail>;
  /**
   * Asserts that matching requests were made: as many as `count` says, by default at least one.
   * @throws AssertionError with the nearest misses, field by field
   */
  expectRequest(match: options.RequestMatch, count?: options.Count): Promise<void>;
  /**
   * Asserts that matching webhook events happened: as many as `count` says, by default at least one.
   * @throws AssertionError with the nearest misses, field by field
   */
  expectWebhook(match: options.WebhookMatch, count?: options.Count): Promise<void>;
  /**
   * The story of the account, in at most 40 lines in chronological order: requests, order states, deliveries and
   * findings. If that is too much, the latest are shown. It never rejects: a failure to read the account is part of it.
   */
  story(): Promise<string>;
}

export interface AccountClock {
  read(): Promise<data.ClockReading>;
  /** Changes the mode of the clock. The time it shows does not jump. */
  set(mode: data.ClockMode): Promise<data.ClockReading>;
}

export interface AccountKeys {
  /** Creates a key. The result is the only place that contains the key itself. */
  create(options?: options.KeyOptions): Promise<{ readonly api_key: string; readonly key: data.Key }>;
  list(): Promise<data.Key[]>;
  /** @param id such as `key-2` */
  revoke(id: string): Promise<data.Key>;
}

/** Wallets on the chain, as the account's TRON node shows them. */
export interface AccountWallets {
  get(address: string): Promise<data.Wallet>;
  /** Sets the balances of an active address from now on. A balance that is left out stays. */
  set(address: string, balances: options.WalletBalances): Promise<data.Wallet>;
}

/** The scenarios of an account. Methods that change which are active return these in order of precedence. */
export interface AccountScenarios {
  active(): Promise<data.ScenarioSummary[]>;
  /** Activates exactly these scenarios, in order of precedence. */
  use(...scenarios: readonly (options.ScenarioName | data.InlineScenario)[]): Promise<data.ScenarioSummary[]>;
  /** Activates another scenario, which takes precedence over the others. */
  add(scenario: options.ScenarioName | data.InlineScenario): Promise<data.ScenarioSummary[]>;
  remove(name: options.ScenarioName): Promise<data.ScenarioSummary[]>;
  /** Deactivates all scenarios. */
  clear(): Promise<data.ScenarioSummary[]>;
  /** The scenarios stored in the account, active or not, sorted by name. */
  own(): Promise<data.ScenarioSummary[]>;
  /** The file of a scenario, as it is running or would run. */
  file(name: options.ScenarioName): Promise<data.ScenarioFile>;
  /**
   * Stores a scenario file in the account without activating it. If a scenario of this name is active, the file applies at once.
   * @throws SandboxError SCENARIO_CHANGED if the file is not the one that `expected_digest` names
   */
  save(name: string, yaml: string, options?: options.SaveOptions): Promise<data.ScenarioFile>;
  /**
   * Deletes a scenario file of the account, and returns the remaining ones.
   * @throws SandboxError SCENARIO_CHANGED if the file is not the one that `expected_digest` names
   */
  discard(name: string, options?: options.DiscardOptions): Promise<data.ScenarioSummary[]>;
}

/** Named copies of the whole account state. */
export interface AccountSnapshots {
  /** Saves the current state of the account. Replaces a snapshot of the same name. */
  take(name: string): Promise<data.Snapshot>;
  list(): Promise<data.Snapshot[]>;
  /** Restores the account to the saved state. The same calls then get the same responses, except for new event ids. */
  restore(name: string): Promise<data.AccountInfo>;
  export(name: string): Promise<data.SnapshotFile>;
  /**
   * Imports an exported snapshot of this or another account.
   * @throws SandboxError SNAPSHOT_INVALID if the file is damaged, or its state was changed after the export. To import a
   * changed state, remove its `checksum`: the result then has a `warning`.
   */
  import(name: string, file: data.SnapshotFile): Promise<data.Snapshot>;
  delete(name: string): Promise<void>;
}

export interface AccountWebhook {
  read(): Promise<data.WebhookDestination>;
  /**
   * Changes the destination. Omitted fields stay unchanged. With `url: null`, events are recorded but not sent.
   * @param destination a receiver, or the fields to change
   */
  set(destination: options.WebhookTarget | options.WebhookChange): Promise<data.WebhookDestination>;
}

/**
 * The webhook receiver that every account has inside the sandbox. It is used while it is the destination. Its responses
 * say nothing about an integration, so they are never findings.
 */
export interface AccountReceiver {
  /** Makes it the destination of the account's webhooks. */
  use(): Promise<data.WebhookDestination>;
  read(): Promise<data.ReceiverDial>;
  /** Sets how it responds from now on. */
  set(setting: options.ReceiverSetting): Promise<data.ReceiverDial>;
  /** The arrivals since the account was reset or they were cleared, oldest first; at most the latest 500. */
  arrivals(filter?: options.ArrivalFilter): Promise<data.Arrival[]>;
  clear(): Promise<void>;
}
