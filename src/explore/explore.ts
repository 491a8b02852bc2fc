import type { Disturbance } from './disturbances.ts';
import { minimize, strikeAll } from './minimize.ts';
import type { ScenarioContent } from './render-scenario.ts';
import { type StrikePoint, strikePoints } from './strike-points.ts';
import { type Failure, failureOf, type RunSuite, type SuiteRun } from './suite-run.ts';

/** `not-met`: the suite never reached a point at which it could strike. `not-tried`: the exploration ended before. */
export type Verdict = 'survived' | 'broke' | 'not-met' | 'not-tried';

/** What became of the suite under a disturbance. */
export interface Trial {
  readonly disturbance: Disturbance;
  readonly verdict: Verdict;
  /** How often the suite was run for it. */
  readonly runs: number;
  /** Why it has the verdict, if that needs a word; otherwise empty. */
  readonly note: string;
  readonly break: Break | null;
}

/** The smallest known case in which a disturbance breaks the suite. */
export interface Break {
  readonly failure: Failure;
  readonly scenario: ScenarioContent;
  readonly points: readonly StrikePoint[];
  /** How many of the runs under this scenario failed. */
  readonly failed: number;
  readonly of: number;
}

/** The undisturbed runs cannot be compared with. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError';
  readonly tail: readonly string[];

  constructor(message: string, tail: readonly string[]) {
    super(message);
    this.tail = tail;
  }
}

/** Thrown by a RunSuite when the exploration is to end. */
export class ExplorationEnded extends Error {
  override readonly name = 'ExplorationEnded';
}

export interface ExploreOptions {
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
  readonly endedEarly: boolean;
}

interface Tally {
  failed: number;
  of: number;
  last: Failure | null;
}

/** How often the suite is run at most before a failure that did not come again counts as chance. */
const CONFIRMING_RUNS = 3;

/** Runs the suite undisturbed. @throws BaselineError */
async function baselineOf(run: RunSuite): Promise<readonly [SuiteRun, SuiteRun]> {
  const runs = [await run(null), await run(null)] as const;
  const failing = runs.filter(({ exitCode }) => exitCode !== 0);
  if (failing.length > 0) {
    const { exitCode, tail } = failing[0]!;
    const how = exitCode === null ? 'did not end in time' : `ended with exit code ${exitCode}`;
    throw new BaselineError(
      failing.length === 2
        ? `the command ${how} without any disturbance; make it pass first`
        : `the command is flaky: of two undisturbed runs, one passed and the other ${how}; make it pass every time first`,
      tail,
    );
  }
  if (requestsIn(runs[0]) === 0) {
    throw new BaselineError(
      'the command passed, but it made no request to a sandbox; use ENERGY_SANDBOX_URL and ENERGY_SANDBOX_API_KEY, or createSandbox()',
      runs[0].tail,
    );
  }
  return runs;
}

const requestsIn = ({ traces }: SuiteRun): number =>
  traces.flatMap(({ accounts }) => accounts).reduce((sum, { requests }) => sum + requests.length, 0);

/** One disturbance on its way to a verdict. */
class Attempt {
  runs = 0;
  readonly disturbance: Disturbance;
  readonly points: readonly StrikePoint[];
  readonly #run: RunSuite;
  readonly #known: ReadonlySet<string>;
  readonly #tallies = new Map<string, Tally>();
  #best: { scenario: ScenarioContent; points: readonly StrikePoint[] };
  #struck = 0;
  #isConfirmed = false;
  #first: Failure | null = null;

  constructor(
    disturbance: Disturbance,
    points: readonly StrikePoint[],
    known: ReadonlySet<string>,
    run: RunSuite,
  ) {
    this.disturbance = disturbance;
    this.points = points;
    this.#known = known;
    this.#run = run;
    this.#best = strikeAll(disturbance, points);
  }

