import { DEFAULT_SETTINGS, type Settings } from '../domain/assumptions.ts';
import type { ClockState } from '../domain/clock.ts';
import type { AccountState, ApiKey, Order, WebhookDestination } from './account-state.ts';
import { Agenda } from './agenda.ts';

/** An account's state with the indexes that are derived from it. */
export class Account {
  readonly state: AccountState;
  readonly agenda: Agenda;
  readonly #byExternalId = new Map<string, Order>();
  #inactive: Set<string>;
  #inactiveOf: readonly string[];

  constructor(state: AccountState) {
    this.state = state;
    this.agenda = new Agenda(state);
    for (const order of state.orders) this.index(order);
    this.#inactiveOf = state.inactiveAddresses;
    this.#inactive = new Set(this.#inactiveOf);
  }

  index(order: Order): void {
    if (order.externalId !== null) this.#byExternalId.set(order.externalId, order);
  }

  orderById(id: number): Order | null {
    return this.state.orders[id - 1] ?? null;
  }

  orderByExternalId(externalId: string): Order | null {
    return this.#byExternalId.get(externalId) ?? null;
  }

  keyById(id: string): ApiKey | null {
    return this.state.keys.find(key => key.id === id) ?? null;
  }

  /** True where the recipient is activated on the simulated network. */
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

/** What a new account starts with. */
export interface AccountOpening {
  readonly name: string;
  readonly seed: string;
  readonly balanceSun: number;
  readonly settings?: Partial<Settings>;
  readonly clock: ClockState;
  readonly webhook: WebhookDestination;
}

/** The state of an account to which nothing has happened yet. The opening balance is the ledger's first row. */
export function openingState(opening: AccountOpening): AccountState {
  const atMs = opening.clock.virtualMs;
  return {
    format: 1,
    name: opening.name,
    seed: opening.seed,
    settings: opening.settings ? { ...DEFAULT_SETTINGS, ...opening.settings } : DEFAULT_SETTINGS,
    clock: opening.clock,
    nowMs: atMs,
    balanceSun: opening.balanceSun,
    ledger: [
      { atMs, kind: 'opening', amountSun: opening.balanceSun, balanceSun: opening.balanceSun, orderId: null },
    ],
    keys: [],
    webhook: opening.webhook,
    inactiveAddresses: [],
    scenarios: [],
    counters: {},
    lifecycles: [],
    picked: [],
    orders: [],
    events: [],
    inFlight: {},
    held: [],
    agenda: [],
    nextTaskSeq: 0,
  };
}
