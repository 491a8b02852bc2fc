import type { Account } from '../../../../src/core/engine/account.ts';
import type { AccountState } from '../../../../src/core/engine/account-state.ts';
import { holds } from './check.ts';

/** What to compare of a state: everything except its instant, with or without the counters of scenarios. */
export type Scope = 'all' | 'without counters';

const textOf = (state: AccountState): string => JSON.stringify({ ...state, nowMs: 0, counters: {} });

const countersOf = (state: AccountState): string => JSON.stringify(state.counters);

/**
 * Everything in a state that can change, except the counters. Values that are replaced and never mutated are compared by
 * identity, which is as precise as comparing their JSON, and a hundred times as fast.
 */
function partsOf(state: AccountState): unknown[] {
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
  readonly #counters: string;
  readonly #text: string | null;

  constructor({ state }: Account) {
    this.#parts = partsOf(state);
    this.#counters = countersOf(state);
    const isWritten = state.ledger.length < SMALL_LEDGER || comparisons++ % TEXT_EVERY === 0;
    this.#text = isWritten ? textOf(state) : null;
  }

  /** True if no part of the state has changed. */
  isSame({ state }: Account, scope: Scope): boolean {
    if (scope === 'all' && countersOf(state) !== this.#counters) return false;
    const now = partsOf(state);
    const before = this.#parts;
    return now.length === before.length && now.every((part, place) => part === before[place]);
  }

  /** @throws Broken if the state has changed since */
  holdsFor(account: Account, scope: Scope, what: string): void {
    const { state } = account;
    holds(this.isSame(account, scope), () => `${what} changed the state`);
    if (this.#text === null) return;
    const text = textOf(state);
    holds(text === this.#text, () => `${what} changed ${difference(this.#text!, text)}`);
  }
}

export type FingerprintOf = (account: Account) => StateFingerprint;

export const newFingerprint: FingerprintOf = account => new StateFingerprint(account);

/** The first difference between two strings, with its context. */
function difference(before: string, after: string): string {
  let place = 0;
  while (before[place] === after[place]) place += 1;
  const from = Math.max(0, place - 80);
  return `${before.slice(from, place + 80)} into ${after.slice(from, place + 80)}`;
}
