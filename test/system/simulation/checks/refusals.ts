import { isRefusal, isRejection } from '../../../../src/core/domain/error-codes.ts';
import type { Account } from '../../../../src/core/engine/account.ts';
import type { CommandKind } from '../../../../src/core/engine/engine.ts';
import type { EngineCall } from '../world.ts';
import { type FingerprintOf, newFingerprint, type StateFingerprint } from './imprint.ts';
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
 * A refused command does not change the state, and neither does a request that creates no order, except for the
 * counters of scenarios.
 */
export class RefusalCheck {
  readonly #fingerprintOf: FingerprintOf;
  #before: StateFingerprint | null = null;

  constructor(fingerprintOf: FingerprintOf = newFingerprint) {
    this.#fingerprintOf = fingerprintOf;
  }

  before(account: Account, kind: CommandKind, nowMs: number): void {
    const dueMs = account.agenda.nextDueMs();
    // If work is due first, the state changes for another reason.
    const isDue = dueMs !== null && dueMs <= nowMs;
    this.#before = MAY_REFUSE.has(kind) && !isDue ? this.#fingerprintOf(account) : null;
  }

  after(call: EngineCall): void {
    if (isRefused(call))
      this.#before?.holdsFor(call.account, 'without counters', `${call.kind} was refused and`);
  }
}

function isRefused(call: EngineCall): boolean {
  const { account, kind, command, executed } = call;
  const { reply, effects, accountEvents } = executed;
  if (kind === 'handle') {
    const isSet = accountEvents.some(one => one.kind === 'account');
    return !isSet && ordersMade(call).length === 0;
  }
  if (kind === 'recordAttempt') {
    const { plan } = command as EngineCall<'recordAttempt'>['command'];
    return account.state.events[plan.event] === undefined && effects.length === 0;
  }
  return typeof reply === 'object' && (isRefusal(reply) || isRejection(reply));
}
