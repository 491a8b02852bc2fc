import type { HostClock } from '../clock/host-clock.ts';
import type { Account } from '../engine/account.ts';
import type { Happening } from '../engine/command-context.ts';
import type { CommandRunner } from './command-runner.ts';

/** How far to go: to an instant, until nothing is due any more, or until something has happened. */
export type Goal =
  | { readonly kind: 'instant'; readonly atMs: number }
  | { readonly kind: 'idle' }
  | { readonly kind: 'happening'; readonly isIt: (happening: Happening) => boolean };

/** What an advance came to. */
export interface Advanced {
  readonly nowMs: number;
  /** What happened, in order, but for changes of the account itself; the first MAX_FIRED of it. */
  readonly fired: readonly Happening[];
  /** How much happened altogether. */
  readonly firedTotal: number;
  /** False where the goal cannot come any more: nothing is due. */
  readonly reached: boolean;
}

/** How many happenings an advance tells at most. */
export const MAX_FIRED = 10_000;

/** What an advance hears of its account. */
class AdvanceReport {
  readonly fired: Happening[] = [];
  total = 0;
  reached = false;
  readonly #goal: Goal;

  constructor(goal: Goal) {
    this.#goal = goal;
  }

  hear(happenings: readonly Happening[]): void {
    for (const happening of happenings) {
      if (happening.kind === 'account') continue;
      this.total += 1;
      if (this.fired.length < MAX_FIRED) this.fired.push(happening);
      if (this.#goal.kind === 'happening' && this.#goal.isIt(happening)) this.reached = true;
    }
  }
}

/** The last instant that is written in four digits of a year; what is due later than this never comes. */
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59);

/** How long an advance may go on without letting others have their turn. */
const LONGEST_STRETCH_MS = 2;

/**
 * Moves an account's clock forward, stopping at each instant at which something is due until all of it has happened
 * and its webhooks were answered. Advances of one account follow one another.
 */
export class ClockAdvancer {
  readonly #runner: CommandRunner;
  readonly #clock: HostClock;
  #breathedMs = 0;
  /** Per account: the end of what has been asked for last. */
  readonly #last = new WeakMap<Account, Promise<unknown>>();
  readonly #ears = new WeakMap<Account, AdvanceReport>();

  constructor(runner: CommandRunner, clock: HostClock) {
    this.#runner = runner;
    this.#clock = clock;
  }

  /** To be told of what happens, so that an advance knows what it fired. */
  hear(account: Account, happenings: readonly Happening[]): void {
    this.#ears.get(account)?.hear(happenings);
  }

  /**
   * Advances once all earlier advances of the account are done.
   * @param goal asked with what the clock shows then; what it throws, the advance rejects with, and nothing moves
   */
  advance(account: Account, goal: (nowMs: number) => Goal): Promise<Advanced> {
    return this.alone(account, () => this.#run(account, goal(this.#runner.nowMs(account))));
  }

  /** Does something that must not fall into the middle of an advance. */
  alone<Result>(account: Account, work: () => Result | Promise<Result>): Promise<Result> {
    const before = this.#last.get(account) ?? Promise.resolve();
    const mine = before.then(work);
    this.#last.set(
      account,
      mine.catch(() => undefined),
    );
    return mine;
  }

  async #run(account: Account, goal: Goal): Promise<Advanced> {
    const ear = new AdvanceReport(goal);
    this.#ears.set(account, ear);
    const limitMs = goal.kind === 'instant' ? goal.atMs : LATEST_MS;
    let instantMs = this.#runner.nowMs(account);
    const told = (reached: boolean): Advanced => ({
      nowMs: instantMs,
      fired: ear.fired,
      firedTotal: ear.total,
      reached,
    });
    try {
      await this.#settle(account, instantMs);
      while (!ear.reached) {
        const dueMs = account.agenda.nextDueMs();
        if (dueMs === null || dueMs > limitMs) {
          if (goal.kind === 'instant') instantMs = Math.max(instantMs, goal.atMs);
          return told(goal.kind === 'instant' || (goal.kind === 'idle' && dueMs === null));
        }
        instantMs = Math.max(instantMs, dueMs);
        await this.#settle(account, instantMs);
      }
      return told(true);
    } finally {
      this.#runner.release(account, instantMs);
      this.#ears.delete(account);
    }
  }

  /** Does all that is due by an instant, a slice at a time, and waits until its webhooks were answered. */
  async #settle(account: Account, instantMs: number): Promise<void> {
    while (this.#runner.holdAt(account, instantMs)) if (this.#isLong()) await this.#yieldToEventLoop();
    await this.#runner.quiet(account);
    if (this.#isLong()) await this.#yieldToEventLoop();
  }

  #isLong(): boolean {
    return this.#clock.monotonicMs() - this.#breathedMs >= LONGEST_STRETCH_MS;
  }

  async #yieldToEventLoop(): Promise<void> {
    await this.#clock.yieldToEventLoop();
    this.#breathedMs = this.#clock.monotonicMs();
  }
}
