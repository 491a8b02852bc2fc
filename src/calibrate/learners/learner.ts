import type { Knowledge } from '../knowledge.ts';
import type { LearnedRow } from '../verdicts.ts';

/** Learns some rows of the register of assumptions. A pure function. */
export interface Learner {
  /** The rows that it judges. Each row has one learner. */
  readonly rows: readonly string[];
  /** Exactly one result for each of its rows. */
  readonly learn: (knowledge: Knowledge) => readonly LearnedRow[];
}
