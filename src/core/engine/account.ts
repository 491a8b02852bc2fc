import { DEFAULT_SETTINGS, type Settings } from '../domain/assumptions.ts';
import { SCOPES } from '../domain/operations.ts';
import type { EventEpoch } from '../domain/seeded-values.ts';
import type { ClockState } from '../domain/time.ts';
import type { Scenario } from '../scenario/scenario-schema.ts';
import {
  type AccountState,
  type ApiKey,
  type Order,
  orderById,
  type WebhookDestination,
} from './account-state.ts';
import { Agenda, HeldPlans } from './agenda.ts';

/** The store of an account's state. Assigning `data` replaces the state. */
export interface AccountStore {
  data: AccountState;
}

/** An account's state with the indexes that are derived from it. */
export class Account {
  readonly #store: AccountStore;
  agenda: Agenda;
  held: HeldPlans;
  #byExternalId = new Map<string, Order>();
  #inactive: Set<string>;
  #inactiveOf: readonly string[];

  constructor(store: AccountStore) {
    this.#store = store;
    const { data } = store;
    this.agenda = new Agenda(data);
    this.held = new HeldPlans(data);
    for (const order of data.orders) this.index(order);
    this.#inactiveOf = data.inactiveAddresses;
    this.#inactive = new Set(this.#inactiveOf);
  }

  get state(): AccountState {
    return this.#store.data;
  }

  replaceState(state: AccountState): void {
    this.#store.data = state;
    this.agenda = new Agenda(state);
    this.held = new HeldPlans(state);
    this.#byExternalId = new Map();
    for (const order of state.orders) this.index(order);
  }

  index(order: Order): void {
    if (order.externalId !== null) this.#byExternalId.set(order.externalId, order);
  }

  orderById(id: number): Order | null {
    return orderById(this.state, id) ?? null;
  }

  orderByExternalId(externalId: string): Order | null {
    return this.#byExternalId.get(externalId) ?? null;
  }

  keyById(id: string): ApiKey | null {
    return this.state.keys.find(key => key.id === id) ?? null;
  }

  /** The key of a request: one of the account's, or the dashboard's. */
  callingKey(id: string): ApiKey | null {
    return id === DASHBOARD_KEY ? dashboardKey() : this.keyById(id);
  }

  /** True if the recipient is activated on the simulated network. */
  isActive(address: string): boolean {
    const { settings, inactiveAddresses } = this.state;
    if (this.#inactiveOf !== inactiveAddresses) {
      this.#inactiveOf = inactiveAddresses;
      this.#inactive = new Set(inactiveAddresses);
    }
    if (this.#inactive.has(address)) return false;
    return !settings.deny_unknown || settings.active_addresses.includes(address);
  }
}

export interface AccountOpening {
  readonly name: string;
  readonly seed: string;
  readonly epoch: EventEpoch;
  readonly balanceSun: number;
  readonly settings?: Partial<Settings>;
  readonly clock: ClockState;
  readonly webhook: WebhookDestination;
  /** Kept so that a reset can restore them; the caller activates them. */
  readonly scenarios?: readonly Scenario[];
  readonly keys?: readonly ApiKey[];
  readonly idleMs?: number | undefined;
}

/** The state of a new account. The opening balance is the first entry of the ledger. */
export function openingState(opening: AccountOpening): AccountState {
  const atMs = opening.clock.virtualMs;
  const settings = opening.settings ? { ...DEFAULT_SETTINGS, ...opening.settings } : DEFAULT_SETTINGS;
  const { balanceSun, clock, scenarios = [], keys = [], idleMs } = opening;
  return {
    format: 2,
    name: opening.name,
    seed: opening.seed,
    epoch: opening.epoch,
    settings,
    clock,
    nowMs: atMs,
    balanceSun: opening.balanceSun,
    ledger: [
      { atMs, kind: 'opening', amountSun: opening.balanceSun, balanceSun: opening.balanceSun, orderId: null },
    ],
    keys: keys.map(unused),
    webhook: opening.webhook,
    inactiveAddresses: [],
    scenarios: [],
    counters: {},
    lifecycles: [],
    picked: [],
    firstOrderId: settings.first_order_id,
    orders: [],
    events: [],
    inFlight: {},
    held: [],
    agenda: [],
    nextTaskSeq: 0,
    origin: { balanceSun, settings, clock, scenarios, keys: keys.map(unused), idleMs },
  };
}

/** The maximum number of API keys of an account, revoked ones included. */
export const MAX_KEYS = 100;

export const unused = (key: ApiKey): ApiKey => ({ ...key, window: { startMs: 0, used: 0 } });

/** The id and name of the key that the dashboard uses. The ids of an account's own keys have another form. */
export const DASHBOARD_KEY = 'dashboard';

/**
 * A key of the dashboard's own requests. It is not part of the account's state: no list, snapshot or count contains it.
 * The engine gets a copy for each request, so changes that a scenario makes to it do not last.
 */
export const dashboardKey = (digest = '', hint = ''): ApiKey => ({
  id: DASHBOARD_KEY,
  name: DASHBOARD_KEY,
  digest,
  hint,
  scopes: SCOPES,
  ipAllow: [],
  ratePerMinute: null,
  expiresAtMs: null,
  revoked: false,
  window: { startMs: 0, used: 0 },
});
