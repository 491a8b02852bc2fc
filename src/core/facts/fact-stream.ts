import type { Account } from '../engine/account.ts';
import type { AccountEvent } from '../engine/command-context.ts';
import type { Exchange } from './recorded-exchange.ts';

/**
 * Receives what a sandbox records, in the order in which it happened. Journal, live feeds, findings and coverage are
 * such listeners. A listener changes nothing that it is given, and does not keep the arrays.
 */
export interface FactListener {
  /**
   * A request was decided, and what it changed is stored; its response has yet to be sent. The account is null if no
   * account has the key.
   */
  decided?(account: Account | null, exchange: Exchange): void;
  /** How the response of a decided request ended: `exchange.end` says whether the client can have received it. */
  answered?(account: Account | null, exchange: Exchange): void;
  /** Something happened to an account: order states, events, delivery attempts, its ledger or its settings. */
  happened?(account: Account, accountEvents: readonly AccountEvent[]): void;
  /** An account was reset or restored: what was recorded of it before belongs to an earlier run. */
  restarted?(account: Account): void;
  /** An account was deleted. No facts of it follow. */
  closed?(account: Account): void;
}

/** Passes recorded facts to all listeners, in the order in which these joined. */
export class FactStream implements Required<FactListener> {
  #listeners: readonly FactListener[] = [];

  /** Adds a listener. @returns a function that removes it */
  join(listener: FactListener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter(one => one !== listener);
    };
  }

  decided(account: Account | null, exchange: Exchange): void {
    for (const listener of this.#listeners) listener.decided?.(account, exchange);
  }

  answered(account: Account | null, exchange: Exchange): void {
    for (const listener of this.#listeners) listener.answered?.(account, exchange);
  }

  happened(account: Account, accountEvents: readonly AccountEvent[]): void {
    for (const listener of this.#listeners) listener.happened?.(account, accountEvents);
  }

  restarted(account: Account): void {
    for (const listener of this.#listeners) listener.restarted?.(account);
  }

  closed(account: Account): void {
    for (const listener of this.#listeners) listener.closed?.(account);
  }
}
