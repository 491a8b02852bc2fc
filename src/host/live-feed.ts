import { accountEventData } from '../contract/json/event-json.ts';
import { requestFlash } from '../contract/json/request-json.ts';
import { getOrMake } from '../core/domain/collections.ts';
import type { Account } from '../core/engine/account.ts';
import { LatestItems } from './request-journal.ts';
import type { SandboxCore } from './sandbox-core.ts';

/** A message of a live stream. Ids increase by one. */
export interface FeedMessage {
  readonly id: number;
  readonly kind: string;
  readonly data: string;
}

export interface Reader {
  take(message: FeedMessage): void;
  end(): void;
}

/** The messages that a feed stores for readers that reconnect. */
export const STORED_MESSAGES = 1_000;

export class Feed {
  readonly #messages = new LatestItems<FeedMessage>(STORED_MESSAGES);
  readonly #readers = new Set<Reader>();

  publish(kind: string, data: object): void {
    const message = { id: this.#messages.recorded + 1, kind, data: JSON.stringify(data) };
    this.#messages.record(message);
    for (const reader of this.#readers) reader.take(message);
  }

  /** @returns `lost` is the number of messages that are no longer stored; null if this feed has not reached the id */
  since(id: number): { readonly messages: readonly FeedMessage[]; readonly lost: number | null } {
    const { recorded, dropped } = this.#messages;
    if (id > recorded) return { messages: [], lost: null };
    const lost = Math.max(0, dropped - id);
    return { messages: this.#messages.list().slice(id + lost - dropped), lost };
  }

  /** @returns a function that removes the reader */
  join(reader: Reader): () => void {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  get readers(): number {
    return this.#readers.size;
  }

  end(): void {
    for (const reader of [...this.#readers]) reader.end();
    this.#readers.clear();
  }
}

/** The live streams of a server: one per account that was ever followed, and one for all accounts. */
export class Feeds {
  /** By account; the feed of all accounts has the key null. */
  readonly #feeds = new Map<Account | null, Feed>();

  constructor(core: SandboxCore) {
    core.facts.join({
      happened: (account, accountEvents) => {
        for (const accountEvent of accountEvents)
          this.publish(account, () => accountEventData(account.state, accountEvent));
      },
      answered: (account, exchange) => this.publish(account, () => requestFlash(exchange)),
      closed: account => {
        this.#feeds.get(account)?.end();
        this.#feeds.delete(account);
      },
    });
  }

  /** The feed of an account, or for null the feed of all accounts. It is created on first use. */
  of(account: Account | null): Feed {
    return getOrMake(this.#feeds, account, () => new Feed());
  }

  /** True if anyone has ever followed the account, or all accounts. */
  isFollowed(account: Account | null): boolean {
    return this.#feeds.has(null) || this.#feeds.has(account);
  }

  /**
   * Adds a message with the account's name to its feed and to the feed of all accounts.
   * @param message called if anyone has ever followed them
   */
  publish(account: Account | null, message: () => { readonly kind: string }): void {
    if (!this.isFollowed(account)) return;
    const data = { account: account?.state.name ?? null, ...message() };
    for (const feed of new Set([this.#feeds.get(account), this.#feeds.get(null)])) {
      feed?.publish(data.kind, data);
    }
  }
}
