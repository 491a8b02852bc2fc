import { hash } from 'node:crypto';
import { Account } from '../engine/account.ts';
import type { AccountState, ApiKey } from '../engine/account-state.ts';
import { IN_MEMORY, type Storage } from '../storage/storage.ts';

/** A key's digest: keys are looked up by it, so no comparison of key texts can be timed. */
export const digestOf = (key: string): string => hash('sha256', key, 'hex');

/** An account together with the key that opened it. */
export interface KeyHolder {
  readonly account: Account;
  readonly key: ApiKey;
}

/** All accounts of a server. They share nothing. */
export class AccountRegistry {
  readonly #byName = new Map<string, Account>();
  readonly #byDigest = new Map<string, KeyHolder>();
  readonly #storage: Storage;

  constructor(storage: Storage = IN_MEMORY) {
    this.#storage = storage;
  }

  /** @throws Error where the name is taken. */
  open(state: AccountState): Account {
    this.#checkFree(state.name);
    const account = new Account(this.#storage.create(state));
    this.adopt(account);
    return account;
  }

  /** Takes in an account that is kept already. @throws Error where the name is taken. */
  adopt(account: Account): void {
    const { name, keys } = account.state;
    this.#checkFree(name);
    this.#byName.set(name, account);
    for (const key of keys) this.index(account, key);
  }

  #checkFree(name: string): void {
    if (this.#byName.has(name)) throw new Error(`there is an account named ${name} already`);
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

  /** Finds an account's keys in its present state, after that was replaced. */
  renew(account: Account): void {
    for (const key of account.state.keys) this.index(account, key);
  }

  /** Forgets an account and its keys. */
  close(account: Account): void {
    this.#storage.record(account, { kind: 'closed' });
    this.#byName.delete(account.state.name);
    for (const key of account.state.keys) this.#byDigest.delete(key.digest);
  }
}
