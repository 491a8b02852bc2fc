import { randomBytes, randomInt } from 'node:crypto';
import type { HostClock } from '../clock/host-clock.ts';
import type { Settings } from '../domain/assumptions.ts';
import type { ClockMode, ClockState } from '../domain/clock.ts';
import { SCOPES, type Scope } from '../domain/operations.ts';
import { type Account, openingState } from '../engine/account.ts';
import type { AccountState, ApiKey } from '../engine/account-state.ts';
import type { Happening } from '../engine/command-context.ts';
import { Engine } from '../engine/engine.ts';
import { epochOf, nextEpoch } from '../engine/event-epoch.ts';
import type { ScenarioLibrary } from '../scenario/scenario-library.ts';
import type { Scenario } from '../scenario/scenario-types.ts';
import { IN_MEMORY, type Storage } from '../storage/storage.ts';
import type { Exchange } from '../wire/exchange.ts';
import { AccountRegistry, digestOf } from './account-registry.ts';
import { ClockAdvancer } from './clock-advancer.ts';
import { CommandRunner, type Sender } from './command-runner.ts';
import { RequestJournal } from './request-journal.ts';

/** What a new account is opened with; what is left out is as the server was started. */
export interface AccountRequest {
  readonly name?: string;
  readonly balanceSun?: number;
  readonly webhookUrl?: string | null;
  readonly webhookSecret?: string;
  readonly clock?: ClockMode;
  readonly seed?: string;
  readonly scenarios?: readonly Scenario[];
  readonly settings?: Partial<Settings>;
  /** The text of its first key; left out, one is made. */
  readonly apiKey?: string;
  readonly key?: KeyRequest;
}

/** What a new key is made with. */
export interface KeyRequest {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly ipAllow?: readonly string[];
  readonly ratePerMinute?: number | null;
  readonly expiresAtMs?: number | null;
}

/** An account with the one thing that is shown only once. */
export interface OpenedAccount {
  readonly account: Account;
  readonly apiKey: string;
}

/** What accounts are opened with where their request is silent. */
export interface Defaults {
  readonly balanceSun: number;
  readonly webhookUrl: string | null;
  readonly webhookSecret: string | null;
  readonly clock: ClockMode;
  /** Null where none was given: ids of events are then unique over all servers. */
  readonly seed: string | null;
  readonly scenarios: readonly Scenario[];
  readonly settings: Settings;
}

export interface CoreParts {
  readonly library: ScenarioLibrary;
  readonly sender: Sender;
  readonly clock: HostClock;
  readonly defaults: Defaults;
  /** Left out: in memory alone. */
  readonly storage?: Storage;
}

/** Hears of what happens, beside the sandbox itself. */
export interface Watcher {
  happened?(account: Account, happenings: readonly Happening[]): void;
  exchanged?(account: Account | null, exchange: Exchange): void;
  closed?(account: Account): void;
}

/** Everything behind the doors: accounts, engine, clocks, journals. */
export class Core {
  readonly accounts: AccountRegistry;
  readonly library: ScenarioLibrary;
  readonly defaults: Defaults;
  readonly clock: HostClock;
  readonly runner: CommandRunner;
  readonly advancer: ClockAdvancer;
  /** Exchanges whose key opened no account. */
  readonly unknownCallers = new RequestJournal();
  readonly #journals = new WeakMap<Account, RequestJournal>();
  readonly #watchers = new Set<Watcher>();
  #opened = 0;

