import { hash, randomBytes, randomInt } from 'node:crypto';
import { Account, dashboardKey } from '../core/engine/account.ts';
import type { AccountState, ApiKey } from '../core/engine/account-state.ts';
import type { Storage } from './storage/storage.ts';

const KEY_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_CHARACTERS = 24;

/**
 * The text of a new key: `ersk_<account>_<24 letters and digits>`. With the account's name in it, a load balancer can
 * route all requests of an account to one server. The name is encoded, because a header must be ASCII; names that the
 * control API allows stay unchanged.
 */
export function randomKey(account: string): string {
  const secret = Array.from({ length: KEY_CHARACTERS }, () => KEY_ALPHABET[randomInt(KEY_ALPHABET.length)]);
  return `ersk_${encodeURIComponent(account)}_${secret.join('')}`;
}

export const randomToken = (prefix: string): string => `${prefix}_${randomBytes(18).toString('base64url')}`;

/** A new account name, which is unique among all servers. */
export const randomName = (): string => `account-${randomBytes(6).toString('hex')}`;

/** The digest of a key. Keys are looked up by digest, so that timing reveals nothing about them. */
export const digestOf = (key: string): string => hash('sha256', key, 'hex');

export interface KeyHolder {
  readonly account: Account;
  readonly key: ApiKey;
}

/** Accounts share no state. */
export class AccountRegistry {
  readonly #byName = new Map<string, Account>();
  readonly #byDigest = new Map<string, KeyHolder>();
  readonly #digests = new Map<Account, Set<string>>();
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** @throws Error if the name is in use */
  open(state: AccountState): Account {
    this.#checkFree(state.name);
    const account = new Account(this.#storage.create(state));
    this.adopt(account);
    return account;
  }

  /** Adds an account that storage has loaded. @throws Error if the name is in use */
  adopt(account: Account): void {
    const { name, keys } = account.state;
    this.#checkFree(name);
    this.#byName.set(name, account);
    this.#digests.set(account, new Set());
    for (const key of keys) this.index(account, key);
  }

  #checkFree(name: string): void {
    if (this.#byName.has(name)) throw new Error(`an account named ${name} already exists`);
  }

  /** Makes a key usable. Neither a second call nor a call for an account that was removed changes anything. */
  index(account: Account, key: ApiKey): void {
    const digests = this.#digests.get(account);
    if (!digests) return;
    digests.add(key.digest);
    this.#byDigest.set(key.digest, { account, key });
  }

  /** The account and key for the digest of a key, even if it is revoked, or null. */
  holderOf(digest: string): KeyHolder | null {
    return this.#byDigest.get(digest) ?? null;
  }

  get(name: string): Account | null {
    return this.#byName.get(name) ?? null;
  }

  get size(): number {
    return this.#byName.size;
  }

  list(): readonly Account[] {
    return [...this.#byName.values()];
  }

  /** Updates the index of an account's keys after its state was replaced. Keys of the previous state become unknown. */
  reindexKeys(account: Account): void {
    this.#unindex(account);
    for (const key of account.state.keys) this.index(account, key);
  }

  /** Removes an account and its keys. A second call changes nothing. */
  close(account: Account): void {
    if (this.#remove(account)) this.#storage.record(account, { kind: 'closed' });
  }

  /** Removes a new account that could not be stored. Resolves once its files are removed. */
  async discard(account: Account): Promise<void> {
    if (this.#remove(account)) await this.#storage.discard(account);
  }

  #remove(account: Account): boolean {
    this.#unindex(account);
    if (!this.#digests.delete(account)) return false;
    this.#byName.delete(account.state.name);
    return true;
  }

  #unindex(account: Account): void {
    const digests = this.#digests.get(account);
    for (const digest of digests ?? []) {
      if (this.#byDigest.get(digest)?.account === account) this.#byDigest.delete(digest);
    }
    digests?.clear();
  }
}

/** A key of the dashboard, and the digest of the key with which it was requested; null if the operator requested it. */
interface DashboardKey extends KeyHolder {
  readonly text: string;
  readonly requester: string | null;
}

/**
 * The keys that the dashboard uses, at most one for each key of an account and one for the operator. They are in memory
 * only and separate from the accounts' own keys, so that looking at an account changes nothing in it.
 */
export class DashboardKeys {
  readonly #accounts: AccountRegistry;
  readonly #ofAccount = new Map<Account, DashboardKey[]>();
  readonly #byDigest = new Map<string, DashboardKey>();

  constructor(accounts: AccountRegistry) {
    this.#accounts = accounts;
  }

  /**
   * The text of the key for a requester, which is the same for every browser until the server stops.
   * @param requester the key of the account that asks for it; null for the operator, whose key has all rights
   */
  textFor(account: Account, requester: ApiKey | null): string {
    const digestOfRequester = requester?.digest ?? null;
    const keys = this.#ofAccount.get(account) ?? [];
    const known = keys.find(one => one.requester === digestOfRequester);
    if (known) return known.text;
    const text = randomKey(account.state.name);
    const key = dashboardKey(digestOf(text), text.slice(-4));
    const added = { account, key, text, requester: digestOfRequester };
    this.#ofAccount.set(account, [...keys, added]);
    this.#byDigest.set(key.digest, added);
    return text;
  }

  /** The account and key for the digest of a key, or null. The key has the rights that its requester has now. */
  holderOf(digest: string): KeyHolder | null {
    const found = this.#byDigest.get(digest);
    if (!found || found.requester === null) return found ?? null;
    const { account, key } = found;
    const holder = this.#accounts.holderOf(found.requester);
    if (holder?.account !== account) return null;
    const { scopes, ipAllow, ratePerMinute, expiresAtMs, revoked } = holder.key;
    return { account, key: { ...key, scopes, ipAllow, ratePerMinute, expiresAtMs, revoked } };
  }

  forget(account: Account): void {
    for (const { key } of this.#ofAccount.get(account) ?? []) this.#byDigest.delete(key.digest);
    this.#ofAccount.delete(account);
  }
}
