import type { Account } from '../core/engine/account.ts';
import type { AccountRegistry } from './account-registry.ts';
import { moreMemory, SHORT_OF_MEMORY } from './node/heap-watch.ts';

const sizeOf = ({ state }: Account): number =>
  state.orders.length + state.events.length + state.ledger.length;

/**
 * Refuses new orders of the largest accounts while memory is short, so that one account cannot end the process. At first
 * it refuses those of the largest account alone; the less memory is left, the smaller the accounts that it refuses too.
 */
export class MemoryGuard {
  readonly #accounts: AccountRegistry;
  #refused: ReadonlySet<Account> = new Set();

  constructor(accounts: AccountRegistry) {
    this.#accounts = accounts;
  }

  /** @param used the part of the heap limit that is in use after a full collection */
  measured(used: number): void {
    if (used <= SHORT_OF_MEMORY) {
      this.#refused = new Set();
      return;
    }
    const accounts = this.#accounts.list();
    const largest = accounts.reduce((most, account) => Math.max(most, sizeOf(account)), 0);
    const leftOver = Math.max(0, 1 - used) / (1 - SHORT_OF_MEMORY);
    this.#refused = new Set(accounts.filter(account => sizeOf(account) >= largest * leftOver));
  }

  /** Why a new order of the account is refused; undefined if it is not. */
  refusal(account: Account): string | undefined {
    if (!this.#refused.has(account)) return undefined;
    const { orders } = account.state;
    return `the server is short of memory, and this account with its ${orders.length} orders uses most of it; reset the account, or give the server more memory: ${moreMemory()}`;
  }
}