  /** Runs the suite under a scenario. @returns whether it failed as in the first run */
  async #fails(scenario: ScenarioContent): Promise<boolean> {
    const outcome = await this.#run(scenario);
    this.runs += 1;
    this.#struck += outcome.traces.reduce((sum, { struck }) => sum + struck, 0);
    const failure = this.#likeTheFirst(failureOf(outcome, this.#known));
    const tally = this.#tallyOf(scenario);
    tally.of += 1;
    if (failure) {
      tally.failed += 1;
      tally.last = failure;
    }
    return failure !== null;
  }

  /** A failure, unless it is a finding where the first was not one, or another finding: it has another cause. */
  #likeTheFirst(failure: Failure | null): Failure | null {
    if (!failure) return null;
    this.#first ??= failure;
    if (this.#first.kind === 'finding') return failure.kind === 'finding' ? this.#sameRule(failure) : failure;
    return failure.kind === 'finding' ? null : failure;
  }

  #sameRule(failure: Failure): Failure | null {
    const { rule } = this.#first!.findings[0]!;
    return failure.findings.some(one => one.rule === rule) ? failure : null;
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

  /** Runs a scenario that failed until it has failed twice, or too seldom. @returns whether it is confirmed */
  async #confirm(scenario: ScenarioContent): Promise<boolean> {
    const tally = this.#tallyOf(scenario);
    while (tally.failed < 2 && tally.of < CONFIRMING_RUNS) await this.#fails(scenario);
    return tally.failed >= 2;
  }

  /** Confirms the failure of the first run and looks for the smallest case. */
  async judge(): Promise<void> {
    if (!(await this.#confirm(this.#best.scenario))) return;
    this.#isConfirmed = true;
    let ended: ExplorationEnded | null = null;
    const failsOnce = async (scenario: ScenarioContent): Promise<boolean> => {
      const { failed, of } = this.#tallyOf(scenario);
      if (of > 0 || ended) return failed > 0;
      try {
        return await this.#fails(scenario);
      } catch (error) {
        if (!(error instanceof ExplorationEnded)) throw error;
        ended = error;
        return false;
      }
    };
    const smallest = await minimize(this.disturbance, this.points, failsOnce);
    const isKnown = this.#tallyOf(smallest.scenario).failed > 0;
    if (ended ? isKnown : await this.#confirm(smallest.scenario)) this.#best = smallest;
    if (ended) throw ended;
  }

  /** The verdict, as far as it is known. */
  get trial(): Trial {
    const { disturbance, runs } = this;
    const { failed, of, last } = this.#tallyOf(this.#best.scenario);
    const common = { disturbance, runs, break: null };
    if (last && this.#isConfirmed) {
      const note = failed < of ? `failed in ${failed} of ${of} runs` : '';
      return { ...common, verdict: 'broke', note, break: { failure: last, ...this.#best, failed, of } };
    }
    if (last && of < 2) return { ...common, verdict: 'not-tried', note: 'failed once, not confirmed' };
    if (last) return { ...common, verdict: 'survived', note: `failed in ${failed} of ${of} runs: flaky` };
    if (of === 0) return { ...common, verdict: 'not-tried', note: 'not tried' };
    return this.#wasMet ? { ...common, verdict: 'survived', note: '' } : { ...common, ...NOT_MET };
  }

  /** Whether it determined anything. For webhooks, the trace says it well enough. */
  get #wasMet(): boolean {
    return this.#struck > 0 || this.disturbance.templates.every(({ point }) => point === 'webhooks');
  }
}

const NOT_MET = { verdict: 'not-met', note: 'the suite never gets to where this could strike' } as const;

/** Works on a list with a number of workers, in order, until one of them throws. */
async function inPool<T>(list: readonly T[], jobs: number, work: (one: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    try {
      while (next < list.length) await work(list[next++]!);
    } catch (error) {
      next = list.length;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: jobs }, worker));
  const failed = ends.find(end => end.status === 'rejected');
  if (failed) throw failed.reason;
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
  const run: RunSuite = scenario => {
    if (runs >= budget) throw new ExplorationEnded();
    runs += 1;
    onProgress(`run ${runs}: ${scenario?.name ?? 'undisturbed'}`);
    return runSuite(scenario);
  };
  const baseline = await baselineOf(run);
  const known = new Set(baseline.flatMap(({ errors }) => errors.map(({ rule }) => rule)));
  const traces = [baseline[0].traces, baseline[1].traces] as const;
  const attempts = disturbances.map(
    one => new Attempt(one, strikePoints(one, traces), known, async scenario => run(scenario)),
  );
  const failing: Attempt[] = [];
  let endedEarly = false;
  try {
    await inPool(
      attempts.filter(({ points }) => points.length > 0),
      jobs,
      async attempt => {
        if (await attempt.first()) failing.push(attempt);
      },
    );
    await inPool(failing, jobs, async attempt => attempt.judge());
  } catch (error) {
    if (!(error instanceof ExplorationEnded)) throw error;
    endedEarly = true;
  }
  const trialOf = (attempt: Attempt): Trial =>
    attempt.points.length > 0
      ? attempt.trial
      : { disturbance: attempt.disturbance, runs: 0, break: null, ...NOT_MET };
  return {
    baseline: {
      runs: 2,
      durationMs: Math.max(...baseline.map(one => one.durationMs)),
      requests: requestsIn(baseline[0]),
    },
    trials: attempts.map(trialOf),
    runs,
    endedEarly,
  };
}
