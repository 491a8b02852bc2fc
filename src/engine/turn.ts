import { drawOf } from '../domain/ids.ts';
import type { OrderStatus } from '../domain/order.ts';
import type { Draw } from '../scenario/choose.ts';
import type { Scenario } from '../scenario/types.ts';
import type { Account } from './account.ts';
import type { SendPlan } from './account-state.ts';

/** What the edges must do after a command: the engine itself sends nothing. */
export type Effect = { readonly kind: 'send'; readonly plan: SendPlan };

/** Something that came about, for the live stream and for what an advance fired. Instants are virtual. */
export type Happening =
  | {
      readonly kind: 'order';
      readonly atMs: number;
      readonly order: number;
      readonly status: OrderStatus;
      readonly cause: string;
    }
  | { readonly kind: 'refund'; readonly atMs: number; readonly order: number; readonly amountSun: number }
  | {
      readonly kind: 'attempt';
      readonly atMs: number;
      readonly event: number;
      readonly number: number;
      readonly copy: number;
      readonly outcome: string;
    }
  | {
      readonly kind: 'scheduled';
      readonly atMs: number;
      readonly event: number;
      readonly number: number;
      readonly dueMs: number;
    }
  | { readonly kind: 'at-rest'; readonly atMs: number; readonly event: number; readonly state: string }
  | { readonly kind: 'ledger'; readonly atMs: number; readonly entry: number }
  | { readonly kind: 'account'; readonly atMs: number; readonly change: string };

/** The scenarios that can be picked by name or by a magic address. */
export interface ScenarioSource {
  get(name: string): Scenario | undefined;
  byMagicAddress(address: string): Scenario | undefined;
}

/** One command's passage through the engine: who, when, and what comes of it. */
export class Turn {
  readonly account: Account;
  readonly library: ScenarioSource;
  readonly effects: Effect[] = [];
  readonly happenings: Happening[] = [];
  /** The instant that is being worked on; only due work moves it, and only forward. */
  nowMs: number;

  constructor(account: Account, library: ScenarioSource, nowMs: number) {
    this.account = account;
    this.library = library;
    this.nowMs = nowMs;
  }

  /** Draws from the account's seed. */
  readonly draw: Draw = label => drawOf(this.account.state.seed, label, 0);

  /** Whom to ask, first asked first: the picked scenario, the account's active ones, the default. */
  scenarios(picked: Scenario | null): readonly Scenario[] {
    const active = this.account.state.scenarios;
    const fallback = this.library.get(DEFAULT_SCENARIO);
    if (!picked && active.length === 0) return fallback ? [fallback] : [];
    return [...(picked ? [picked] : []), ...active, ...(fallback ? [fallback] : [])];
  }
}

/** The scenario that is always asked last. */
export const DEFAULT_SCENARIO = 'happy-path';
