import type { Settings } from '../../core/domain/assumptions.ts';
import type { LearnedRow } from './learned-row.ts';

/** Options of `calibrate`. */
export interface CalibrateOptions {
  /** The settings in use, by their names in the register of assumptions. Default: the defaults. */
  readonly assumptions?: Partial<Settings>;
  /** Whether to send all recorded requests to a sandbox with the learned settings. Default true. */
  readonly replay?: boolean;
  /** The path of the scenario with the observed lifecycles in the config file. Default: the file does not name it. */
  readonly scenario_path?: string;
}

/** A field in which the sandbox differs from the service. */
export interface Difference {
  /** The exchange, such as `#12`; the first one, if several differ in the same way. */
  readonly exchange: string;
  /** The recorded action: `POST /api/v1/order/`, or `webhook order.failed`. */
  readonly what: string;
  /** Such as `status` or `body.data.price_trx`. */
  readonly field: string;
  readonly observed: string;
  readonly sandbox: string;
  readonly count: number;
}

/** Exchanges that were not compared, and why. */
export interface NotCompared {
  readonly reason: string;
  readonly count: number;
}

/** Behavior of the service that no setting of the sandbox can express. */
export interface NotLearned {
  /** Such as `an unknown error code` or `another limit of bulk items`. */
  readonly what: string;
  /** Such as `422 DAILY_LIMIT`. */
  readonly observed: string;
  /** The first exchange that shows it. */
  readonly exchange: string;
  readonly count: number;
}

/** What recorded traffic shows about the service. */
export interface CalibrationResult {
  /** One for each setting of the register of assumptions. */
  readonly rows: readonly LearnedRow[];
  /** The settings in use, updated with the observed values. */
  readonly settings: Settings;
  readonly not_learned: readonly NotLearned[];
  /** A config file for `--config`. */
  readonly config: string;
  /** A scenario in which orders have the histories that were observed. */
  readonly scenario: string;
  /** The differences that remain when the requests are replayed; null without a replay. */
  readonly differences: readonly Difference[] | null;
  readonly not_compared: readonly NotCompared[] | null;
}
