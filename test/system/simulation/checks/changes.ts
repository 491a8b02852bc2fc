import type { Account } from '../../../../src/core/engine/account.ts';
import type { EngineCall } from '../world.ts';
import { holds } from './check.ts';
import { type FingerprintOf, newFingerprint, type StateFingerprint } from './imprint.ts';

/**
 * A command that reports no change did not change the state, so that a replay of the log without it gives the same
 * result. A request that did not change the state reports no change, so that nothing is written for it.
 */
export class ChangeCheck {
  readonly #fingerprintOf: FingerprintOf;
  #before: StateFingerprint | null = null;

  constructor(fingerprintOf: FingerprintOf = newFingerprint) {
    this.#fingerprintOf = fingerprintOf;
  }

  before(account: Account): void {
    this.#before = this.#fingerprintOf(account);
  }

  after({ account, kind, executed: { changed, accountEvents } }: EngineCall): void {
    if (!changed) this.#before?.holdsFor(account, 'all', `${kind} reported no change and`);
    // The changes of a rule count as changes, even if the values are the same as before.
    if (!changed || kind !== 'handle' || accountEvents.length > 0) return;
    holds(!this.#before?.isSame(account, 'all'), () => `${kind} reported a change and made none`);
  }
}
