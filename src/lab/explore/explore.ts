import { getOrMake } from '../../core/domain/collections.ts';
import { span } from '../../core/text/wording.ts';
import { inParallel } from '../../host/node/concurrency.ts';
import { baselineOf, requestsIn } from './baseline.ts';
import type { Disturbance } from './disturbance.ts';
import { minimize, strikeAll } from './minimize.ts';
import type { ScenarioContent } from './render-scenario.ts';
import { type StrikePoint, strikePoints } from './strike-points.ts';
import {
  Controls,
  type Doubt,
  ExplorationEnded,
  type Failure,
  failureOf,
  type Known,
  knownFrom,
  type RunSuite,
  type SuiteRun,
  warningsIn,
} from './suite-run.ts';

/**
 * `not-judged`: the suite failed, but nobody can tell whether the disturbance caused it. `not-met`: it never reached a
 * point at which the disturbance could strike. `not-tried`: the exploration ended first.
 */
type TrialVerdict = 'survived' | 'broke' | 'not-judged' | 'not-met' | 'not-tried';

/** The results of the suite with one disturbance. */
export interface Trial {
  readonly disturbance: Disturbance;
  readonly verdict: TrialVerdict;
  /** The number of runs of the suite with this disturbance. */
  readonly runs: number;
  /** Explains the verdict where it needs an explanation; otherwise empty. */
  readonly note: string;
  /** The rules of errors and warnings that the undisturbed runs did not have, and that do not count. */
  readonly warnings: readonly string[];
  readonly break: Break | null;
}

/** The smallest known case in which a disturbance breaks the suite. */
interface Break {
  readonly failure: Failure;
  readonly scenario: ScenarioContent;
  readonly points: readonly StrikePoint[];
  readonly failed: number;
  readonly of: number;
}

interface Tally {
  failed: number;
  of: number;
  last: Failure | null;
}

