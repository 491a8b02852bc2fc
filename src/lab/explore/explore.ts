import { inParallel } from '../../host/node/concurrency.ts';
import type { Disturbance } from './disturbances.ts';
import { minimize, strikeAll } from './minimize.ts';
import type { ScenarioContent } from './render-scenario.ts';
import { type StrikePoint, strikePoints } from './strike-points.ts';
import {
  ExplorationEnded,
  type Failure,
  failureOf,
  type Known,
  knownFrom,
  type RunSuite,
  type SuiteRun,
} from './suite-run.ts';

/**
 * `not-met`: the suite never reached a point at which the disturbance could strike. `not-tried`: the exploration ended
 * first.
 */
type TrialVerdict = 'survived' | 'broke' | 'not-met' | 'not-tried';

/** The results of the suite with one disturbance. */
export interface Trial {
  readonly disturbance: Disturbance;
  readonly verdict: TrialVerdict;
  /** The number of runs of the suite with this disturbance. */
  readonly runs: number;
  /** Explains the verdict where it needs an explanation; otherwise empty. */
  readonly note: string;
  readonly break: Break | null;
}

/** The smallest known case in which a disturbance breaks the suite. */
interface Break {
  readonly failure: Failure;
  readonly scenario: ScenarioContent;
  readonly points: readonly StrikePoint[];
  /** The number of failed runs with this scenario. */
  readonly failed: number;
  readonly of: number;
}

interface Tally {
  failed: number;
  of: number;
  last: Failure | null;
}

/** After so many runs, a failure that has occurred only once counts as chance. */
const CONFIRMING_RUNS = 3;

/** Tries one disturbance: runs the suite under it, confirms a failure, and looks for its smallest case. */
class Attempt {
  #runs = 0;
  readonly disturbance: Disturbance;
  readonly points: readonly StrikePoint[];
  readonly #run: RunSuite;
  readonly #known: Known;
  readonly #tallies = new Map<string, Tally>();
  #best: { scenario: ScenarioContent; points: readonly StrikePoint[] };
  #struck = 0;
  #isConfirmed = false;
  #isReduced = false;
  #firstFailure: Failure | null = null;

  constructor(disturbance: Disturbance, points: readonly StrikePoint[], known: Known, run: RunSuite) {
    this.disturbance = disturbance;
    this.points = points;
    this.#known = known;
    this.#run = run;
    this.#best = strikeAll(disturbance, points);
  }

  /** Runs the suite with a scenario. @returns whether it failed as in the first run */
  async #fails(scenario: ScenarioContent): Promise<boolean> {
    const outcome = await this.#run(scenario);
    this.#runs += 1;
    this.#struck += outcome.traces.reduce((sum, { struck }) => sum + struck, 0);
    const failure = failureOf(outcome, this.#known);
    const tally = this.#tallyOf(scenario);
    tally.of += 1;
    if (!failure || !this.#isLikeTheFirst(failure)) return false;
    tally.failed += 1;
    tally.last = failure;
    return true;
  }

  /** False for a finding if the first failure was none, or of another rule: it has another cause. */
  #isLikeTheFirst(failure: Failure): boolean {
    this.#firstFailure ??= failure;
    if (failure.kind !== 'finding') return true;
    const first = this.#firstFailure;
    return first.kind === 'finding' && failure.findings.some(({ rule }) => rule === first.findings[0]!.rule);
  }

