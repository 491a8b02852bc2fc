import { isRefusal } from '../../../src/domain/errors.ts';
import type { Account } from '../../../src/engine/account.ts';
import { isRejection } from '../../../src/engine/command-rejection.ts';
import type { CommandKind } from '../../../src/engine/commands.ts';
import type { Passage } from '../world.ts';
import { Imprint } from './imprint.ts';
import { ordersMade } from './placements.ts';

const MAY_REFUSE: ReadonlySet<CommandKind> = new Set<CommandKind>([
  'handle',
  'placeOrder',
  'move',
  'refund',
  'resend',
  'revokeKey',
  'recordAttempt',
]);

/**
 * What is refused changes nothing, and neither does a request that makes no order: the state is the same before and
 * after. Scenarios may have counted what they were asked.
 */
export class RefusalCheck {
  #before: Imprint | null = null;

  before(account: Account, kind: CommandKind, nowMs: number): void {
    const dueMs = account.agenda.nextDueMs();
    // Where work falls due first, the state changes for another reason.
    const isDue = dueMs !== null && dueMs <= nowMs;
    this.#before = MAY_REFUSE.has(kind) && !isDue ? new Imprint(account, 'without counters') : null;
  }

  after(passage: Passage): void {
    if (isRefused(passage)) this.#before?.holdsFor(passage.account, `${passage.kind} was refused and`);
  }
}

function isRefused(passage: Passage): boolean {
  const { account, kind, command, executed } = passage;
  const { reply, effects, happenings } = executed;
  if (kind === 'handle') {
    const isSet = happenings.some(one => one.kind === 'account');
    return !isSet && ordersMade(passage).length === 0;
  }
  if (kind === 'recordAttempt') {
    const { plan } = command as Passage<'recordAttempt'>['command'];
    return account.state.events[plan.event] === undefined && effects.length === 0;
  }
  return reply !== null && (isRefusal(reply) || isRejection(reply));
}
