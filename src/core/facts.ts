import type { Receipt } from './chain/receipt.ts';
import type { OperationId, Scope } from './domain/operations.ts';
import type { OrderStatus } from './domain/order.ts';
import type { Account } from './engine/account.ts';
import type { Order, SentTransaction } from './engine/account-state.ts';
import type { AccountEvent } from './engine/command-context.ts';
import type { Outcome } from './engine/request/decision.ts';
import type { ServiceRequest } from './engine/request/service-request.ts';
import type { Facts, RequestRule } from './scenario/choose-rule.ts';
import type { TransportFault } from './scenario/rule-effects.ts';
import type { Scenario } from './scenario/scenario-schema.ts';

/** How a request can deviate from the description and still get its normal response, because the service ignores it. */
export type RemarkKind =
  | 'wrong-content-type'
  | 'repeated-parameter'
  | 'missing-slash'
  | 'unknown-field'
  | 'idempotency-mismatch'
  | 'unknown-scenario-name';

/** One remark on a request: a probable mistake of the client, whether the request succeeds or not. */
export interface RequestRemark {
  readonly kind: RemarkKind;
  /** The subject: a field such as `body.orders[3].adress`, a parameter, a path, a media type, an external_id. */
  readonly subject: string;
  readonly message: string;
}

/** The remarks on a request without any. It is shared, so that such a request costs nothing. */
export const NO_REMARKS: readonly RequestRemark[] = [];

/**
 * How a response ended. `open`: it has not been sent. `sent`: completely. `lost`: a scenario faulted it so that the
 * client cannot use it. `client-gone`: the client closed the connection before it was sent.
 */
export type ResponseEnd = 'open' | 'sent' | 'lost' | 'client-gone';

/** The connection of a request, the same object for all of its requests. */
export interface ConnectionFact {
  /** When it was opened, on the host's monotonic clock. */
  readonly openedMs: number;
}

export interface ShownState {
  readonly order: Order;
  readonly status: OrderStatus;
  readonly refunded: boolean;
}

/**
 * A request of the service API and its response, recorded as cheaply as possible. Derived data, such as near misses, is
 * computed when the journal is read, and secrets are removed then.
 */
export interface Exchange {
  /** The value of X-Sandbox-Request-Id, unique on a server. */
  readonly id: string;
  /** On the account's clock; on the host's clock if no account was found. */
  readonly atMs: number;
  /** The arrival of the request's head, on the host's monotonic clock. */
  readonly receivedMs: number;
  /** The time of the latest earlier 429 on the connection, on the host's monotonic clock; null without one. */
  readonly limitedBeforeMs: number | null;
  readonly connection: ConnectionFact;
  /** True for the first request of its connection: the client has opened the connection for it. */
  readonly isFirstOnConnection: boolean;
  /**
   * The number of the turn of the event loop in which it was decided. Responses leave at the end of a turn, so no client
   * knew of another response of the same turn when it sent the request.
   */
  readonly turn: number;
  /** Real time from the request's head to the end of its response. */
  durationMs: number;
  /** The number of the account's webhook events when it was decided. */
  readonly eventCount: number;
  /** The time when the response was sent, on the account's clock. */
  answeredAtMs: number;
  end: ResponseEnd;
  /** True if its account was reset or restored since it was decided: it belongs to an earlier run of the account. */
  isOfEarlierRun: boolean;
  readonly operation: OperationId | null;
  readonly method: string;
  /** Path and query, as received. */
  readonly url: string;
  readonly ip: string;
  /** Alternating names and values, as received. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer | null;
  /** The digest of a body that arrived after the request had been refused without it; null if none arrived. */
  lateDigest: string | null;
  /** Null if the client received no status. */
  readonly status: number | null;
  readonly answer: string;
  answerHeaders: Readonly<Record<string, string | number>>;
  /** Why it got this response; empty for an ordinary success. */
  explain: string;
  rule: RequestRule | null;
  fault: TransportFault | null;
  /** The facts that the scenarios were evaluated with. Near misses are computed from them and from `asked`. */
  facts: Facts | null;
  asked: readonly Scenario[];
  /** The request as the engine got it; null if it was refused before. */
  readonly request: ServiceRequest | null;
  /**
   * The actual result, even if the client received something else. Null if the request was refused before the engine got
   * it. Becomes null after the response, once the judges have seen it: the outcome of a bulk request is large.
   */
  outcome: Outcome | null;
  /** The state of the order that a successful response shows; null if it shows none. */
  readonly shown: ShownState | null;
  /** The orders that it created, as opposed to repeated; empty when `outcome` becomes null. */
  made: readonly Order[];
  readonly itemRules: readonly RequestRule[];
  /** The orders that it created, repeated or read. */
  orders: readonly number[];
  /** The deviations from the description, and other probable mistakes: at most 20 unknown fields, and so on. */
  readonly remarks: readonly RequestRemark[];
  /** The name of the key; null if there was none. */
  readonly key: string | null;
  /** True if the dashboard made the request, so that it says nothing about the integration. */
  readonly byDashboard: boolean;
  /** The scope that the operation needs; null if there is no operation. */
  readonly scope: Scope | null;
  readonly scopes: readonly Scope[];
}

export interface ControlCall {
  readonly operation: string;
  readonly request: {
    readonly method?: string;
    readonly originalUrl: string;
    readonly rawHeaders: readonly string[];
  };
  /** The name of the account that the call was about or created; null if it was about none. */
  readonly account: string | null;
  /** The name of the API key that allowed it; null if the operator called. */
  readonly key: string | null;
  readonly ip: string;
  readonly status: number;
  /** The error code; null after a success. */
  readonly error: string | null;
}

/** A call of the TRON node of an account that got an answer. */
export interface NodeCall {
  /** On the account's clock. */
  readonly atMs: number;
  /** The number of the account's webhook events. */
  readonly eventCount: number;
  /** The ids of the transactions that it asked for or showed. */
  readonly about: readonly string[];
  /** The transaction that it sent; null if it sent none, or one that no block will contain. */
  readonly sent: SentTransaction | null;
  /** What became of the transaction that it sent, as far as the account's clock has come; null before its block. */
  readonly receipt: () => Receipt | null;
}

/** Why an account was removed: somebody deleted it, or nobody used it. */
export type EndOfAccount = 'deleted' | 'idle';

/**
 * Receives what a sandbox records, in the order in which it happened. Journal, live feeds, findings and coverage are
 * such listeners. A listener must not change what it is given.
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
  /** The TRON node of an account has answered a call. */
  nodeCalled?(account: Account, call: NodeCall): void;
  /** An account was reset or restored: what was recorded before belongs to an earlier run. */
  restarted?(account: Account): void;
  /** An account was removed. No facts about it follow. */
  closed?(account: Account, end: EndOfAccount): void;
  called?(call: ControlCall): void;
}

export type AccountListener = Omit<FactListener, 'called'>;

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

  nodeCalled(account: Account, call: NodeCall): void {
    for (const listener of this.#listeners) listener.nodeCalled?.(account, call);
  }

  restarted(account: Account): void {
    for (const listener of this.#listeners) listener.restarted?.(account);
  }

  closed(account: Account, end: EndOfAccount): void {
    for (const listener of this.#listeners) listener.closed?.(account, end);
  }

  called(call: ControlCall): void {
    for (const listener of this.#listeners) listener.called?.(call);
  }
}
