import type { Trace } from '../../judge/suite-trace.ts';
import type { ScenarioContent } from './render-scenario.ts';

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
  /** The trace of each sandbox. */
  readonly traces: readonly Trace[];
  /** The error findings of all its sandboxes. */
  readonly errors: readonly RunFinding[];
  /** Findings of repeated purchases. They are errors only if the suite does not make such purchases itself. */
  readonly repurchases: readonly RunFinding[];
}

/** The facts that the undisturbed runs already show. In a disturbed run, they are not failures. */
export interface Known {
  /** The rules of their findings. */
  readonly rules: ReadonlySet<string>;
  /** The largest number of orders in a run. */
  readonly orders: number;
}

/** Runs the suite with a scenario, or undisturbed. Rejects if it cannot be run, or if the exploration is to end. */
export type RunSuite = (scenario: ScenarioContent | null) => Promise<SuiteRun>;

/** Thrown by a RunSuite when the exploration is to end. */
export class ExplorationEnded extends Error {
  override readonly name = 'ExplorationEnded';
}

export interface Failure {
  readonly kind: 'exit-code' | 'timeout' | 'finding';
  /** Such as `exit code 1`. */
  readonly text: string;
  /** Findings that the undisturbed runs did not have. */
  readonly findings: readonly RunFinding[];
  readonly tail: readonly string[];
}

const ordersIn = ({ traces }: SuiteRun): number =>
  traces
    .flatMap(({ accounts }) => accounts)
    .reduce((sum, { requests }) => sum + requests.filter(({ made }) => made).length, 0);

/** Derives the known facts from the undisturbed runs. */
export const knownFrom = (runs: readonly SuiteRun[]): Known => ({
  rules: new Set(
    runs.flatMap(({ errors, repurchases }) => [...errors, ...repurchases]).map(({ rule }) => rule),
  ),
  orders: Math.max(...runs.map(ordersIn)),
});

/**
 * The purchases that a run has repeated. A finding alone does not tell a repeated purchase from a new one of the same
 * kind. But the suite buys the same in every run, so further orders are repeats.
 */
function repurchasesIn(run: SuiteRun, known: Known): readonly RunFinding[] {
  const orders = ordersIn(run);
  if (orders <= known.orders || run.traces.some(({ truncated }) => truncated)) return [];
  const count = `The suite made ${orders} orders; undisturbed, it makes ${known.orders}.`;
  return run.repurchases.map(one => ({ ...one, message: `${one.message} ${count}` }));
}

/** The failure of a run; null if it passed. */
export function failureOf(run: SuiteRun, known: Known): Failure | null {
  const { exitCode, tail, errors } = run;
  const findings = [...errors, ...repurchasesIn(run, known)].filter(({ rule }) => !known.rules.has(rule));
  if (exitCode === null) return { kind: 'timeout', text: 'it did not end in time', findings, tail };
  if (exitCode !== 0) return { kind: 'exit-code', text: `exit code ${exitCode}`, findings, tail };
  const [finding] = findings;
  return finding ? { kind: 'finding', text: `finding ${finding.rule}`, findings, tail } : null;
}
