import type { Trace } from '../trace/trace.ts';
import type { ScenarioContent } from './render-scenario.ts';

/** An error finding of a run. */
export interface RunFinding {
  readonly rule: string;
  readonly message: string;
  readonly fix: string;
}

/** One run of the suite. */
export interface SuiteRun {
  /** Null if it did not end in time. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** The last lines of its output. */
  readonly tail: readonly string[];
  /** What it did to each sandbox. */
  readonly traces: readonly Trace[];
  /** The error findings of all its sandboxes. */
  readonly errors: readonly RunFinding[];
}

/** Runs the suite under a scenario, or undisturbed. Rejects if it cannot be run, or if the exploration is to end. */
export type RunSuite = (scenario: ScenarioContent | null) => Promise<SuiteRun>;

/** Thrown by a RunSuite when the exploration is to end. */
export class ExplorationEnded extends Error {
  override readonly name = 'ExplorationEnded';
}

/** How a run failed. */
export interface Failure {
  readonly kind: 'exit-code' | 'timeout' | 'finding';
  /** Such as `exit code 1`. */
  readonly text: string;
  /** Error findings that the undisturbed runs did not have. */
  readonly findings: readonly RunFinding[];
  readonly tail: readonly string[];
}

/** How a run failed; null if it passed. @param known the rules of findings that the undisturbed runs have, too */
export function failureOf({ exitCode, tail, errors }: SuiteRun, known: ReadonlySet<string>): Failure | null {
  const findings = errors.filter(({ rule }) => !known.has(rule));
  if (exitCode === null) return { kind: 'timeout', text: 'it did not end in time', findings, tail };
  if (exitCode !== 0) return { kind: 'exit-code', text: `exit code ${exitCode}`, findings, tail };
  const [finding] = findings;
  return finding ? { kind: 'finding', text: `finding ${finding.rule}`, findings, tail } : null;
}