  constructor({ library, sender, clock, defaults, storage = IN_MEMORY }: CoreParts) {
    this.accounts = new AccountRegistry(storage);
    this.library = library;
    this.defaults = defaults;
    this.clock = clock;
    const listener = (account: Account, happenings: readonly Happening[]): void => {
      this.advancer.hear(account, happenings);
      for (const watcher of this.#watchers) watcher.happened?.(account, happenings);
    };
    this.runner = new CommandRunner({ engine: new Engine(library), sender, clock, storage, listener });
    this.advancer = new ClockAdvancer(this.runner, clock);
  }

  /** Lets somebody hear of what happens; the answer ends it. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** An account's journal; null stands for requests whose key opened none. */
  journalOf(account: Account | null): RequestJournal {
    if (!account) return this.unknownCallers;
    let journal = this.#journals.get(account);
    if (!journal) {
      journal = new RequestJournal();
      this.#journals.set(account, journal);
    }
    return journal;
  }

  record(account: Account | null, exchange: Exchange): void {
    this.journalOf(account).record(exchange);
    for (const watcher of this.#watchers) watcher.exchanged?.(account, exchange);
  }

  /**
   * Opens an account with one key. Its seed follows from the server's and its name, so that accounts differ and
   * runs agree; ids of events agree where a seed was given.
   * @throws Error where the name is taken
   */
  openAccount(request: AccountRequest = {}): OpenedAccount {
    const { defaults } = this;
    const name = request.name ?? this.#freeName();
    const settings = { ...defaults.settings, ...request.settings };
    const given = request.seed ?? (defaults.seed === null ? null : `${defaults.seed}/${name}`);
    const account = this.accounts.open(
      openingState({
        name,
        seed: given ?? `${USUAL_SEED}/${name}`,
        epoch: epochOf(given ?? randomBytes(16).toString('hex')),
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
    const { apiKey } = this.makeKey(account, { name: 'default', ...request.key }, request.apiKey);
    this.#activateOrigin(account);
    return { account, apiKey };
  }

  /**
   * Makes an account as new, once its advances are done: it keeps its name, its webhook and its keys, and loses what
   * scenarios did to the keys. The journal begins anew.
   */
  resetAccount(account: Account): Promise<void> {
    return this.advancer.alone(account, () => {
      const { name, seed, epoch, webhook, origin } = account.state;
      const { mode, speed, virtualMs } = origin.clock;
      const startMs = mode === 'manual' ? virtualMs : Math.floor(this.clock.wallMs());
      const clock = { mode, speed, hostMs: this.clock.monotonicMs(), virtualMs: startMs };
      const opening = { ...origin, name, seed, epoch: nextEpoch(epoch), webhook, clock };
      this.replaceState(account, openingState(opening), 'reset');
      this.#activateOrigin(account);
    });
  }

  /** Puts another state in the place of an account's, indexes and journal included. */
  replaceState(account: Account, state: AccountState, change: 'reset' | 'restored'): void {
    this.journalOf(account).clear();
    this.runner.replaceState(account, state, change);
    this.accounts.renew(account);
  }

  /** Drops an account, once its advances are done. */
  closeAccount(account: Account): Promise<void> {
    return this.advancer.alone(account, () => {
      this.accounts.close(account);
      this.runner.forget(account);
      for (const watcher of this.#watchers) watcher.closed?.(account);
    });
  }

  #activateOrigin(account: Account): void {
    const { scenarios } = account.state.origin;
    if (scenarios.length > 0) this.runner.execute(account, 'setScenarios', { scenarios });
  }

  /** Makes a key; its text is answered here and kept nowhere. */
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

  /** A standing clock stands at its start; one that runs shows the host's time. */
  #clockAt(mode: ClockMode, settings: Settings): ClockState {
    const virtualMs =
      mode.mode === 'manual' ? Date.parse(settings.manual_clock_start) : Math.floor(this.clock.wallMs());
    return { ...mode, hostMs: this.clock.monotonicMs(), virtualMs };
  }
}

/** The seed that txids, estimates and chances follow from where none was given. */
const USUAL_SEED = 'sandbox';

const KEY_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_CHARACTERS = 24;

/**
 * The text of a new key: `ersk_<account>_<24 letters and digits>`, so that a load balancer can send all requests of an
 * account to one server. Names that the control API takes stand there as they are; of others, only ASCII may be in a
 * header.
 */
function randomKey(account: string): string {
  const secret = Array.from({ length: KEY_CHARACTERS }, () => KEY_ALPHABET[randomInt(KEY_ALPHABET.length)]);
  return `ersk_${encodeURIComponent(account)}_${secret.join('')}`;
}

const randomToken = (prefix: string): string => `${prefix}_${randomBytes(18).toString('base64url')}`;
