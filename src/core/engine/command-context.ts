import type { EventState } from '../domain/event-states.ts';
import { MAX_SUN } from '../domain/money.ts';
import type { OrderStatus } from '../domain/order.ts';
import { drawOf } from '../domain/seeded-values.ts';
import type { Draw } from '../scenario/choose-rule.ts';
import type { Scenario } from '../scenario/scenario-schema.ts';
import type { Account } from './account.ts';
import type { LedgerEntry, SendPlan, Task, TaskWork } from './account-state.ts';

/** An action that the host must take after a command. The engine itself does no I/O. */
export type Effect = { readonly kind: 'send'; readonly plan: SendPlan };

/** Something that happened to an account. Times are on its clock. */
export type AccountEvent =
  | {
      readonly kind: 'order';
      readonly atMs: number;
      readonly order: number;
      readonly status: OrderStatus;
      /** Index into AccountState.events. */
      readonly event: number;
      readonly cause: string;
    }
  | { readonly kind: 'refund'; readonly atMs: number; readonly order: number; readonly amountSun: number }
  | { readonly kind: 'attempt'; readonly atMs: number; readonly plan: SendPlan; readonly outcome: string }
  | {
      readonly kind: 'retry';
      readonly atMs: number;
      readonly event: number;
      readonly number: number;
      readonly dueMs: number;
    }
  | { readonly kind: 'settled'; readonly atMs: number; readonly event: number; readonly state: EventState }
  | { readonly kind: 'ledger'; readonly atMs: number; readonly entry: number }
  | {
      readonly kind: 'account';
      readonly atMs: number;
      readonly change: string;
      /** For people. */
      readonly details?: string;
    };

export type AccountEventOf<Kind extends AccountEvent['kind']> = Extract<AccountEvent, { kind: Kind }>;

export interface ScenarioSource {
  get(name: string): Scenario | undefined;
  byMagicAddress(address: string): Scenario | undefined;
  readonly disturbances: readonly Scenario[];
  explainUnknown(name: string): string;
}

export class CommandContext {
  readonly account: Account;
  readonly library: ScenarioSource;
  readonly effects: Effect[] = [];
  readonly accountEvents: AccountEvent[] = [];
  /** True once anything other than the account's `nowMs` has changed. */
  changed = false;
  /** The current instant. Only due work moves it, and only forward. */
  nowMs: number;

  constructor(account: Account, library: ScenarioSource, nowMs: number) {
    this.account = account;
    this.library = library;
    this.nowMs = nowMs;
  }

  happened(accountEvent: AccountEvent): void {
    this.changed = true;
    this.accountEvents.push(accountEvent);
  }

  accountChanged(change: string): void {
    this.happened({ kind: 'account', atMs: this.nowMs, change });
  }

  /** Records a change of the state that has no account event. */
  readonly markChanged = (): void => {
    this.changed = true;
  };

  /** Schedules work, `afterMs` milliseconds after the current instant. */
  schedule(afterMs: number, work: TaskWork): void {
    this.changed = true;
    this.account.agenda.enter(this.nowMs + afterMs, work);
  }

  withdraw(isObsolete: (task: Task) => boolean): void {
    if (this.account.agenda.withdraw(isObsolete)) this.changed = true;
  }

  withdrawNextAttempt(event: number): void {
    if (this.account.agenda.withdrawNextAttempt(event)) this.changed = true;
  }

  /** Adds an entry to the ledger. The balance changes only here, so it is always the sum of the ledger. */
  book(kind: LedgerEntry['kind'], amountSun: number, orderId: number | null = null): void {
    const { state } = this.account;
    const freeSun = Math.max(0, MAX_SUN - state.balanceSun);
    const bookedSun = Math.min(amountSun, freeSun);
    state.balanceSun += bookedSun;
    const entry = { atMs: this.nowMs, kind, amountSun: bookedSun, balanceSun: state.balanceSun, orderId };
    this.happened({ kind: 'ledger', atMs: this.nowMs, entry: state.ledger.length });
    state.ledger.push(entry);
  }

  /** Random numbers that are derived from the account's seed. */
  readonly draw: Draw = label => drawOf(this.account.state.seed, label, 0);
}
