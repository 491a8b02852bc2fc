import { isoTime } from '../domain/time-formats.ts';
import { MAX_MOVED_ACCOUNTS, type MovedAccount } from '../storage/moved-accounts.ts';

/** The accounts that were moved to other servers, by name and by key, so that refusals can say where they are. */
export class MovedAccounts {
  readonly #byName = new Map<string, MovedAccount>();
  readonly #byDigest = new Map<string, MovedAccount>();

  /** Adds an account. Beyond the limit, the oldest one is forgotten. */
  add(moved: MovedAccount): void {
    this.forget(moved.name);
    this.#byName.set(moved.name, moved);
    for (const digest of moved.digests) this.#byDigest.set(digest, moved);
    const [oldest] = this.#byName.keys();
    if (this.#byName.size > MAX_MOVED_ACCOUNTS) this.forget(oldest!);
  }

  /** Forgets an account because there is one of that name again. */
  forget(name: string): void {
    const moved = this.#byName.get(name);
    if (!moved) return;
    this.#byName.delete(name);
    for (const digest of moved.digests)
      if (this.#byDigest.get(digest) === moved) this.#byDigest.delete(digest);
  }

  /** Says where the account of a name is; null if none of that name was moved. */
  explainName(name: string): string | null {
    return explained(this.#byName.get(name));
  }

  /** Says where the account of a key is; null if none with that key was moved. @param digest of the key */
  explainKey(digest: string): string | null {
    return explained(this.#byDigest.get(digest));
  }
}

const explained = (moved: MovedAccount | undefined): string | null =>
  moved
    ? `the account ${moved.name} was moved to ${moved.to} at ${isoTime(moved.atMs)}; call it there`
    : null;
