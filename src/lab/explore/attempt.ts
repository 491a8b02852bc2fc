import type { Disturbance } from './disturbances.ts';
import { minimize, strikeAll } from './minimize.ts';
import type { ScenarioContent } from './render-scenario.ts';
import type { StrikePoint } from './strike-points.ts';
import { ExplorationEnded, type Failure, failureOf, type Known, type RunSuite } from './suite-run.ts';

/** `not-met`: the suite never reached a point at which it could strike. `not-tried`: the exploration ended before. */
type Verdict = 'survived' | 'broke' | 'not-met' | 'not-tried';

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
interface Break {
  readonly failure: Failure;
  readonly scenario: ScenarioContent;
  readonly points: readonly StrikePoint[];
  /** How many of the runs under this scenario failed. */
  readonly failed: number;
  readonly of: number;
}

interface Tally {
  failed: number;
  of: number;
  last: Failure | null;
}

/** How often the suite is run at most before a failure that did not come again counts as chance. */
const CONFIRMING_RUNS = 3;

/** One disturbance on its way to a verdict. */
export class Attempt {
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

  /** Runs the suite under a scenario. @returns whether it failed as in the first run */
  async #fails(scenario: ScenarioContent): Promise<boolean> {
    const outcome = await this.#run(scenario);
    this.#runs += 1;
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
    this.#firstFailure ??= failure;
    if (this.#firstFailure.kind === 'finding')
      return failure.kind === 'finding' ? this.#sameRule(failure) : failure;
    return failure.kind === 'finding' ? null : failure;
  }

  #sameRule(failure: Failure): Failure | null {
    const { rule } = this.#firstFailure!.findings[0]!;
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

  /** Runs it until it has failed twice, or too seldom. @returns whether the failure of the first run is confirmed */
  async confirm(): Promise<boolean> {
    this.#isConfirmed = await this.#confirm(this.#best.scenario);
    return this.#isConfirmed;
  }

  /** Runs a scenario that failed until it has failed twice, or too seldom. @returns whether it is confirmed */
  async #confirm(scenario: ScenarioContent): Promise<boolean> {
    const tally = this.#tallyOf(scenario);
    while (tally.failed < 2 && tally.of < CONFIRMING_RUNS) await this.#fails(scenario);
    return tally.failed >= 2;
  }

  /**
   * Looks for the smallest case of a failure that is confirmed.
   * @param guess where another disturbance breaks the suite: perhaps this one does so there, too
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

  /** The verdict, as far as it is known. */
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
    return this.#wasMet ? { ...common, verdict: 'survived', note: '' } : { ...common, ...NOT_MET };
  }

  /** Whether it determined anything. For webhooks, the trace says it well enough. */
  get #wasMet(): boolean {
    return this.#struck > 0 || this.disturbance.templates.every(({ point }) => point === 'webhooks');
  }
}

const NOT_MET = {
  verdict: 'not-met',
  note: 'the suite never gets to where this could strike',
} as const;
