import type { Trace, TracedAccount } from '../../judge/suite-trace.ts';
import type { Disturbance } from './disturbance.ts';
import type { ScenarioContent } from './render-scenario.ts';

export interface RunFinding {
  readonly rule: string;
  /** Null for requests without the key of an account. */
  readonly account: string | null;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly fix: string;
}

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
  /** The error findings of all its sandboxes. */
  readonly errors: readonly RunFinding[];
  /** Findings of purchases that may be repeats. They are errors only if the undisturbed suite does not make such purchases. */
  readonly repurchases: readonly RunFinding[];
  /** Other findings. Only those that a disturbance is expected to provoke are errors. */
  readonly others: readonly RunFinding[];
  /** True if the test runner has repeated failed tests. */
  readonly hasRetries: boolean;
  readonly restarts: number;
}

/** The facts that the undisturbed runs already show. In a disturbed run, they are not failures. */
export interface Known {
  /** The rules of their findings. */
  readonly rules: ReadonlySet<string>;
  readonly orders: number;
  /** Whether the suite itself asks again for an order that was made, by account. */
  readonly repeats: ReadonlyMap<string, boolean>;
  /** The external_ids that the suite uses; null if they differ from run to run. */
  readonly externalIds: ReadonlySet<string> | null;
  readonly durationMs: number;
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
  /** Why nobody can tell whether the integration hangs or the machine is slow; null if it fails for certain. */
  readonly doubt: string | null;
  /** Findings that the undisturbed runs did not have. */
  readonly findings: readonly RunFinding[];
  readonly tail: readonly string[];
}

const ordersIn = ({ traces }: SuiteRun): number =>
  traces
    .flatMap(({ accounts }) => accounts)
    .reduce((sum, { requests }) => sum + requests.filter(({ made }) => made).length, 0);

/** True if an order was asked for again after it had been made. */
function hasRepeats({ requests }: TracedAccount): boolean {
  const made = new Set<string | null>();
  return requests.some(one => {
    if (one.operation !== 'createOrder') return false;
    if (one.made) made.add(one.external_id);
    return !one.made && made.has(one.external_id);
  });
}

const externalIdsIn = ({ traces }: SuiteRun): ReadonlySet<string> =>
  new Set(
    traces.flatMap(({ accounts }) =>
      accounts.flatMap(({ requests }) =>
        requests.flatMap(({ external_id: id }) => (id === null ? [] : [id])),
      ),
    ),
  );

/** The external_ids of all runs; null if they differ. */
function commonIds([first, ...others]: readonly ReadonlySet<string>[]): ReadonlySet<string> | null {
  const isSame = others.every(one => one.size === first!.size && [...one].every(id => first!.has(id)));
  return isSame ? first! : null;
}

/** Derives the known facts from the undisturbed runs. */
export const knownFrom = (runs: readonly SuiteRun[]): Known => ({
  rules: new Set(
    runs
      .flatMap(({ errors, repurchases, others }) => [...errors, ...repurchases, ...others])
      .map(({ rule }) => rule),
  ),
  orders: Math.max(...runs.map(ordersIn)),
  repeats: new Map(
    runs.flatMap(({ traces }) =>
      traces.flatMap(({ accounts }) => accounts.map(one => [one.label, hasRepeats(one)] as const)),
    ),
  ),
  externalIds: commonIds(runs.map(externalIdsIn)),
  durationMs: Math.max(...runs.map(({ durationMs }) => durationMs)),
});

/** True for a finding about attempts that made no order and were not repeated under their external_ids. */
const isUnmade = ({ rule }: RunFinding): boolean => rule === 'order-abandoned';

/**
 * The purchases that a run has repeated. A finding alone does not tell a repeated purchase from a new one of the same
 * kind. But the suite buys the same in every run, so further orders are repeats, and so is an order under a further
 * external_id that is tried after the first attempt was lost.
 */