/** The number of runs after which a failure that has occurred only once counts as chance. */
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
  /** Why the failure cannot be judged. */
  #doubt: Doubt | null = null;
  #isConfirmed = false;
  #isReduced = false;
  #firstFailure: Failure | null = null;
  /** Whether the suite failed in a way that does not count. */
  #hasFailedRightly = false;
  readonly #warnings = new Set<string>();

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
    this.#struck += outcome.restarts + outcome.traces.reduce((sum, { struck }) => sum + struck, 0);
    const failure = failureOf(outcome, this.#known, this.disturbance);
    for (const rule of warningsIn(outcome, this.#known, failure)) this.#warnings.add(rule);
    const tally = this.#tallyOf(scenario);
    tally.of += 1;
    if (!failure) this.#hasFailedRightly ||= outcome.exitCode !== 0;
    if (!failure || !this.#isLikeTheFirst(failure)) return false;
    if (failure.doubt !== null) {
      this.#doubt = failure.doubt;
      return false;
    }
    tally.failed += 1;
    tally.last = failure;
    return true;
  }

  /** False for money or a finding if the first failure was not of the same kind: then it has another cause. */
  #isLikeTheFirst(failure: Failure): boolean {
    this.#firstFailure ??= failure;
    const first = this.#firstFailure;
    if (failure.kind === 'money') return first.money?.kind === failure.money!.kind;
    if (failure.kind !== 'finding') return true;
    return first.kind === 'finding' && failure.findings.some(({ rule }) => rule === first.findings[0]!.rule);
  }

  #tallyOf(scenario: ScenarioContent): Tally {
    return getOrMake(this.#tallies, JSON.stringify(scenario), () => ({ failed: 0, of: 0, last: null }));
  }

  /** The first run. @returns whether the suite failed */
  first(): Promise<boolean> {
    return this.#fails(this.#best.scenario);
  }

  /**
   * Repeats the first run, between undisturbed runs, until it has failed twice, or too rarely.
   * @returns whether its failure is confirmed
   */
  async confirm(controls: Controls): Promise<boolean> {
    const { scenario } = this.#best;
    const tally = this.#tallyOf(scenario);
    this.#doubt = await controls.problemBefore();
    while (this.#doubt === null && tally.failed < 2 && tally.of < CONFIRMING_RUNS) {
      await this.#fails(scenario);
      this.#doubt ??= await controls.problem();
    }
    this.#isConfirmed = this.#doubt === null && tally.failed >= 2;
    return this.#isConfirmed;
  }

  /** Why the failure cannot be judged; null if it is judged. */
  get doubt(): Doubt | null {
    return this.#isConfirmed ? null : this.#doubt;
  }

  /**
   * Judges again what could not be judged, without another run at the same time. If the exploration ends meanwhile, it
   * stays as it was.
   * @returns whether a failure is confirmed
   */
  async again(controls: Controls): Promise<boolean> {
    const before = this.#doubt;
    this.#doubt = null;
    this.#firstFailure = null;
    this.#tallies.clear();
    try {
      const problem = await controls.problem();
      const isFailing = problem === null && (await this.first());
      this.#doubt ??= problem;
      return isFailing && (await this.confirm(controls));
    } catch (error) {
      this.#doubt = before;
      throw error;
    }
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

  get trial(): Trial {
    const { disturbance } = this;
    const { failed, of, last } = this.#tallyOf(this.#best.scenario);
    const common = { disturbance, runs: this.#runs, warnings: [...this.#warnings], break: null };
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
    if (this.#doubt !== null) return { ...common, verdict: 'not-judged', note: this.#doubt.text };
    if (last && (of < 2 || failed === of))
      return { ...common, verdict: 'not-tried', note: 'failed, not confirmed' };
    if (last) return { ...common, verdict: 'survived', note: `failed in ${failed} of ${of} runs: flaky` };
    if (of === 0) return { ...common, verdict: 'not-tried', note: 'not tried' };
    if (!this.#hasStruck) return { ...common, ...NOT_MET };
    const note = disturbance.mayFail ? (this.#hasFailedRightly ? MAY_FAIL : ONLY_FINDINGS) : '';
    return { ...common, verdict: 'survived', note };
  }

  /** Whether the disturbance struck. For webhooks, the events of the undisturbed runs show it well enough. */
  get #hasStruck(): boolean {
    const { templates, restarts } = this.disturbance;
    return this.#struck > 0 || (!restarts && templates.every(({ point }) => point === 'webhooks'));
  }
}

const ONLY_FINDINGS = 'only money and findings count';
const MAY_FAIL = `${ONLY_FINDINGS}; the command failed`;

const NOT_MET = {
  verdict: 'not-met',
  note: 'the suite never gets to where this could strike',
} as const;

interface ExploreOptions {
  /** The maximum number of runs of the suite, including the undisturbed ones. */
  readonly budget: number;
  /** The number of runs at the same time. */
  readonly jobs: number;
  /** Called before each run. */
  readonly onProgress?: (text: string) => void;
  /**
   * Called once the suite has passed undisturbed, with the time that the other runs take if nothing breaks, and once for
   * each disturbance that is tried, with its verdict.
   */
  readonly onVerdict?: (text: string) => void;
}

export interface Exploration {
  readonly baseline: { readonly runs: number; readonly durationMs: number; readonly requests: number };
  readonly trials: readonly Trial[];
  readonly runs: number;
  /** True if the suite passed only without another run at the same time, so that `jobs` was ignored. */
  readonly isOneByOne: boolean;
  /** False if the undisturbed runs paid for different orders, so that payments could not be compared. */
  readonly comparesPayments: boolean;
  /** Why not everything was tried; null if it was. */
  readonly endedBy: 'budget' | 'signal' | null;
}

interface Steps {
  readonly jobs: number;
  readonly controls: Controls;
  readonly onVerdict: (trial: Trial) => void;
}

/**
 * Tries each disturbance, then confirms all failures, then looks for their smallest cases. So what breaks the suite is
 * known early, even if the budget does not last for the rest. Failures are confirmed one after the other, because runs at
 * the same time slow each other down.
 */
async function tryAll(attempts: readonly Attempt[], { jobs, controls, onVerdict }: Steps): Promise<void> {
  const failing = new Set<Attempt>();
  await inParallel(
    attempts.filter(({ points }) => points.length > 0),
    jobs,
    async attempt => {
      if (await attempt.first()) failing.add(attempt);
      else onVerdict(attempt.trial);
    },
  );
  const confirmed: Attempt[] = [];
  for (const attempt of attempts) {
    if (!failing.has(attempt)) continue;
    if (await attempt.confirm(controls)) confirmed.push(attempt);
    onVerdict(attempt.trial);
  }
  const guess = await reduceAll(confirmed, jobs);
  await tryAgain(attempts, { controls, onVerdict }, guess);
}

/** Looks for the smallest cases of confirmed failures. @returns the points of one of them */
async function reduceAll(
  [first, ...others]: readonly Attempt[],
  jobs: number,
): Promise<readonly StrikePoint[] | undefined> {
  if (!first) return undefined;
  await first.reduce();
  // Different disturbances often break the same test.
  const guess = first.trial.break?.points;
  await inParallel(others, jobs, attempt => attempt.reduce(guess));
  return guess;
}

/**
 * Judges again, alone, what could not be judged. A machine that is too slow may become faster, so such doubts are tried
 * until the budget is used up; others once more.
 */
async function tryAgain(
  attempts: readonly Attempt[],
  { controls, onVerdict }: Omit<Steps, 'jobs'>,
  guess: readonly StrikePoint[] | undefined,
): Promise<void> {
  let open = attempts.filter(({ doubt }) => doubt !== null);
  while (open.length > 0) {
    for (const attempt of open) {
      const isConfirmed = await attempt.again(controls);
      onVerdict(attempt.trial);
      if (isConfirmed) await attempt.reduce(guess);
    }
    open = open.filter(({ doubt }) => doubt?.isSlowness);
  }
}

const verdictText = ({ disturbance, verdict, note, break: found }: Trial): string =>
  [`${disturbance.id}: ${verdict}`, found ? found.failure.text : note].filter(text => text !== '').join(', ');

/**
 * Runs a suite under each disturbance that can strike it, confirms what breaks it, and reduces that to the smallest case.
 * @throws BaselineError if the suite does not pass twice undisturbed
 */
export async function explore(
  runSuite: RunSuite,
  disturbances: readonly Disturbance[],
  { budget, jobs: wanted, onProgress = () => undefined, onVerdict = () => undefined }: ExploreOptions,
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
  const { runs: baseline, jobs } = await baselineOf(run, Math.min(wanted, budget));
  const known = knownFrom(baseline);
  const [first, second] = baseline as readonly [SuiteRun, SuiteRun];
  const attempts = disturbances.map(
    one => new Attempt(one, strikePoints(one, first.traces, second.traces), known, run),
  );
  const { length: count } = attempts.filter(({ points }) => points.length > 0);
  const time = span((Math.min(count, budget - runs) * known.durationMs) / jobs);
  onVerdict(`passes undisturbed; ${count} of ${attempts.length} disturbances can strike: at least ${time}`);
  let endedBy: Exploration['endedBy'] = null;
  try {
    const controls = new Controls(run, known);
    await tryAll(attempts, { jobs, controls, onVerdict: trial => onVerdict(verdictText(trial)) });
  } catch (error) {
    if (!(error instanceof ExplorationEnded)) throw error;
    endedBy = isUsedUp ? 'budget' : 'signal';
  }
  return {
    baseline: { runs: baseline.length, durationMs: known.durationMs, requests: requestsIn(first) },
    trials: attempts.map(({ trial }) => trial),
    runs,
    isOneByOne: jobs < wanted,
    comparesPayments: known.payments !== null,
    endedBy,
  };
}
