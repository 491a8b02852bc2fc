import type { Account } from '../../core/engine/account.ts';
import type { Order } from '../../core/engine/account-state.ts';
import type { Exchange } from '../../core/facts.ts';
import { BUILT_IN_RECEIVER } from '../../core/webhook/read-webhook.ts';
import { Knowledge } from '../knowledge.ts';
import { Purchases } from './purchases.ts';
import { type AttemptFact, isAcknowledgedByClient } from './rule-facts.ts';
import { received } from './wording.ts';

/** What the client got instead of an order that exists. */
const gotInstead = (exchange: Exchange): string =>
  exchange.end === 'sent' && exchange.status !== null && exchange.status < 300
    ? `the response was a ${exchange.status} that did not contain it`
    : received(exchange);

/**
 * Facts for several rules about an account. It reads orders from the account's present state, because a copy of each would
 * burden the garbage collector. The state may be newer than a fact, so a request says how far to read.
 */
export class AccountMemory {
  /** Null for requests without the key of an account. */
  readonly account: Account | null;
  readonly knowledge: Knowledge;
  readonly purchases: Purchases;
  /** The rules of disturbances, which no test has scripted. */
  readonly disturbing: ReadonlySet<unknown>;
  /** Whether a script has acknowledged a webhook. */
  #isScripted = false;

  /** @param account null for requests without the key of an account */
  constructor(account: Account | null, disturbing: ReadonlySet<unknown>) {
    this.account = account;
    this.disturbing = disturbing;
    this.knowledge = new Knowledge(account);
    this.purchases = new Purchases(this.knowledge, order => this.#isMagic(order));
  }

  get name(): string | null {
    return this.account?.state.name ?? null;
  }

  /**
   * True if webhooks of the account are sent to a receiver of the integration. What a client knows whose test scripts the
   * receiver, nobody knows: the code under test may read what that received.
   */
  get hasOwnReceiver(): boolean {
    const url = this.account?.state.webhook.url ?? null;
    return url !== null && url !== BUILT_IN_RECEIVER && !this.#isScripted;
  }

  decided(exchange: Exchange): void {
    this.knowledge.decided(exchange);
  }

  answered(exchange: Exchange): void {
    this.knowledge.answered(exchange, gotInstead);
    this.purchases.answered(exchange);
  }

  attempted(fact: AttemptFact): void {
    const { orderId, status, refunded, createdAtMs, isScripted, outcome } = fact;
    this.#isScripted ||= isScripted && outcome.kind === 'acknowledged';
    if (isAcknowledgedByClient(fact))
      this.knowledge.of(orderId)?.receive({ status, refunded }, fact.eventId, createdAtMs);
  }

  /** True if an order is for an address that chooses a scenario, so that anybody uses it. */
  #isMagic({ scenario, address }: Order): boolean {
    return scenario >= 0 && this.account?.state.picked[scenario]?.magic_address === address;
  }
}