function repurchasesIn(run: SuiteRun, known: Known): readonly RunFinding[] {
  if (run.traces.some(({ truncated }) => truncated)) return [];
  const orders = ordersIn(run);
  const ids = [...externalIdsIn(run)].filter(id => known.externalIds?.has(id) === false);
  return [...run.repurchases, ...run.others.filter(isUnmade)].flatMap(one => {
    const isRetry = isUnmade(one);
    if (isRetry ? ids.length === 0 : orders <= known.orders) return [];
    const evidence = isRetry
      ? `Undisturbed, the suite does not use the external_id ${ids[0]}.`
      : `The suite made ${orders} orders; undisturbed, it makes ${known.orders}.`;
    return [{ ...one, message: `${one.message} ${evidence}` }];
  });
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10}s`;

/** How much slower a machine may be for a while, and how long a disturbance itself may delay a test. */
const SLOWER = 3;
const OWN_DELAYS_MS = 10_000;

/** Why a time limit may have ended a test that would have passed; null if it was long enough. */
function doubtAbout(limitMs: number, { durationMs }: Known): string | null {
  const enoughMs = SLOWER * durationMs + OWN_DELAYS_MS;
  if (limitMs >= enoughMs) return null;
  const enough = `${Math.ceil(enoughMs / 1_000)}s`;
  return `it ran into a time limit of ${seconds(limitMs)}, which a slow machine can exceed; raise the limit of the test runner, or --timeout, to ${enough} or more`;
}

/**
 * The failure of a run; null if it passed.
 * @param disturbance under which it was made; null if undisturbed
 */
export function failureOf(
  run: SuiteRun,
  known: Known,
  disturbance: Pick<Disturbance, 'provokes' | 'provokesIfJudged' | 'mayFail' | 'repeatsOrders'> | null = null,
): Failure | null {
  const { exitCode, tail, errors, others, timeLimitMs, hasRetries } = run;
  const { provokes = [], provokesIfJudged = [], mayFail, repeatsOrders } = disturbance ?? {};
  const isProvoked = ({ rule }: RunFinding): boolean =>
    provokes.includes(rule) || (!mayFail && provokesIfJudged.includes(rule));
  // A suite may send the same orders again itself.
  const isOfSuite = ({ rule, account }: RunFinding): boolean =>
    rule === 'refusal-ignored' &&
    repeatsOrders === true &&
    (known.repeats.get(account ?? '') ?? [...known.repeats.values()].includes(true));
  const certain = [...errors, ...repurchasesIn(run, known)];
  const counted = certain.filter(
    one => !mayFail || isProvoked(one) || (isUnmade(one) && one.severity !== 'error'),
  );
  const findings = [
    ...counted,
    ...others.filter(one => isProvoked(one) && !counted.some(({ rule }) => rule === one.rule)),
  ].filter(one => !known.rules.has(one.rule) && !isOfSuite(one));
  // A failed test that the runner repeats looks like a client that repeats its requests.
  if (mayFail) return findings.length > 0 && !hasRetries ? findingFailure(findings, tail) : null;
  const doubt = timeLimitMs === null || findings.length > 0 ? null : doubtAbout(timeLimitMs, known);
  if (exitCode === null) return { kind: 'timeout', text: 'it did not end in time', doubt, findings, tail };
  if (exitCode !== 0) {
    const limit =
      timeLimitMs === null ? '' : `: the tests ran into their time limit of ${seconds(timeLimitMs)}`;
    return { kind: 'exit-code', text: `exit code ${exitCode}${limit}`, doubt, findings, tail };
  }
  return findings.length > 0 ? findingFailure(findings, tail) : null;
}

/** The rules of severity warning that a run violated, except those of its failure and those that were known before. */
export const warningsIn = (run: SuiteRun, known: Known, failure: Failure | null): string[] =>
  [...run.repurchases, ...run.others]
    .filter(({ rule, severity }) => severity === 'warning' && !known.rules.has(rule))
    .map(({ rule }) => rule)
    .filter(rule => !failure?.findings.some(one => one.rule === rule));

const findingFailure = (findings: readonly RunFinding[], tail: readonly string[]): Failure => ({
  kind: 'finding',
  text: `finding ${findings[0]!.rule}`,
  doubt: null,
  findings,
  tail,
});

/** How much longer a control run may take than the undisturbed runs at the beginning. */
const SLOWER_CONTROL = 2;
const MORE_MS = 1_000;

/** Why no failure next to this undisturbed run proves anything; null if it passed as fast as at the beginning. */
function problemOfControl(run: SuiteRun, known: Known): string | null {
  const failure = failureOf(run, known);
  if (failure) return `the command failed without a disturbance as well: ${failure.text}`;
  if (run.durationMs <= SLOWER_CONTROL * known.durationMs + MORE_MS) return null;
  return `the machine is too slow to judge: without a disturbance, the command took ${seconds(run.durationMs)} instead of ${seconds(known.durationMs)}`;
}

/** The undisturbed runs beside the failures. */
export class Controls {
  readonly #run: RunSuite;
  readonly #known: Known;
  #isGood = false;

  constructor(run: RunSuite, known: Known) {
    this.#run = run;
    this.#known = known;
  }

  /** Makes a control run. @returns why no failure can be judged now; null if it passed as fast as at the beginning */
  async problem(): Promise<string | null> {
    const problem = problemOfControl(await this.#run(null), this.#known);
    this.#isGood = problem === null;
    return problem;
  }

  /** Like `problem`, unless the last control run passed: it also precedes the next failure. */
  async problemBefore(): Promise<string | null> {
    return this.#isGood ? null : this.problem();
  }
}
