import type { AuditCase } from './case-stage.ts';
import { ANSWER_CASES } from './cases/answer-cases.ts';
import { FORGED_CASES } from './cases/forged-cases.ts';
import { GENUINE_CASES, UNUSUAL_CASES } from './cases/genuine-cases.ts';
import { REPEATED_CASES } from './cases/repeated-cases.ts';

/** All cases of the audit, in the order of runs, reports and the documentation. */
export const AUDIT_CASES: readonly AuditCase[] = [
  ...GENUINE_CASES,
  ...FORGED_CASES,
  ...UNUSUAL_CASES,
  ...REPEATED_CASES,
  ...ANSWER_CASES,
];

/** The ids of all cases. */
export const AUDIT_CASE_IDS: readonly string[] = AUDIT_CASES.map(({ id }) => id);
