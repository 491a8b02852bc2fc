import { hash } from 'node:crypto';
import { Account } from '../engine/account.ts';
import type { AccountState, ApiKey } from '../engine/account-state.ts';

/** A key's digest: keys are looked up by it, so no comparison of key texts can be timed. */
export const digestOf = (key: string): string => hash('sha256', key, 'hex');

/** An account together with the key that opened it. */
export interface KeyHolder {
  readonly account: Account;
  readonly key: ApiKey;
}

/** All accounts of a server. They share nothing. */
export class Accounts {
  readonly #byName = new Map<string, Account>();
  readonly #byDigest = new Map<string, KeyHolder>();

  /** @throws Error where the name is taken. */
  open(state: AccountState): Account {
    if (this.#byName.has(state.name)) throw new Error(`there is an account named ${state.name} already`);
    const account = new Account(state);
    this.#byName.set(state.name, account);
    for (const key of state.keys) this.index(account, key);
    return account;
  }

  /** Makes a key usable; called again, it changes nothing. */
  index(account: Account, key: ApiKey): void {
    this.#byDigest.set(key.digest, { account, key });
  }

  /** The holder of a key's text, revoked or not, or null. */
  holderOf(keyText: string): KeyHolder | null {
    return this.#byDigest.get(digestOf(keyText)) ?? null;
  }

  get(name: string): Account | null {
    return this.#byName.get(name) ?? null;
  }

  list(): readonly Account[] {
    return [...this.#byName.values()];
  }

  /** Forgets an account and its keys. */
  close(account: Account): void {
    this.#byName.delete(account.state.name);
    for (const key of account.state.keys) this.#byDigest.delete(key.digest);
  }
}
