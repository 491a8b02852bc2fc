export {
  AuditError,
  type AuditEvidence,
  type AuditedCase,
  type AuditOptions,
  type AuditProgress,
  type AuditResult,
  type AuditVerdict,
  audit,
} from './audit/audit.ts';
export {
  type CalibrateOptions,
  type CalibrationResult,
  calibrate,
  type Difference,
  type NotCompared,
} from './calibrate/calibrate.ts';
export type { Evidence, LearnedRow, Verdict } from './calibrate/verdicts.ts';
export * from './client/index.ts';
export { type Interception, type Interceptor, interceptFetch, interceptor } from './client/interceptor.ts';
export { createSandbox } from './create-sandbox.ts';
export { OptionError, type SandboxOptions } from './options.ts';
export {
  RecordError,
  type RecordedSummary,
  type Recording,
  type RecordOptions,
} from './record/record-options.ts';
export { record } from './record/recorder.ts';
