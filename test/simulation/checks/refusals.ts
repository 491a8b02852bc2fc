import { isRefusal } from '../../../src/domain/errors.ts';
import type { Account } from '../../../src/engine/account.ts';
import type { AccountState } from '../../../src/engine/account-state.ts';
import type { CommandKind } from '../../../src/engine/commands.ts';
import type { Passage } from '../world.ts';
import { holds } from './check.ts';

const MAY_REFUSE: ReadonlySet<CommandKind> = new Set([
  'placeOrder',
  'placeBulk',
  'move',
  'refund',
  'resend',
  'revokeKey',
  'recordAttempt',
]);

/** The instant moves with every call, and scenarios count what they were asked. */
const textOf = (state: AccountState): string => JSON.stringify({ ...state, nowMs: 0, counters: {} });

/**
 * Everything in a state that can change, by identity where what stands there is replaced and never written to. As
 * telling as the text, and a hundred times as fast.
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
  parts.push(JSON.stringify(state.keys), ...state.lifecycles, ...state.picked, ...state.agenda);
  parts.push(...Object.values(state.inFlight), ...state.ledger);
  for (const { position, refund, steps } of state.orders) parts.push(position, refund, steps.length);
  for (const event of state.events) parts.push(event.state, event.attempts);
  return parts;
}

/** A young state is cheap to write out, an old one is now and then. */
const YOUNG_ROWS = 12;
const TEXT_EVERY = 32;

/** A refusal changes nothing: the state is the same before and after. */
export class RefusalCheck {
  #parts: unknown[] | null = null;
  #text: string | null = null;
  #looks = 0;

  before({ state, agenda }: Account, kind: CommandKind, nowMs: number): void {
    this.#parts = null;
    const dueMs = agenda.nextDueMs();
    // Where work falls due first, the state changes for another reason.
    if (!MAY_REFUSE.has(kind) || (dueMs !== null && dueMs <= nowMs)) return;
    this.#parts = partsOf(state);
    const isWritten = state.ledger.length < YOUNG_ROWS || this.#looks++ % TEXT_EVERY === 0;
    this.#text = isWritten ? textOf(state) : null;
  }

  after(passage: Passage): void {
    const { kind, account } = passage;
    const parts = this.#parts;
    if (parts === null || !changesNothing(passage)) return;
    const now = partsOf(account.state);
    const isSame = now.length === parts.length && now.every((part, place) => part === parts[place]);
    holds(isSame, () => `${kind} was refused and changed the state`);
    if (this.#text === null) return;
    const text = textOf(account.state);
    holds(text === this.#text, () => `${kind} was refused and changed ${difference(this.#text!, text)}`);
  }
}

function changesNothing({ account, kind, command, executed: { reply, effects } }: Passage): boolean {
  if (kind === 'placeBulk') {
    const { outcomes, lost } = reply as Passage<'placeBulk'>['executed']['reply'];
    return !lost && outcomes.every(({ result, rule }) => isRefusal(result) && !rule?.set);
  }
  if (kind === 'recordAttempt') {
    const { plan } = command as Passage<'recordAttempt'>['command'];
    return account.state.events[plan.event] === undefined && effects.length === 0;
  }
  return reply !== null && isRefusal(reply);
}

/** The place where two texts part. */
function difference(before: string, after: string): string {
  let place = 0;
  while (before[place] === after[place]) place += 1;
  const from = Math.max(0, place - 80);
  return `${before.slice(from, place + 80)} into ${after.slice(from, place + 80)}`;
}
