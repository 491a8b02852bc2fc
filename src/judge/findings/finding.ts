import type { ReportResult, Severity } from '../report/report.ts';

/** Something that an integration did wrong, as the control API shows it. The lists hold the first 20 each. */
export interface Finding extends Omit<ReportResult, 'file'> {
  readonly fix: string;
  readonly at: string;
}

/**
 * Rules of severity info that are no advice: a purchase may have been paid twice, and only a comparison with another run or
 * a person can tell.
 */
export const MAY_BE_REPEATED: ReadonlySet<string> = new Set(['bought-again-after-webhook']);

/** One occurrence of something wrong. Sightings of a rule with the same key are one finding. */
export interface Occurrence {
  /** What tells findings of one rule apart, such as an order's id. By default all occurrences are one finding. */
  readonly key?: string;
  /** Called at once if the occurrence is the first of its finding, and never otherwise. */
  readonly message: () => string;
  readonly orders?: readonly number[];
  readonly requests?: readonly string[];
  readonly events?: readonly string[];
  readonly costSun?: number;
  /** On the account's clock. */
  readonly atMs: number;
}

/** Whether a rule was judged, so that one without findings can be told from one that could have none. */
export interface RuleAssessment {
  /** The id of the rule. */
  readonly id: string;
  readonly title: string;
  /** That of its findings; null for a rule that is off. */
  readonly severity: Severity | null;
  /** `not-applicable`: nothing has happened in which the mistake could be made. */
  readonly status: 'judged' | 'not-applicable' | 'off';
  /** Why it was not judged; null if it was, or if it was switched off without a reason. */
  readonly reason: string | null;
}
