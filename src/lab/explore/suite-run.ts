import type { Finding } from '../../judge/findings/account-findings.ts';
import type { Trace } from '../../judge/suite-trace.ts';
import type { Disturbance } from './disturbance.ts';
import { type Difference, differenceIn, type UsualPayments, usualPayments } from './money.ts';
import type { ScenarioContent } from './render-scenario.ts';

export type RunFinding = Pick<
  Finding,
  'rule' | 'account' | 'severity' | 'message' | 'fix' | 'orders' | 'cost_trx'
>;

/** One run of the suite. */
export interface SuiteRun {
  /** Null if it did not end in time. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** The lines of its output about the tests that failed, or its last lines. */
  readonly tail: readonly string[];
  /** The time limit that all failed tests ran into, or this run itself; null if it failed for another reason, or passed. */
  readonly timeLimitMs: number | null;
  readonly traces: readonly Trace[];
  /** The findings of all its sandboxes. */
  readonly findings: readonly RunFinding[];
  /** True if the test runner has repeated failed tests. */
  readonly hasRetries: boolean;
  readonly restarts: number;
}

/** The facts that the undisturbed runs already show. In a disturbed run, they are not failures. */
export interface Known {
  /** The rules of their findings. */
  readonly rules: ReadonlySet<string>;
  /** Null if they paid for different orders, so that payments cannot be compared. */
  readonly payments: UsualPayments | null;
  readonly durationMs: number;
}

/** Runs the suite with a scenario, or undisturbed. Rejects if it cannot be run, or if the exploration is to end. */
export type RunSuite = (scenario: ScenarioContent | null) => Promise<SuiteRun>;

/** Thrown by a RunSuite when the exploration is to end. */
export class ExplorationEnded extends Error {
  override readonly name = 'ExplorationEnded';
}

/** Why nobody can tell whether a failure has to do with the disturbance. */
export interface Doubt {
  readonly text: string;
  /** True if the machine was too slow, which may pass. */
  readonly isSlowness: boolean;
}

export interface Failure {
  readonly kind: 'exit-code' | 'timeout' | 'money' | 'finding';
  /** Such as `exit code 1`. */
  readonly text: string;
  /** Why nobody can tell whether the integration hangs or the machine is slow; null if it fails for certain. */
  readonly doubt: Doubt | null;
  /** How it paid for other orders than undisturbed; null if it did not. */
  readonly money: Difference | null;
  /** Findings that the undisturbed runs did not have. */
  readonly findings: readonly RunFinding[];
  readonly tail: readonly string[];
}

