import { ANSWER_CASES } from './answer-cases.ts';
import type { AuditCase } from './case-stage.ts';
import { FORGED_CASES } from './forged-cases.ts';
import { GENUINE_CASES } from './genuine-cases.ts';
import { REPEATED_CASES } from './repeated-cases.ts';
import { UNUSUAL_CASES } from './unusual-cases.ts';

/** All cases of the audit, in the order of runs, reports and the documentation. */
export const AUDIT_CASES: readonly AuditCase[] = [
  ...GENUINE_CASES,
  ...REPEATED_CASES,
  ...FORGED_CASES,
  ...UNUSUAL_CASES,
  ...ANSWER_CASES,
];

/** The ids of all cases. */
export const AUDIT_CASE_IDS: readonly string[] = AUDIT_CASES.map(({ id }) => id);
