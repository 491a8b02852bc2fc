import type { Semaphore } from '../clock/semaphore.ts';
import type { ScenarioSource } from '../engine/command-context.ts';
import type { OpenFiles } from './open-files.ts';

/** What all accounts of a data folder share. */
export interface FolderContext {
  readonly folder: string;
  readonly version: string;
  /** The digest that identifies the scenario library in a log. */
  readonly libraryDigest: string;
  readonly library: Pick<ScenarioSource, 'get'>;
  /** The host's wall clock, in milliseconds since 1970. */
  readonly wallMs: () => number;
  /** Calls back once after a number of milliseconds; the returned function cancels it. */
  readonly wake: (afterMs: number, callback: () => void) => () => void;
  /** Reports something to the operator. */
  readonly remark: (text: string) => void;
  /** The size at which a log is folded into the snapshot. */
  readonly foldAtBytes: number;
  /** Limits the number of concurrent writes. */
  readonly writers: Semaphore;
  readonly openFiles: OpenFiles;
}
