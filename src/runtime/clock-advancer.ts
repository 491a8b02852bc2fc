import type { HostClock } from '../clock/host-clock.ts';
import type { Account } from '../engine/account.ts';
import type { Happening } from '../engine/command-context.ts';
import type { CommandRunner } from './command-runner.ts';

/** When an advance stops: at an instant, once no work is scheduled, or once something has happened. */
export type Goal =
  | { readonly kind: 'instant'; readonly atMs: number }
  | { readonly kind: 'idle' }
  | { readonly kind: 'happening'; readonly matches: (happening: Happening) => boolean };

/** The result of an advance. */
export interface Advanced {
  readonly nowMs: number;
  /** The first MAX_FIRED happenings, in order. Changes of the account itself are left out. */
  readonly fired: readonly Happening[];
  /** The total number of happenings. */
  readonly firedTotal: number;
  /** False if the goal cannot be reached, because no more work is scheduled. */
  readonly reached: boolean;
}

/** The maximum number of happenings that an advance reports. */
export const MAX_FIRED = 10_000;

/** Collects what happens to an account during an advance. */
class AdvanceReport {
  readonly fired: Happening[] = [];
  total = 0;
  reached = false;
  readonly #goal: Goal;

  constructor(goal: Goal) {
    this.#goal = goal;
  }

  add(happenings: readonly Happening[]): void {
    for (const happening of happenings) {
      if (happening.kind === 'account') continue;
      this.total += 1;
      if (this.fired.length < MAX_FIRED) this.fired.push(happening);
      if (this.#goal.kind === 'happening' && this.#goal.matches(happening)) this.reached = true;
    }
  }
}

/** The last instant whose year has four digits. Work that is due later never runs. */
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59);

/** How long an advance may run without yielding to the event loop. */
const LONGEST_STRETCH_MS = 2;

/**
 * Advances an account's clock. It stops at each instant at which work is due, until that work is done and its webhook
 * deliveries are complete. Advances of the same account run one after another.
 */
export class ClockAdvancer {
  readonly #runner: CommandRunner;
  readonly #clock: HostClock;
  #lastYieldMs = 0;
  /** For each account, the promise of the last work in its queue. */
  readonly #last = new WeakMap<Account, Promise<unknown>>();
  readonly #reports = new WeakMap<Account, AdvanceReport>();

  constructor(runner: CommandRunner, clock: HostClock) {
    this.#runner = runner;
    this.#clock = clock;
  }

  /** Must be called with everything that happens, so that a running advance can report it. */
  onHappenings(account: Account, happenings: readonly Happening[]): void {
    this.#reports.get(account)?.add(happenings);
  }

  /**
   * Advances the clock once all earlier advances of the account are done.
   * @param goal called then with the clock's current time. If it throws, the advance rejects and the clock stays.
   */
  advance(account: Account, goal: (nowMs: number) => Goal): Promise<Advanced> {
    return this.alone(account, () => this.#run(account, goal(this.#runner.nowMs(account))));
  }

  /** Runs work once all earlier advances of the account are done; later ones wait for it. */
  alone<Result>(account: Account, work: () => Result | Promise<Result>): Promise<Result> {
    const previous = this.#last.get(account) ?? Promise.resolve();
    const current = previous.then(work);
    this.#last.set(
      account,
      current.catch(() => undefined),
    );
    return current;
  }

  async #run(account: Account, goal: Goal): Promise<Advanced> {
    const report = new AdvanceReport(goal);
    this.#reports.set(account, report);
    const limitMs = goal.kind === 'instant' ? goal.atMs : LATEST_MS;
    let instantMs = this.#runner.nowMs(account);
    const result = (reached: boolean): Advanced => ({
      nowMs: instantMs,
      fired: report.fired,
      firedTotal: report.total,
      reached,
    });
    try {
      await this.#settle(account, instantMs);
      while (!report.reached) {
        const dueMs = account.agenda.nextDueMs();
        if (dueMs === null || dueMs > limitMs) {
          if (goal.kind === 'instant') instantMs = Math.max(instantMs, goal.atMs);
          return result(goal.kind === 'instant' || (goal.kind === 'idle' && dueMs === null));
        }
        instantMs = Math.max(instantMs, dueMs);
        await this.#settle(account, instantMs);
      }
      return result(true);
    } finally {
      this.#runner.release(account, instantMs);
      this.#reports.delete(account);
    }
  }

  /** Runs all work that is due by an instant, in slices, and waits until its deliveries are complete. */
  async #settle(account: Account, instantMs: number): Promise<void> {
    while (this.#runner.holdAt(account, instantMs)) if (this.#isLong()) await this.#yieldToEventLoop();
    await this.#runner.quiet(account);
    if (this.#isLong()) await this.#yieldToEventLoop();
  }

  #isLong(): boolean {
    return this.#clock.monotonicMs() - this.#lastYieldMs >= LONGEST_STRETCH_MS;
  }

  async #yieldToEventLoop(): Promise<void> {
    await this.#clock.yieldToEventLoop();
    this.#lastYieldMs = this.#clock.monotonicMs();
  }
}
