import type { Account } from '../../../src/engine/account.ts';
import type { Passage } from '../world.ts';
import { Imprint } from './imprint.ts';

/** A command that reports no change left the state as it was: a replay of the log without it comes to the same. */
export class ChangeCheck {
  #before: Imprint | null = null;

  before(account: Account): void {
    this.#before = new Imprint(account, 'all');
  }

  after({ account, kind, executed }: Passage): void {
    if (!executed.changed) this.#before?.holdsFor(account, `${kind} reported no change and`);
  }
}
