import type { Account } from '../core/engine/account.ts';
import type { AccountRegistry } from './account-registry.ts';
import { explainMemory, type HeapUse, heapUse, SHORT_OF_MEMORY } from './node/heap-watch.ts';
import type { RequestJournal } from './request-journal.ts';

/** About how many bytes a row of an account's state and an exchange in its journal take, texts of clients apart. */
const ROW_BYTES = 400;
const EXCHANGE_BYTES = 2_000;

/**
 * Refuses new orders of the largest accounts while memory is short, and clears their journals, so that one account cannot
 * end the process. At first it refuses the largest account alone; the less memory is left, the smaller the accounts that it
 * refuses too.
 */
export class MemoryGuard {
  readonly #accounts: AccountRegistry;
  readonly #journalOf: (account: Account) => RequestJournal;
  readonly #useNow: () => HeapUse;
  /** The use of memory for which the accounts were chosen. */
  #use: HeapUse | null = null;
  #refused: ReadonlySet<Account> = new Set();

  constructor(
    accounts: AccountRegistry,
    journalOf: (account: Account) => RequestJournal,
    useNow: () => HeapUse = heapUse,
  ) {
    this.#accounts = accounts;
    this.#journalOf = journalOf;
    this.#useNow = useNow;
  }

  #sizeOf(account: Account): number {
    const { orders, events, ledger } = account.state;
    const journal = this.#journalOf(account);
    const rows = (orders.length + events.length + ledger.length) * ROW_BYTES;
    return rows + journal.size * EXCHANGE_BYTES + journal.bytes;
  }

  #choose({ isShort, usedBytes, limitBytes }: HeapUse): ReadonlySet<Account> {
    if (!isShort) return new Set();
    const sizes = this.#accounts.list().map(account => ({ account, size: this.#sizeOf(account) }));
    const largest = sizes.reduce((most, { size }) => Math.max(most, size), 0);
    const left = Math.max(0, limitBytes - usedBytes) / (limitBytes * (1 - SHORT_OF_MEMORY));
    const chosen = sizes.filter(({ size }) => size >= largest * left).map(({ account }) => account);
    for (const account of chosen) this.#journalOf(account).clear();
    return new Set(chosen);
  }

  /** Why a new order of the account is refused; undefined if it is not. */
  refusal(account: Account): string | undefined {
    const use = this.#useNow();
    if (use !== this.#use) this.#refused = this.#choose(use);
    this.#use = use;
    if (!this.#refused.has(account)) return undefined;
    return `the server is short of memory, and this account with its ${account.state.orders.length} orders uses most of it; reset the account, or give the server more: after a garbage collection, ${explainMemory(use)}`;
  }
}
