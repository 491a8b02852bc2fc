import type { ScenarioSource } from '../engine/command-context.ts';
import type { Gate } from './gate.ts';
import type { OpenLogs } from './open-logs.ts';

/** What all accounts of a folder share. */
export interface Surroundings {
  readonly folder: string;
  readonly version: string;
  /** The library's digest, by which a log names it. */
  readonly libraryDigest: string;
  readonly library: Pick<ScenarioSource, 'get'>;
  /** Milliseconds since 1970, as the host believes. */
  readonly wallMs: () => number;
  /** Calls back once, so many milliseconds from now; the answer takes it back. */
  readonly wake: (afterMs: number, callback: () => void) => () => void;
  /** Tells the operator. */
  readonly tell: (text: string) => void;
  /** A log of so many bytes is folded into the snapshot. */
  readonly foldAtBytes: number;
  /** Bounds how many accounts are written at a time. */
  readonly gate: Gate;
  readonly openLogs: OpenLogs;
}
