import { randomBytes } from 'node:crypto';
import type { HostClock } from '../clock/host-clock.ts';
import type { Settings } from '../domain/assumptions.ts';
import type { ClockMode, ClockState } from '../domain/clock.ts';
import { SCOPES } from '../domain/operations.ts';
import { type Account, openingState } from '../engine/account.ts';
import { scenariosProblem } from '../engine/account-limits.ts';
import type { AccountState, ApiKey } from '../engine/account-state.ts';
import type { Happening } from '../engine/command-context.ts';
import { Engine } from '../engine/engine.ts';
import { epochOf, nextEpoch } from '../engine/event-id-epoch.ts';
import { ownScenario } from '../engine/own-scenarios.ts';
import { FactStream } from '../facts/fact-stream.ts';
import type { ScenarioLibrary } from '../scenario/scenario-library.ts';
import { IN_MEMORY } from '../storage/storage.ts';
import { AccountNotStoredError, interruptedBy } from './account-errors.ts';
import { AccountRegistry, digestOf } from './account-registry.ts';
import { AdvanceHistory } from './advance-history.ts';
import { ClockAdvancer } from './clock-advancer.ts';
import { CommandRunner } from './command-runner.ts';
import type { AccountRequest, CoreParts, Defaults, KeyRequest, OpenedAccount } from './core-types.ts';
import { DashboardKeys } from './dashboard-keys.ts';
import { randomKey, randomToken } from './random-secrets.ts';
import { RequestJournal } from './request-journal.ts';

export type { AccountRequest, CoreParts, Defaults, KeyRequest, OpenedAccount } from './core-types.ts';

/** The sandbox without its HTTP servers: accounts, engine, clocks and journals. */
export class Core {
  readonly accounts: AccountRegistry;
  readonly dashboardKeys = new DashboardKeys();
  readonly library: ScenarioLibrary;
  readonly defaults: Defaults;
  readonly clock: HostClock;
  readonly runner: CommandRunner;
  readonly advancer: ClockAdvancer;
  /** Everything that is recorded, as it happens. The journals are its first listener. */
  readonly facts = new FactStream();
  /** The requests without the key of an account. */
  readonly unknownCallers = new RequestJournal();
  readonly #journals = new WeakMap<Account, RequestJournal>();
  readonly #advances = new WeakMap<Account, AdvanceHistory>();
  #opened = 0;

  constructor({
    library,
    sender,
    clock,
    defaults,
    storage = IN_MEMORY,
    remark = () => undefined,
  }: CoreParts) {
    this.accounts = new AccountRegistry(storage);
    this.library = library;
    this.defaults = defaults;
    this.clock = clock;
    const listener = (account: Account, happenings: readonly Happening[]): void => {
      this.advancer.onHappenings(account, happenings);
      this.facts.happened(account, happenings);
    };
    this.runner = new CommandRunner({
      engine: new Engine(library),
      sender,
      clock,
      storage,
      listener,
      remark,
    });
    this.advancer = new ClockAdvancer(this.runner, clock, (account, advance) =>
      this.advancesOf(account).record(advance),
    );
    this.facts.join({
      answered: (account, exchange) => {
        if (!exchange.isOfEarlierRun) this.journalOf(account).record(exchange);
      },
      restarted: account => {
        this.journalOf(account).clear();
        this.advancesOf(account).clear();
      },
    });
  }

  /** The journal of an account, or with null the journal of requests without the key of an account. */
  journalOf(account: Account | null): RequestJournal {
    if (!account) return this.unknownCallers;
    let journal = this.#journals.get(account);
    if (!journal) {
      journal = new RequestJournal();
      this.#journals.set(account, journal);
    }
    return journal;
  }

  /** The advances of an account's clock since it was created, reset or restored. */
  advancesOf(account: Account): AdvanceHistory {
    let advances = this.#advances.get(account);
    if (!advances) {
      advances = new AdvanceHistory();
      this.#advances.set(account, advances);
    }
    return advances;
  }

  /**
   * Creates an account with one key. By default, its seed is derived from the server's seed and its name, so that
   * accounts differ from each other but not from run to run. The ids of events repeat only if a seed was given.
   * @throws Error if the name is in use
   */
  openAccount(request: AccountRequest = {}): OpenedAccount {
    const { defaults } = this;
    const name = request.name ?? this.#freeName();
    const settings = { ...defaults.settings, ...request.settings };
    const seed = request.seed ?? (defaults.seed === null ? null : `${defaults.seed}/${name}`);
    const account = this.accounts.open(
      openingState({
        name,
        seed: seed ?? `${DEFAULT_SEED}/${name}`,
        epoch: epochOf(seed ?? randomBytes(16).toString('hex')),
        balanceSun: request.balanceSun ?? defaults.balanceSun,
        settings: request.settings ? settings : defaults.settings,
        clock: this.#clockAt(request.clock ?? defaults.clock, settings),
        webhook: {
          url: request.webhookUrl === undefined ? defaults.webhookUrl : request.webhookUrl,
          secret: request.webhookSecret ?? defaults.webhookSecret ?? randomToken('whsec'),
        },
        scenarios: request.scenarios ?? defaults.scenarios,
      }),
    );
    try {
      const { apiKey } = this.makeKey(
        account,
        { ...request.key, name: request.key?.name ?? 'default' },
        request.apiKey,
      );
      this.#activateOrigin(account);
      return { account, apiKey };
    } catch (error) {
      void this.discard(account);
      throw error;
    }
  }

