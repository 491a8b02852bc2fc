import type { Account } from '../../../../src/core/engine/account.ts';
import type { EngineCall } from '../world.ts';
import { holds } from './check.ts';
import { StateFingerprint } from './imprint.ts';

/**
 * A command that reports no change did not change the state, so that a replay of the log without it gives the same
 * result. A request that did not change the state reports no change, so that nothing is written for it.
 */
export class ChangeCheck {
  #before: StateFingerprint | null = null;

  before(account: Account): void {
    this.#before = new StateFingerprint(account, 'all');
  }

  after({ account, kind, executed: { changed, accountEvents } }: EngineCall): void {
    if (!changed) this.#before?.holdsFor(account, `${kind} reported no change and`);
    // The changes of a rule count as changes, even if the values are the same as before.
    if (!changed || kind !== 'handle' || accountEvents.length > 0) return;
    holds(!this.#before?.isSame(account), () => `${kind} reported a change and made none`);
  }
}