  #tallyOf(scenario: ScenarioContent): Tally {
    const key = JSON.stringify(scenario);
    const tally = this.#tallies.get(key) ?? { failed: 0, of: 0, last: null };
    this.#tallies.set(key, tally);
    return tally;
  }

  /** The first run. @returns whether the suite failed */
  first(): Promise<boolean> {
    return this.#fails(this.#best.scenario);
  }

  /** Repeats the first run until it has failed twice, or too rarely. @returns whether its failure is confirmed */
  async confirm(): Promise<boolean> {
    this.#isConfirmed = await this.#confirm(this.#best.scenario);
    return this.#isConfirmed;
  }

  /** Repeats a scenario that failed until it has failed twice, or too rarely. @returns whether it is confirmed */
  async #confirm(scenario: ScenarioContent): Promise<boolean> {
    const tally = this.#tallyOf(scenario);
    while (tally.failed < 2 && tally.of < CONFIRMING_RUNS) await this.#fails(scenario);
    return tally.failed >= 2;
  }

  /**
   * Looks for the smallest case of a confirmed failure.
   * @param guess where another disturbance breaks the suite; this one may break it there, too
   */
  async reduce(guess: readonly StrikePoint[] = []): Promise<void> {
    let ended: ExplorationEnded | null = null;
    const unlessEnded = async (run: () => Promise<boolean>): Promise<boolean> => {
      try {
        return ended === null && (await run());
      } catch (error) {
        if (!(error instanceof ExplorationEnded)) throw error;
        ended = error;
        return false;
      }
    };
    const failsOnce = async (scenario: ScenarioContent): Promise<boolean> => {
      const { failed, of } = this.#tallyOf(scenario);
      return of > 0 ? failed > 0 : unlessEnded(() => this.#fails(scenario));
    };
    const smallest = await minimize(this.disturbance, this.points, failsOnce, guess);
    const isConfirmed = await unlessEnded(() => this.#confirm(smallest.scenario));
    this.#isReduced = ended === null;
    if (isConfirmed || (ended && this.#tallyOf(smallest.scenario).failed > 0)) this.#best = smallest;
    if (ended) throw ended;
  }

  /** The result so far. */
  get trial(): Trial {
    const { disturbance } = this;
    const { failed, of, last } = this.#tallyOf(this.#best.scenario);
    const common = { disturbance, runs: this.#runs, break: null };
    if (this.points.length === 0) return { ...common, ...NOT_MET };
    if (last && this.#isConfirmed) {
      const notes = [
        ...(failed < of ? [`failed in ${failed} of ${of} runs`] : []),
        ...(this.#isReduced ? [] : ['no time to find the smallest case']),
      ];
      return {
        ...common,
        verdict: 'broke',
        note: notes.join('; '),
        break: { failure: last, ...this.#best, failed, of },
      };
    }
    if (last && of < 2) return { ...common, verdict: 'not-tried', note: 'failed once, not confirmed' };
    if (last) return { ...common, verdict: 'survived', note: `failed in ${failed} of ${of} runs: flaky` };
    if (of === 0) return { ...common, verdict: 'not-tried', note: 'not tried' };
    return this.#hasStruck ? { ...common, verdict: 'survived', note: '' } : { ...common, ...NOT_MET };
  }

  /** Whether the disturbance struck. For webhooks, the events of the undisturbed runs show it well enough. */
  get #hasStruck(): boolean {
    return this.#struck > 0 || this.disturbance.templates.every(({ point }) => point === 'webhooks');
  }
}

const NOT_MET = {
  verdict: 'not-met',
  note: 'the suite never gets to where this could strike',
} as const;

/** The suite does not pass undisturbed, or uses no sandbox, so that disturbed runs mean nothing. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError';
  readonly tail: readonly string[];

  constructor(message: string, tail: readonly string[]) {
    super(message);
    this.tail = tail;
  }
}

interface ExploreOptions {
  /** The maximum number of runs of the suite, including the undisturbed ones. */
  readonly budget: number;
  /** The number of runs at the same time. */
  readonly jobs: number;
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

/** Whether the sandbox sent webhooks, even if only because tests triggered them. */
const receivesWebhooks = ({ traces }: SuiteRun): boolean =>
  traces.some(({ accounts }) => accounts.some(({ events }) => events.length > 0));

/**
 * Tries each disturbance, then confirms all failures, then looks for their smallest cases. So what breaks the suite is
 * known early, even if the budget does not last for the rest.
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
