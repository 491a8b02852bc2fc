import './host/node/check-node.ts';

export * from './client/index.ts';
export { type Interception, type Interceptor, interceptFetch, interceptor } from './client/interceptor.ts';
export { audit } from './lab/audit/audit.ts';
export {
  AuditError,
  type AuditEvidence,
  type AuditedCase,
  type AuditOptions,
  type AuditProgress,
  type AuditResult,
  type AuditVerdict,
} from './lab/audit/options-and-result.ts';
export { calibrate } from './lab/calibrate/calibrate.ts';
export type { Evidence, LearnedRow, Verdict } from './lab/calibrate/learned-row.ts';
export type {
  CalibrateOptions,
  CalibrationResult,
  Difference,
  NotCompared,
} from './lab/calibrate/options-and-result.ts';
export {
  RecordError,
  type RecordedSummary,
  type Recording,
  type RecordOptions,
  record,
} from './lab/record/recorder.ts';
export { OptionError, type SandboxOptions } from './server/sandbox-options.ts';
export { createSandbox } from './testing/create-sandbox.ts';
