/** Options of an audit. */
export interface AuditOptions {
  /** The webhook secret that the receiver verifies signatures with. Default: the secret of the demo account. */
  readonly secret?: string;
  /**
   * A shell command that makes the receiver's system place an order of its own. It is run once per order, with
   * ENERGY_SANDBOX_URL, ENERGY_SANDBOX_API_KEY, and ENERGY_SANDBOX_EXTERNAL_ID, the external_id to use. Default: the
   * audit places the orders itself.
   */
  readonly place?: string;
  /**
   * The URL of a GET that returns what the receiver stores of an order; `{external_id}` and `{order_id}` are replaced.
   * JSON is compared by its values, anything else as text.
   */
  readonly probe?: string;
  /** A shell command that restarts the receiver. It has to end once the receiver is being started. */
  readonly restart?: string;
  /** The ids of the cases to run. Default: all. */
  readonly only?: readonly string[];
  /** The port of the audit's own sandbox. Default: a free one. */
  readonly port?: number;
  /** The API key of the audit's own sandbox. Default: the demo key. */
  readonly api_key?: string;
  /** Called before each step, with the number of finished steps. */
  readonly on_progress?: (progress: AuditProgress) => void;
}

/** The progress of an audit. */
export interface AuditProgress {
  /** The present step, such as the id of a case. */
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

export type AuditVerdict = 'passed' | 'failed' | 'not-judged';

/** A delivery of a case. */
export interface AuditEvidence {
  /** The message sent, in words. */
  readonly sent: string;
  /** The answer: `HTTP 401`, or why there was no response. */
  readonly answer: string;
  /** The number of equal deliveries with equal answers. */
  readonly count: number;
}

/** The result of a case. */
export interface AuditedCase {
  readonly id: string;
  readonly verdict: AuditVerdict;
  /** A description of the outcome, or why the case was not assessed. */
  readonly message: string;
  /** What the cause that was seen costs; null unless the case failed. */
  readonly cost: string | null;
  /** How to fix that cause; null unless the case failed. */
  readonly fix: string | null;
  /** The deliveries of the case: the first 50 that differ. */
  readonly evidence: readonly AuditEvidence[];
}

/** The result of an audit. The same receiver gives the same result. */
export interface AuditResult {
  readonly cases: readonly AuditedCase[];
}

/** An audit that could not be run. The message says why, and how to fix it. */
export class AuditError extends Error {
  override readonly name = 'AuditError';
}
