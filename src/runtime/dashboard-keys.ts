import type { Account } from '../engine/account.ts';
import { dashboardKey } from '../engine/dashboard-key.ts';
import { digestOf, type KeyHolder } from './account-registry.ts';
import { randomKey } from './random-secrets.ts';

/**
 * The keys that the dashboard uses, one for each account that it has placed an order in. They are kept apart from the
 * accounts' own keys, in memory only, so that looking at an account changes nothing in it.
 */
export class DashboardKeys {
  readonly #textOf = new Map<Account, string>();
  readonly #byDigest = new Map<string, KeyHolder>();

  /** The text of an account's key, which is the same for every browser until the server stops. */
  textFor(account: Account): string {
    const kept = this.#textOf.get(account);
    if (kept !== undefined) return kept;
    const text = randomKey(account.state.name);
    const digest = digestOf(text);
    this.#textOf.set(account, text);
    this.#byDigest.set(digest, { account, key: dashboardKey(digest, text.slice(-4)) });
    return text;
  }

  /** The account and key for the text of a key, or null. */
  holderOf(text: string): KeyHolder | null {
    return this.#byDigest.get(digestOf(text)) ?? null;
  }

  /** Forgets the key of an account that was deleted. */
  forget(account: Account): void {
    const text = this.#textOf.get(account);
    if (text === undefined) return;
    this.#textOf.delete(account);
    this.#byDigest.delete(digestOf(text));
  }
}
