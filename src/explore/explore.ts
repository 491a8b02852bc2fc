import { inParallel } from '../clock/in-parallel.ts';
import { Attempt, NOT_MET, type Trial } from './attempt.ts';
import type { Disturbance } from './disturbances.ts';
import { PairSearch, type PairSummary } from './pair-search.ts';
import { strikePoints } from './strike-points.ts';
import { ExplorationEnded, knownFrom, type RunSuite, type SuiteRun } from './suite-run.ts';

/** The undisturbed runs cannot be compared with. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError';
  readonly tail: readonly string[];

  constructor(message: string, tail: readonly string[]) {
    super(message);
    this.tail = tail;
  }
}

export interface ExploreOptions {
  /** How often the suite may be run, the undisturbed runs included. */
  readonly budget: number;
  /** How many runs take place at the same time. */
  readonly jobs: number;
  /** Whether disturbances that the suite survives are tried two at a time. */
  readonly pairs: boolean;
  /** Called before each run and after each verdict. */
  readonly onProgress?: (text: string) => void;
}

export interface Exploration {
  readonly baseline: { readonly runs: number; readonly durationMs: number; readonly requests: number };
  /** Those of single disturbances, then those of combinations that broke the suite. */
  readonly trials: readonly Trial[];
  /** Null if no pairs were to be tried. */
  readonly pairs: PairSummary | null;
  readonly runs: number;
  /** Why not everything was tried; null if it was. */
  readonly endedBy: 'budget' | 'signal' | null;
}

/** Runs the suite undisturbed. @throws BaselineError */
async function baselineOf(run: RunSuite): Promise<readonly [SuiteRun, SuiteRun]> {
  const runs = [await run(null), await run(null)] as const;
  const failing = runs.filter(({ exitCode }) => exitCode !== 0);
  if (failing.length > 0) {
    const { exitCode, tail } = failing[0]!;
    const how = exitCode === null ? 'did not end in time' : `ended with exit code ${exitCode}`;
    const fix = exitCode === null ? 'raise --timeout, or make it end first' : 'make it pass first';
    throw new BaselineError(
      failing.length === 2
        ? `the command ${how} without any disturbance; ${fix}`
        : `the command is flaky: of two undisturbed runs, one passed and the other ${how}; make it pass every time first`,
      tail,
    );
  }
  if (requestsIn(runs[0]) === 0 && !receivesWebhooks(runs[0])) {
    throw new BaselineError(
      'the command passed, but it made no request to a sandbox and received no webhook from one; use ENERGY_SANDBOX_URL and ENERGY_SANDBOX_API_KEY, or createSandbox()',
      runs[0].tail,
    );
  }
  return runs;
}

const requestsIn = ({ traces }: SuiteRun): number =>
  traces.flatMap(({ accounts }) => accounts).reduce((sum, { requests }) => sum + requests.length, 0);

/** True for a suite whose sandbox sent webhooks, be it only because tests triggered them. */
const receivesWebhooks = ({ traces }: SuiteRun): boolean =>
  traces.some(({ accounts }) => accounts.some(({ events }) => events.length > 0));

const trialOf = (attempt: Attempt): Trial =>
  attempt.points.length > 0
    ? attempt.trial
    : { disturbance: attempt.disturbance, runs: 0, break: null, ...NOT_MET };

/**
 * Tries each disturbance alone, then confirms all failures, then looks for their smallest cases: what breaks the suite is
 * known early, also if the budget does not last for the rest.
 */
async function trySingles(attempts: readonly Attempt[], jobs: number): Promise<void> {
  const failing = new Set<Attempt>();
  await inParallel(
    attempts.filter(({ points }) => points.length > 0),
    jobs,
    async attempt => {
      if (await attempt.first()) failing.add(attempt);
    },
  );
  const inOrder = attempts.filter(attempt => failing.has(attempt));
  const confirmed = new Set<Attempt>();
  await inParallel(inOrder, jobs, async attempt => {
    if (await attempt.confirm()) confirmed.add(attempt);
  });
  const [first, ...others] = inOrder.filter(attempt => confirmed.has(attempt));
  if (!first) return;
  await first.judge();
  // Different disturbances often break the same test.
  const guess = first.trial.break?.points;
  await inParallel(others, jobs, attempt => attempt.judge(guess));
}

/** Those that the suite survives every time, or does not meet: alone they do not break it. */
const survivors = (attempts: readonly Attempt[]): Attempt[] =>
  attempts.filter(attempt => {
    const { verdict, note } = trialOf(attempt);
    return verdict === 'not-met' || (verdict === 'survived' && note === '');
  });

/**
 * Runs a suite under each disturbance that can strike it, confirms what breaks it, and reduces that to the smallest case.
 * Then it does the same with pairs of those that the suite survives.
 * @throws BaselineError if the suite does not pass twice undisturbed
 */
export async function explore(
  runSuite: RunSuite,
  disturbances: readonly Disturbance[],
  { budget, jobs, pairs, onProgress = () => undefined }: ExploreOptions,
): Promise<Exploration> {
  let runs = 0;
  let isUsedUp = false;
  const run: RunSuite = async scenario => {
    if (runs >= budget) {
      isUsedUp = true;
      throw new ExplorationEnded();
    }
    runs += 1;
    onProgress(`run ${runs}: ${scenario?.name ?? 'undisturbed'}`);
    return runSuite(scenario);
  };
  const baseline = await baselineOf(run);
  const known = knownFrom(baseline);
  const undisturbed = [baseline[0].traces, baseline[1].traces] as const;
  const attempts = disturbances.map(
    one => new Attempt(one, strikePoints(one, { undisturbed, disturbed: [] }), known, run),
  );
  let search: PairSearch | null = null;
  let endedBy: Exploration['endedBy'] = null;
  try {
    await trySingles(attempts, jobs);
    if (pairs) {
      search = new PairSearch(survivors(attempts), { undisturbed, known, run, jobs });
      await search.search();
    }
  } catch (error) {
    if (!(error instanceof ExplorationEnded)) throw error;
    endedBy = isUsedUp ? 'budget' : 'signal';
  }
  return {
    baseline: {
      runs: 2,
      durationMs: Math.max(...baseline.map(one => one.durationMs)),
      requests: requestsIn(baseline[0]),
    },
    trials: [...attempts.map(trialOf), ...(search?.trials ?? [])],
    pairs: search?.summary ?? null,
    runs,
    endedBy,
  };
}