  /**
   * Creates an account as `openAccount` does, and resolves once it is stored.
   * @throws AccountNotStoredError (as a rejection) if it cannot be stored; then there is no such account
   */
  async createAccount(request: AccountRequest = {}): Promise<OpenedAccount> {
    const opened = this.openAccount(request);
    const { account } = opened;
    try {
      await this.runner.settled(account);
    } catch (error) {
      await this.discard(account);
      throw new AccountNotStoredError(`the account was not created: ${(error as Error).message}`);
    }
    return opened;
  }

  /**
   * Resets an account and interrupts its advances. It keeps its name, seed, webhook, keys and own scenarios. Changes that
   * scenarios made to the keys are undone, and the journal is cleared.
   * @throws AccountDeletedError
   */
  resetAccount(account: Account): void {
    const { name, seed, epoch, webhook, origin } = account.state;
    const { mode, speed, virtualMs } = origin.clock;
    const startMs = mode === 'manual' ? virtualMs : Math.floor(this.clock.wallMs());
    const clock = { mode, speed, hostMs: this.clock.monotonicMs(), virtualMs: startMs };
    const opening = { ...origin, name, seed, epoch: nextEpoch(epoch), webhook, clock };
    const { ownScenarios } = account.state;
    const kept = ownScenarios ? { ownScenarios } : {};
    this.replaceState(account, { ...openingState(opening), ...kept }, 'reset');
    this.#activateOrigin(account);
  }

  /**
   * Replaces the state of an account, interrupts its advances and updates the indexes. What was recorded of it, such as
   * its journal, is cleared first.
   * @throws AccountDeletedError
   */
  replaceState(account: Account, state: AccountState, change: 'reset' | 'restored'): void {
    this.runner.checkExists(account);
    this.facts.restarted(account);
    this.advancer.interrupt(account, interruptedBy(account.state.name, change));
    this.runner.replaceState(account, state, change);
    this.accounts.reindexKeys(account);
  }

  /** Deletes an account and interrupts its advances. A second call changes nothing. */
  closeAccount(account: Account): void {
    this.#stop(account);
    this.accounts.close(account);
  }

  /** Removes a new account that could not be created completely. The promise never rejects. */
  discard(account: Account): Promise<void> {
    this.#stop(account);
    return this.accounts.discard(account);
  }

  #stop(account: Account): void {
    this.advancer.interrupt(account, interruptedBy(account.state.name, 'deleted'));
    this.runner.forget(account);
    this.facts.closed(account);
    this.dashboardKeys.forget(account);
  }

  #activateOrigin(account: Account): void {
    const { state } = account;
    const wanted = state.origin.scenarios.map(one => ownScenario(state, one.name)?.scenario ?? one);
    // Own versions can have more rules than those that the account was created with.
    const scenarios = wanted.filter((_, index) => scenariosProblem(wanted.slice(0, index + 1)) === null);
    if (scenarios.length > 0) this.runner.execute(account, 'setScenarios', { scenarios });
  }

  /** Creates a key. Its text is returned and not stored. */
  makeKey(
    account: Account,
    request: KeyRequest,
    text = randomKey(account.state.name),
  ): { key: ApiKey; apiKey: string } {
    const ordinal = account.state.keys.length + 1;
    const key: ApiKey = {
      id: `key-${ordinal}`,
      name: request.name ?? `key-${ordinal}`,
      digest: digestOf(text),
      hint: text.slice(-4),
      scopes: request.scopes ?? SCOPES,
      ipAllow: request.ipAllow ?? [],
      ratePerMinute: request.ratePerMinute ?? null,
      expiresAtMs: request.expiresAtMs ?? null,
      revoked: false,
      window: { startMs: 0, used: 0 },
    };
    this.runner.execute(account, 'addKey', { key });
    this.accounts.index(account, key);
    return { key, apiKey: text };
  }

  #freeName(): string {
    let name: string;
    do name = `account-${++this.#opened}`;
    while (this.accounts.get(name));
    return name;
  }

  /** A manual clock starts at manual_clock_start, any other clock at the host's time. */
  #clockAt(mode: ClockMode, settings: Settings): ClockState {
    const virtualMs =
      mode.mode === 'manual' ? Date.parse(settings.manual_clock_start) : Math.floor(this.clock.wallMs());
    return { ...mode, hostMs: this.clock.monotonicMs(), virtualMs };
  }
}

/** The default seed for txids, estimates and probabilities. */
const DEFAULT_SEED = 'sandbox';
