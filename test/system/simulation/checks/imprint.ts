import type { Account } from '../../../../src/core/engine/account.ts';
import type { AccountState } from '../../../../src/core/engine/account-state.ts';
import { holds } from './check.ts';

/** What to compare of a state: everything except its instant, with or without the counters of scenarios. */
export type Scope = 'all' | 'without counters';

const textOf = (state: AccountState, scope: Scope): string =>
  JSON.stringify({ ...state, nowMs: 0, counters: scope === 'all' ? state.counters : {} });

/**
 * Everything in a state that can change. Values that are replaced and never mutated are compared by identity, which is
 * as precise as comparing their JSON, and a hundred times as fast.
 */
function partsOf(state: AccountState, scope: Scope): unknown[] {
  const { settings, clock, webhook, inactiveAddresses, scenarios, held, nextTaskSeq, balanceSun } = state;
  const parts: unknown[] = [
    settings,
    clock,
    webhook,
    inactiveAddresses,
    scenarios,
    held,
    nextTaskSeq,
    balanceSun,
  ];
  parts.push(JSON.stringify([state.keys, state.origin.keys, state.scripted]));
  if (scope === 'all') parts.push(JSON.stringify(state.counters));
  parts.push(...state.lifecycles, ...state.picked, ...state.agenda);
  parts.push(...Object.values(state.inFlight), ...state.ledger);
  for (const { position, refund, steps } of state.orders) parts.push(position, refund, steps.length);
  for (const event of state.events) parts.push(event.state, event.attempts);
  return parts;
}

/** A small state is always compared as JSON as well, a large one only every 32nd time. */
const SMALL_LEDGER = 12;
const TEXT_EVERY = 32;

let comparisons = 0;

/** A state as it was before a command. */
export class StateFingerprint {
  readonly #parts: unknown[];
  readonly #text: string | null;
  readonly #scope: Scope;

  constructor({ state }: Account, scope: Scope) {
    this.#scope = scope;
    this.#parts = partsOf(state, scope);
    const isWritten = state.ledger.length < SMALL_LEDGER || comparisons++ % TEXT_EVERY === 0;
    this.#text = isWritten ? textOf(state, scope) : null;
  }

  /** True if no part of the state has changed. */
  isSame({ state }: Account): boolean {
    const now = partsOf(state, this.#scope);
    const before = this.#parts;
    return now.length === before.length && now.every((part, place) => part === before[place]);
  }

  /** @throws Broken if the state has changed since */
  holdsFor(account: Account, what: string): void {
    const { state } = account;
    holds(this.isSame(account), () => `${what} changed the state`);
    if (this.#text === null) return;
    const text = textOf(state, this.#scope);
    holds(text === this.#text, () => `${what} changed ${difference(this.#text!, text)}`);
  }
}

/** The first difference between two strings, with its context. */
function difference(before: string, after: string): string {
  let place = 0;
  while (before[place] === after[place]) place += 1;
  const from = Math.max(0, place - 80);
  return `${before.slice(from, place + 80)} into ${after.slice(from, place + 80)}`;
}
