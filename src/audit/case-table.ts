import type { AuditCase } from './case-stage.ts';
import { ANSWER_CASES } from './cases/answer-cases.ts';
import { FORGED_CASES } from './cases/forged-cases.ts';
import { GENUINE_CASES } from './cases/genuine-cases.ts';
import { REPEATED_CASES } from './cases/repeated-cases.ts';

/** The order of the cases, in runs, reports and the documentation. */
const ORDER = [
  'genuine',
  'each-event',
  'forged-secret',
  'forged-body',
  'no-signature',
  'empty-signature',
  'no-prefix',
  'stale-signature',
  'event-header-differs',
  'reserialised',
  'trailing-newline',
  'chunked-body',
  'unknown-event',
  'extra-field',
  'duplicate',
  'duplicate-refund',
  'duplicate-at-once',
  'reordered',
  'replayed-after-end',
  'late',
  'same-id-other-content',
  'retried-after-refusal',
  'answer-time',
  'redirect',
  'other-methods',
  'garbage',
  'parallel-orders',
];

/** All cases of the audit. */
export const AUDIT_CASES: readonly AuditCase[] = [
  ...GENUINE_CASES,
  ...FORGED_CASES,
  ...REPEATED_CASES,
  ...ANSWER_CASES,
].sort((left, right) => ORDER.indexOf(left.id) - ORDER.indexOf(right.id));

/** The ids of all cases. */
export const AUDIT_CASE_IDS: readonly string[] = AUDIT_CASES.map(({ id }) => id);