/** Derives the known facts from the undisturbed runs. */
export const knownFrom = (runs: readonly SuiteRun[]): Known => ({
  rules: new Set(runs.flatMap(({ findings }) => findings).map(({ rule }) => rule)),
  payments: usualPayments(runs.map(({ traces }) => traces)),
  durationMs: Math.max(...runs.map(({ durationMs }) => durationMs)),
});

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10}s`;

/** How much slower a machine may be for a while, and how long a disturbance itself may delay a test. */
const SLOWER = 3;
const OWN_DELAYS_MS = 10_000;

/** Why a time limit may have ended a test that would have passed; null if it was long enough. */
function doubtAbout(limitMs: number, { durationMs }: Known): Doubt | null {
  const enoughMs = SLOWER * durationMs + OWN_DELAYS_MS;
  if (limitMs >= enoughMs) return null;
  const enough = `${Math.ceil(enoughMs / 1_000)}s`;
  const text = `it ran into a time limit of ${seconds(limitMs)}, which a slow machine can exceed; raise the limit of the test runner, or --timeout, to ${enough} or more`;
  return { text, isSlowness: false };
}

type Judged = Pick<Disturbance, 'provokes' | 'provokesIfJudged' | 'mayFail' | 'isOutcome'>;

/** The findings that the undisturbed runs did not have. */
const newFindings = ({ findings }: SuiteRun, { rules }: Known): RunFinding[] =>
  findings.filter(({ rule }) => !rules.has(rule));

/** True for a finding that says that an order was bought again. What was paid confirms or refutes it. */
const isRepurchase = ({ orders, cost_trx }: RunFinding): boolean => cost_trx !== null && orders.length > 1;

/**
 * What a run paid for other than undisturbed, if that is a failure. A test that the runner repeats buys again; a failed
 * test, or a call that is refused for good, buys less.
 */
function differenceOf(run: SuiteRun, { payments }: Known, { mayFail, isOutcome }: Judged): Difference | null {
  const found = payments && !run.hasRetries ? differenceIn(run.traces, payments) : null;
  const mayBeFewer = mayFail || isOutcome || run.exitCode !== 0;
  return found?.kind === 'fewer' && mayBeFewer ? null : found;
}

/** The findings that make a run fail: what is certain, what had a cost, and what the disturbance provokes. */
function failingFindings(
  run: SuiteRun,
  known: Known,
  money: Difference | null,
  { provokes = [], provokesIfJudged = [], mayFail }: Judged,
): RunFinding[] {
  // A failed test that the runner repeats looks like a client that repeats its requests.
  if (mayFail && run.hasRetries) return [];
  return newFindings(run, known).filter(one => {
    if (provokes.includes(one.rule) || (!mayFail && provokesIfJudged.includes(one.rule))) return true;
    if (isRepurchase(one)) return known.payments === null || run.hasRetries || money?.kind === 'more';
    // A failed test ends early, so what is left undone after it says nothing.
    return (one.severity === 'error' || one.cost_trx !== null) && (!mayFail || run.exitCode === 0);
  });
}

/**
 * The failure of a run; null if it passed.
 * @param disturbance under which it was made; without one, it was undisturbed
 */
export function failureOf(run: SuiteRun, known: Known, disturbance: Judged = {}): Failure | null {
  const { exitCode, tail, timeLimitMs } = run;
  const money = differenceOf(run, known, disturbance);
  const findings = failingFindings(run, known, money, disturbance);
  const evidence = { money, findings, tail };
  const paid = money ? `; ${money.text}` : '';
  const isCertain = timeLimitMs === null || money !== null || findings.length > 0;
  const doubt = isCertain ? null : doubtAbout(timeLimitMs, known);
  if (exitCode === null && !disturbance.mayFail)
    return { kind: 'timeout', text: `it did not end in time${paid}`, doubt, ...evidence };
  if (exitCode !== 0 && !disturbance.mayFail) {
    const limit =
      timeLimitMs === null ? '' : `: the tests ran into their time limit of ${seconds(timeLimitMs)}`;
    return { kind: 'exit-code', text: `exit code ${exitCode}${limit}${paid}`, doubt, ...evidence };
  }
  if (money) return { kind: 'money', text: money.text, doubt: null, ...evidence };
  const [first] = findings;
  return first ? { kind: 'finding', text: `finding ${first.rule}`, doubt: null, ...evidence } : null;
}

/** The rules that a run violated, other than undisturbed, and that do not count as its failure. Advice is left out. */
export const warningsIn = (run: SuiteRun, known: Known, failure: Failure | null): string[] =>
  newFindings(run, known)
    .filter(({ severity }) => severity !== 'info')
    .map(({ rule }) => rule)
    .filter(rule => !failure?.findings.some(one => one.rule === rule));

/** How much longer a control run may take than the undisturbed runs at the beginning. */
const SLOWER_CONTROL = 2;
const MORE_MS = 1_000;

/**
 * Why no failure next to this undisturbed run proves anything; null if it passed as fast as expected.
 * @param usualMs how long the command takes undisturbed
 */
function problemOfControl(run: SuiteRun, known: Known, usualMs: number): Doubt | null {
  const failure = failureOf(run, known);
  if (failure)
    return {
      text: `the command failed without a disturbance as well: ${failure.text}`,
      isSlowness: failure.kind === 'timeout',
    };
  if (run.durationMs <= SLOWER_CONTROL * usualMs + MORE_MS) return null;
  const text = `the machine is too slow to judge: without a disturbance, the command took ${seconds(run.durationMs)} instead of ${seconds(usualMs)}`;
  return { text, isSlowness: true };
}

/** The undisturbed runs beside the failures. */
export class Controls {
  readonly #run: RunSuite;
  readonly #known: Known;
  /** A machine that stays slow is no obstacle: the runs next to each other are compared. */
  #usualMs: number;
  #isGood = false;

  constructor(run: RunSuite, known: Known) {
    this.#run = run;
    this.#known = known;
    this.#usualMs = known.durationMs;
  }

  /** Makes a control run. @returns why no failure can be judged now; null if it passed as fast as the one before */
  async problem(): Promise<Doubt | null> {
    const run = await this.#run(null);
    const problem = problemOfControl(run, this.#known, this.#usualMs);
    if (run.exitCode === 0) this.#usualMs = Math.max(run.durationMs, this.#known.durationMs);
    this.#isGood = problem === null;
    return problem;
  }

  /** Like `problem`, unless the last control run passed: it also precedes the next failure. */
  async problemBefore(): Promise<Doubt | null> {
    return this.#isGood ? null : this.problem();
  }
}
