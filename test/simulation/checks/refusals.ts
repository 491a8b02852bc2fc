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

/** A refusal changes nothing: the state's JSON is the same before and after. */
export class RefusalCheck {
  #before: string | null = null;

  before(account: Account, kind: CommandKind, nowMs: number): void {
    const dueMs = account.agenda.nextDueMs();
    // Where work falls due first, the state changes for another reason.
    const isQuiet = dueMs === null || dueMs > nowMs;
    this.#before = isQuiet && MAY_REFUSE.has(kind) ? textOf(account.state) : null;
  }

  after(passage: Passage): void {
    const { account, kind } = passage;
    if (this.#before === null || !changesNothing(passage)) return;
    const after = textOf(account.state);
    holds(
      after === this.#before,
      () => `${kind} was refused and changed ${difference(this.#before!, after)}`,
    );
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
