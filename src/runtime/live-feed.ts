import type { Account } from '../engine/account.ts';
import { happeningData } from '../wire/happening-data.ts';
import { requestFlash } from '../wire/request-data.ts';
import type { Core } from './core.ts';

/** One message of a live stream. Ids ascend by one. */
export interface FeedMessage {
  readonly id: number;
  readonly kind: string;
  /** JSON. */
  readonly data: string;
}

/** Takes messages while they come in. */
export interface Reader {
  take(message: FeedMessage): void;
  /** There will be no further message. */
  end(): void;
}

/** How many messages a feed keeps for those who come back. */
export const KEPT_MESSAGES = 1_000;

/** The messages of one stream: the latest of them, and those who read along. */
export class Feed {
  readonly #kept: FeedMessage[] = [];
  readonly #readers = new Set<Reader>();
  #lastId = 0;

  publish(kind: string, data: object): void {
    this.#lastId += 1;
    const message = { id: this.#lastId, kind, data: JSON.stringify(data) };
    this.#kept[message.id % KEPT_MESSAGES] = message;
    for (const reader of this.#readers) reader.take(message);
  }

  /**
   * What came behind an id.
   * @returns `lost` tells how many of it are kept no more; null where the id is not of this feed's making
   */
  since(id: number): { readonly messages: readonly FeedMessage[]; readonly lost: number | null } {
    if (id > this.#lastId) return { messages: [], lost: null };
    const oldest = Math.max(1, this.#lastId - KEPT_MESSAGES + 1);
    const first = Math.max(id + 1, oldest);
    const ids = Array.from({ length: this.#lastId - first + 1 }, (_, index) => first + index);
    return { messages: ids.map(one => this.#kept[one % KEPT_MESSAGES]!), lost: first - id - 1 };
  }

  /** Lets somebody read along; the answer ends it. */
  join(reader: Reader): () => void {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  /** Sends all readers away. */
  end(): void {
    for (const reader of [...this.#readers]) reader.end();
    this.#readers.clear();
  }
}

/** The live streams of a server: one for each account that was ever followed, and one for all together. */
export class Feeds {
  readonly #ofAccount = new Map<Account, Feed>();
  #ofAll: Feed | null = null;

  constructor(core: Core) {
    core.watch({
      happened: (account, happenings) => {
        const feeds = this.#feedsOf(account);
        if (feeds.length === 0) return;
        const { name } = account.state;
        for (const happening of happenings) {
          const data = { account: name, ...happeningData(account.state, happening) };
          for (const feed of feeds) feed.publish(data.kind, data);
        }
      },
      exchanged: (account, exchange) => {
        const feeds = this.#feedsOf(account);
        if (feeds.length === 0) return;
        const data = { account: account?.state.name ?? null, ...requestFlash(exchange) };
        for (const feed of feeds) feed.publish(data.kind, data);
      },
      closed: account => {
        this.#ofAccount.get(account)?.end();
        this.#ofAccount.delete(account);
      },
    });
  }

  /** An account's feed, or with null that of all; it begins when it is first asked for. */
  of(account: Account | null): Feed {
    if (!account) {
      this.#ofAll ??= new Feed();
      return this.#ofAll;
    }
    let feed = this.#ofAccount.get(account);
    if (!feed) {
      feed = new Feed();
      this.#ofAccount.set(account, feed);
    }
    return feed;
  }

  #feedsOf(account: Account | null): Feed[] {
    const own = account ? this.#ofAccount.get(account) : undefined;
    return [own, this.#ofAll].filter(feed => feed != null);
  }
}
