import { inParallel } from '../../host/node/concurrency.ts';
import { Attempt, type Trial } from './attempt.ts';
import type { Disturbance } from './disturbances.ts';
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

interface ExploreOptions {
  /** How often the suite may be run, the undisturbed runs included. */
  readonly budget: number;
  /** How many runs take place at the same time. */
  readonly jobs: number;
  /** Called before each run and after each verdict. */
  readonly onProgress?: (text: string) => void;
}

export interface Exploration {
  readonly baseline: { readonly runs: number; readonly durationMs: number; readonly requests: number };
  readonly trials: readonly Trial[];
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

/**
 * Tries each disturbance, then confirms all failures, then looks for their smallest cases: what breaks the suite is known
 * early, even if the budget does not last for the rest.
 */
async function tryAll(attempts: readonly Attempt[], jobs: number): Promise<void> {
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
  await first.reduce();
  // Different disturbances often break the same test.
  const guess = first.trial.break?.points;
  await inParallel(others, jobs, attempt => attempt.reduce(guess));
}

/**
 * Runs a suite under each disturbance that can strike it, confirms what breaks it, and reduces that to the smallest case.
 * @throws BaselineError if the suite does not pass twice undisturbed
 */
export async function explore(
  runSuite: RunSuite,
  disturbances: readonly Disturbance[],
  { budget, jobs, onProgress = () => undefined }: ExploreOptions,
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
  const [first, second] = baseline;
  const attempts = disturbances.map(
    one => new Attempt(one, strikePoints(one, first.traces, second.traces), known, run),
  );
  let endedBy: Exploration['endedBy'] = null;
  try {
    await tryAll(attempts, jobs);
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
    trials: attempts.map(({ trial }) => trial),
    runs,
    endedBy,
  };
}
