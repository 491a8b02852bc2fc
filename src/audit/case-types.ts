import type { OrderKind } from './audit-sandbox.ts';
import type { CaseStage } from './case-stage.ts';

/** One case of the audit. The texts are for the report and the documentation. */
export interface AuditCase {
  readonly id: string;
  /** One line: what is sent. */
  readonly title: string;
  /** When the case passes. */
  readonly criterion: string;
  /** What the bug that it finds costs. */
  readonly cost: string;
  readonly fix: string;
  /** The orders that it needs. None of them was delivered before. */
  readonly orders: readonly OrderKind[];
  /** What only a probe shows: `that it was counted once`; null if the answers show everything. */
  readonly probeShows: string | null;
  /** Sends the deliveries, and reports problems to the stage. */
  readonly run: (stage: CaseStage) => Promise<void>;
}
