import type { Account } from '../client/sandbox-interface.ts';
import type { Knowledge } from './knowledge.ts';
import { isFields, type ServiceCall } from './recording.ts';
import type { ReplayAnswer } from './replay-request.ts';

/** Enough for everything, while the balance is not known. */
const PLENTY_TRX = 1_000_000_000;

/**
 * The balance of the account, which the recording shows now and then. Deposits and orders of other clients are no
 * part of a recording, so that the replay takes over what was observed.
 */
export class WorldBalance {
  readonly #missed: ReadonlySet<ServiceCall>;
  #isKnown = false;
  #isPlenty = false;

  constructor({ placements }: Knowledge) {
    this.#missed = new Set(
      placements.filter(({ error }) => error === 'INSUFFICIENT_BALANCE').map(({ call }) => call),
    );
  }

  /** Sets the balance that a call met. */
  async before(account: Account, call: ServiceCall): Promise<void> {
    const observed = call.operation === 'getBalance' ? call.data?.balance_trx : undefined;
    if (typeof observed === 'number' && !this.#isKnown) {
      await account.setBalance(observed);
      this.#isKnown = true;
    } else if (!this.#isKnown && this.#missed.has(call)) {
      await account.setBalance(0);
      this.#isPlenty = false;
    } else if (!this.#isKnown && !this.#isPlenty) {
      await account.setBalance(PLENTY_TRX);
      this.#isPlenty = true;
    }
  }

  /** Takes over a balance that differs, so that the difference is reported once. */
  async after(account: Account, call: ServiceCall, { body }: ReplayAnswer): Promise<void> {
    const observed = call.operation === 'getBalance' ? call.data?.balance_trx : undefined;
    const data = isFields(body) && isFields(body.data) ? body.data : {};
    if (typeof observed === 'number' && data.balance_trx !== observed) await account.setBalance(observed);
  }
}
