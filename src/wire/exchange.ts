import type { OperationId } from '../domain/operations.ts';
import type { Facts } from '../scenario/choose-rule.ts';
import type { RequestRule, Scenario, TransportFault } from '../scenario/scenario-types.ts';

/**
 * One API request and what it was answered, as cheap as it can be had: what a reader wants to know beyond it is
 * worked out when it is read. Secrets are left out then, too.
 */
export interface Exchange {
  /** Unique on a server; X-Sandbox-Request-Id. */
  readonly id: string;
  /** On the account's clock; on the host's where no account was found. */
  readonly atMs: number;
  /** Real time from the request's head to the end of its answer. */
  durationMs: number;
  readonly operation: OperationId | null;
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly ip: string;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer | null;
  /** Null where the client was left without one. */
  readonly status: number | null;
  readonly answer: string;
  answerHeaders: Readonly<Record<string, string | number>>;
  /** Why it was answered so; empty for a plain success. */
  explain: string;
  /** The scenario rule that had a say. */
  rule: RequestRule | null;
  fault: TransportFault | null;
  /** Whom the scenarios were asked for, and with what facts: near misses are worked out from them. */
  facts: Facts | null;
  asked: readonly Scenario[];
  /** Orders that it made, repeated or read. */
  orders: readonly number[];
  /** The repeat of an external_id asked for something else than its order is. */
  mismatch: boolean;
  /** The name of the key; null without one. */
  readonly key: string | null;
}
