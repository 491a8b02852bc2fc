import type { OperationId } from '../domain/operations.ts';
import type { Facts } from '../scenario/choose-rule.ts';
import type { RequestRule, Scenario, TransportFault } from '../scenario/scenario-types.ts';

/**
 * A request of the service API and its response, recorded as cheaply as possible. Derived data, such as violations, is
 * computed when the journal is read, and secrets are removed then.
 */
export interface Exchange {
  /** The value of X-Sandbox-Request-Id, unique on a server. */
  readonly id: string;
  /** On the account's clock; on the host's clock if no account was found. */
  readonly atMs: number;
  /** Real time from the request's head to the end of its response. */
  durationMs: number;
  readonly operation: OperationId | null;
  readonly method: string;
  /** Path and query, as received. */
  readonly url: string;
  readonly ip: string;
  /** Alternating names and values, as received. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer | null;
  /** Null if the client received no status. */
  readonly status: number | null;
  /** The body of the response. */
  readonly answer: string;
  answerHeaders: Readonly<Record<string, string | number>>;
  /** Why it got this response; empty for an ordinary success. */
  explain: string;
  /** The scenario rule that applied. */
  rule: RequestRule | null;
  fault: TransportFault | null;
  /** The facts that the scenarios were evaluated with. Near misses are computed from them and from `asked`. */
  facts: Facts | null;
  /** The scenarios that were evaluated. */
  asked: readonly Scenario[];
  /** The orders that it created, repeated or read. */
  orders: readonly number[];
  /** What the response remarks on, such as a repeated external_id with other parameters than its order has. */
  remarks: readonly string[];
  /** The name of the key; null if there was none. */
  readonly key: string | null;
}
