import type { OrderStatus } from '../domain/order.ts';
import { drawOf } from '../domain/seeded-ids.ts';
import { chooseFrom, type Draw, type Facts, type Point } from '../scenario/choose-rule.ts';
import type { Scenario } from '../scenario/scenario-types.ts';
import type { Account } from './account.ts';
import type { EventState, SendPlan, Task, TaskWork } from './account-state.ts';

/** What the edges must do after a command: the engine itself sends nothing. */
export type Effect = { readonly kind: 'send'; readonly plan: SendPlan };

/** Something that came about, for the live stream and for the report of an advance. Instants are virtual. */
export type Happening =
  | {
      readonly kind: 'order';
      readonly atMs: number;
      readonly order: number;
      readonly status: OrderStatus;
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
  | { readonly kind: 'account'; readonly atMs: number; readonly change: string };

/** The scenarios that can be picked by name or by a magic address. */
export interface ScenarioSource {
  get(name: string): Scenario | undefined;
  byMagicAddress(address: string): Scenario | undefined;
}

/** The scenario that is always asked last. */
export const DEFAULT_SCENARIO = 'happy-path';

/** What one command works with: the account, the instant, and what comes of it. */
export class CommandContext {
  readonly account: Account;
  readonly library: ScenarioSource;
  readonly effects: Effect[] = [];
  readonly happenings: Happening[] = [];
  /** True once anything but the account's `nowMs` was changed. */
  changed = false;
  /** The instant that is being worked on; only due work moves it, and only forward. */
  nowMs: number;

  constructor(account: Account, library: ScenarioSource, nowMs: number) {
    this.account = account;
    this.library = library;
    this.nowMs = nowMs;
  }

  /** Records something that came about; it counts as a change. */
  happened(happening: Happening): void {
    this.changed = true;
    this.happenings.push(happening);
  }

  /** Records a change of the state that no happening tells of. */
  readonly markChanged = (): void => {
    this.changed = true;
  };

  /** Enters work into the agenda, so many milliseconds from the present instant. */
  schedule(afterMs: number, work: TaskWork): void {
    this.changed = true;
    this.account.agenda.enter(this.nowMs + afterMs, work);
  }

  /** Withdraws work that has lost its purpose from the agenda. */
  withdraw(isPointless: (task: Task) => boolean): void {
    if (this.account.agenda.withdraw(isPointless)) this.changed = true;
  }

  /** Draws from the account's seed. */
  readonly draw: Draw = label => drawOf(this.account.state.seed, label, 0);

  /** The scenarios to ask, in order of precedence: the picked one, the account's active ones, the default. */
  scenarios(picked: Scenario | null): readonly Scenario[] {
    const active = this.account.state.scenarios;
    const fallback = this.library.get(DEFAULT_SCENARIO);
    if (!picked && active.length === 0) return fallback ? [fallback] : [];
    return [...(picked ? [picked] : []), ...active, ...(fallback ? [fallback] : [])];
  }

  /** The first rule that applies, or null. A counter that moves counts as a change. */
  choose<P extends Point>(
    scenarios: readonly Scenario[],
    point: P,
    facts: Facts,
  ): Scenario[P][number] | null {
    const { counters } = this.account.state;
    return chooseFrom(scenarios, point, facts, counters, this.draw, this.markChanged);
  }
}
