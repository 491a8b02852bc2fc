/** How bad a finding is. `error`: it costs money, or loses or forges information. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Something that an integration did wrong, as the control API shows it. The lists hold the first 20 each. */
export interface Finding {
  /** `<rule>-<n>`, unique within its account and run. */
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  /** Null for requests without the key of an account. */
  readonly account: string | null;
  /** What was done, when and in which order, with ids. */
  readonly message: string;
  readonly fix: string;
  /** Ids of orders. */
  readonly orders: readonly number[];
  /** Values of X-Sandbox-Request-Id. */
  readonly requests: readonly string[];
  /** Ids of webhook events. */
  readonly events: readonly string[];
  /** How often it was seen. */
  readonly count: number;
  /** What it cost in TRX, over all sightings; null if it cost nothing that can be counted. */
  readonly cost_trx: number | null;
  /** When it was first seen: ISO 8601, on the account's clock. */
  readonly at: string;
}

/**
 * Rules of severity info that are no advice: a purchase may have been paid twice, and only a comparison with another run or
 * a person can tell.
 */
export const MAY_BE_REPEATED: ReadonlySet<string> = new Set(['bought-again-after-webhook']);

/** One sighting of something wrong. Sightings of a rule with the same key are one finding. */
export interface Sighting {
  /** What tells findings of one rule apart, such as an order's id. By default all sightings are one finding. */
  readonly key?: string;
  /** Called at once if the sighting is the first of its finding, and never otherwise. */
  readonly message: () => string;
  readonly orders?: readonly number[];
  readonly requests?: readonly string[];
  readonly events?: readonly string[];
  readonly costSun?: number;
  /** On the account's clock. */
  readonly atMs: number;
}
