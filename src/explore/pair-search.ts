import { inParallel } from '../clock/in-parallel.ts';
import type { Trace } from '../trace/trace.ts';
import { Attempt, type Trial } from './attempt.ts';
import { combine } from './combination.ts';
import { coveringArray, type Pair, pairsIn, pairsOf } from './covering.ts';
import { ddmin } from './ddmin.ts';
import type { Disturbance } from './disturbances.ts';
import { breaksInHalf, givesUpAfter } from './pair-checks.ts';
import { strikePoints } from './strike-points.ts';
import type { Known, RunSuite } from './suite-run.ts';

/** What became of the pairs. */
export interface PairSummary {
  /** How many pairs there are. */
  readonly total: number;
  /** How many of them were tried, in however few runs. */
  readonly tried: number;
  readonly runs: number;
  /** What a reader has to know about them: sentences. */
  readonly remarks: readonly string[];
}

/** What a search for pairs needs of the runs before it. */
export interface PairOptions {
  readonly undisturbed: readonly [readonly Trace[], readonly Trace[]];
  readonly known: Known;
  readonly run: RunSuite;
  readonly jobs: number;
}

type Row = readonly Disturbance[];

const isWithin = (part: Row, row: Row): boolean => part.every(one => row.includes(one));

const operationsOf = ({ templates }: Disturbance): readonly string[] =>
  templates.flatMap(template => (template.point === 'requests' ? template.operations : []));

const strikeTheSame = (one: Disturbance, other: Disturbance): boolean =>
  operationsOf(one).some(operation => operationsOf(other).includes(operation));

/** An attempt at a combination, and whether its first run failed. */
interface Tried {
  readonly attempt: Attempt;
  readonly fails: boolean;
}

/**
 * Tries disturbances two at a time that alone do not break the suite. The combinations of a covering array try many
 * pairs in one run each. What breaks the suite is reduced to the disturbances that are needed, and these to the
 * smallest case.
 */
export class PairSearch {
  readonly #options: PairOptions;
  readonly #singles: readonly Attempt[];
  readonly #order: readonly Disturbance[];
  readonly #total: number;
  #left: readonly Pair[];
  readonly #tried = new Map<string, Tried>();
  readonly #passed: Row[] = [];
  /** The combinations that break the suite. Those that contain one of them say nothing about their other pairs. */
  readonly #breaking: Row[] = [];
  /** Those that break the suite by striking the same request twice. */
  readonly #exhausting = new Set<Disturbance>();
  readonly #found: Attempt[] = [];
  /** Combinations that failed and are not judged yet. */
  #failing: Row[] = [];
  #runs = 0;
  #flaky = 0;

  /** @param singles what was tried and did not break the suite */
  constructor(singles: readonly Attempt[], options: PairOptions) {
    this.#options = options;
    this.#singles = singles;
    this.#order = singles.map(({ disturbance }) => disturbance);
    this.#left = pairsOf(this.#order).filter(({ parts }) => this.#canStrike(parts));
    this.#total = this.#left.length;
  }

  /** Tries all pairs. @throws ExplorationEnded if it cannot go on */
  async search(): Promise<void> {
    for (;;) {
      const rows = this.#nextRows();
      if (rows.length === 0) return;
      await inParallel(rows, this.#options.jobs, async row => {
        const { fails } = await this.#try(row);
        if (fails) this.#failing.push(row);
        else this.#pass(row);
      });
      for (const row of rows.filter(one => this.#failing.includes(one))) {
        await this.#judge(row);
        this.#failing = this.#failing.filter(one => one !== row);
      }
    }
  }

  get trials(): readonly Trial[] {
    return this.#found.map(({ trial }) => trial);
  }

