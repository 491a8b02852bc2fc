import type { Account } from '../../../src/engine/account.ts';
import type { Passage } from '../world.ts';
import { holds } from './check.ts';
import { Imprint } from './imprint.ts';

/**
 * A command that reports no change left the state as it was: a replay of the log without it comes to the same. A
 * request that left the state as it was reports no change, so that nothing is written for it.
 */
export class ChangeCheck {
  #before: Imprint | null = null;

  before(account: Account): void {
    this.#before = new Imprint(account, 'all');
  }

  after({ account, kind, executed: { changed, happenings } }: Passage): void {
    if (!changed) this.#before?.holdsFor(account, `${kind} reported no change and`);
    // What a rule sets counts as a change, whether or not it was as it is.
    if (!changed || kind !== 'handle' || happenings.length > 0) return;
    holds(!this.#before?.isSame(account), () => `${kind} reported a change and made none`);
  }
}
