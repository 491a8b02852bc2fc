import type { Knowledge } from '../knowledge.ts';
import type { LearnedRow } from '../verdicts.ts';

/**
 * Learns some rows of the register of assumptions: always the same ones, each with one result, also if the traffic shows
 * nothing about it. Each row has one learner. A pure function.
 */
export type Learner = (knowledge: Knowledge) => readonly LearnedRow[];