  get summary(): PairSummary {
    const exhausting = [...this.#exhausting].map(({ id }) => id);
    const giving = `The suite does not survive two failures of the same request in a row (${exhausting.join(', ')}), so such pairs were left out.`;
    const flaky = `${this.#flaky} of the combinations failed only sometimes.`;
    const open = this.#failing.map(
      row =>
        `The command failed under ${row.map(({ id }) => id).join(', ')} at once, but there was no time to find out which of them are needed.`,
    );
    return {
      total: this.#total,
      tried: this.#total - this.#left.length,
      runs: this.#runs,
      remarks: [...(exhausting.length > 0 ? [giving] : []), ...(this.#flaky > 0 ? [flaky] : []), ...open],
    };
  }

  /** The next combinations, as many as can be run at the same time. */
  #nextRows(): Row[] {
    const rows: Row[] = [];
    for (const row of coveringArray(this.#left, one => this.#isAllowed(one))) {
      rows.push(this.#order.filter(one => row.includes(one)));
      if (rows.length === this.#options.jobs) break;
    }
    return rows;
  }

  #isAllowed(row: Row): boolean {
    const exhausts = row.some(
      one => this.#exhausting.has(one) && row.some(other => other !== one && strikeTheSame(one, other)),
    );
    return !exhausts && !this.#breaking.some(known => isWithin(known, row));
  }

  #attemptAt(row: Row): Attempt {
    const { undisturbed, known, run } = this.#options;
    const combination = combine(row);
    const disturbed = this.#singles
      .filter(({ disturbance }) => row.includes(disturbance))
      .map(({ traces }) => traces);
    const points = strikePoints(combination, { undisturbed, disturbed });
    return new Attempt(combination, points, known, scenario => {
      this.#runs += 1;
      return run(scenario);
    });
  }

  /** Whether each of them has somewhere to strike, be it only where another one has led the suite. */
  #canStrike(row: Row): boolean {
    const { disturbance, points } = this.#attemptAt(row);
    const kinds = new Set(points.map(({ template }) => disturbance.templates[template]));
    return row.every(({ templates }) => templates.some(template => kinds.has(template)));
  }

  /** The first run of a combination, which takes place only once. */
  async #try(row: Row): Promise<Tried> {
    const key = row.map(({ id }) => id).join();
    const known = this.#tried.get(key);
    if (known) return known;
    const attempt = this.#attemptAt(row);
    const tried = { attempt, fails: await attempt.first() };
    this.#tried.set(key, tried);
    return tried;
  }

  /** Whether a part of a failing combination fails as well. What passed before, or within another one, is not tried. */
  async #fails(row: Row): Promise<boolean> {
    if (row.length < 2 || this.#passed.some(passed => isWithin(row, passed))) return false;
    const { fails } = await this.#try(row);
    if (!fails) this.#passed.push(row);
    return fails;
  }

  async #judge(row: Row): Promise<void> {
    // It contains what has been found since, so that it would only be found again.
    if (!this.#isAllowed(row)) return;
    const { attempt } = await this.#try(row);
    if (await attempt.confirm()) await this.#reduce(row);
    else this.#settleAsFlaky(row);
  }

  #pass(row: Row): void {
    this.#passed.push(row);
    this.#settle(row);
  }

  /** No more is to be learned from a combination. */
  #settle(row: Row): void {
    const tried = new Set(pairsIn(row, this.#left));
    this.#left = this.#left.filter(pair => !tried.has(pair));
  }

  #settleAsFlaky(row: Row): void {
    this.#flaky += 1;
    this.#settle(row);
  }

  /** Finds the disturbances of a failing combination that are needed, and where they have to strike. */
  async #reduce(row: Row): Promise<void> {
    const smallest = await ddmin(row, part => this.#fails(part));
    const { attempt } = await this.#try(smallest);
    // Different pairs often break the same test.
    await attempt.judge(this.#found[0]?.trial.break?.points);
    if (attempt.trial.verdict !== 'broke' || (await breaksInHalf(attempt))) return this.#settleAsFlaky(row);
    const exhausting = await givesUpAfter(attempt);
    if (exhausting.length > 0) for (const one of exhausting) this.#exhausting.add(one);
    else {
      this.#found.push(attempt);
      this.#breaking.push(smallest);
    }
    this.#settle(smallest);
  }
}
