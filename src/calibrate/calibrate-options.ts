import type { Settings } from '../domain/assumptions.ts';
import type { Difference, NotCompared } from './replay-result.ts';
import type { LearnedRow } from './verdicts.ts';

/** Options of `calibrate`. */
export interface CalibrateOptions {
  /** Checks the signatures of webhooks that the recorder has not checked. */
  readonly webhookSecret?: string;
  /** The settings in use, by their names in the register of assumptions. Default: the defaults. */
  readonly assumptions?: Partial<Settings>;
  /** Whether to send the recorded requests to a sandbox with the learned settings. Default true. */
  readonly replay?: boolean;
  /** The path under which the config file names the scenario with the observed lifecycles. Default: it does not. */
  readonly scenarioPath?: string;
}

/** What recorded traffic shows of the service. */
export interface CalibrationResult {
  /** One for each row of the register of assumptions. */
  readonly rows: readonly LearnedRow[];
  /** The settings in use, with those that were observed. */
  readonly settings: Settings;
  /** A config file for `--config`. */
  readonly config: string;
  /** A scenario in which orders live like those that were observed. */
  readonly scenario: string;
  /** What remains different when the requests are replayed; null without a replay. */
  readonly differences: readonly Difference[] | null;
  readonly notCompared: readonly NotCompared[] | null;
}
