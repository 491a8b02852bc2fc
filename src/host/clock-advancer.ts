import { LATEST_INSTANT_MS } from '../core/domain/time.ts';
import type { Account } from '../core/engine/account.ts';
import type { AccountEvent } from '../core/engine/command-context.ts';
import { InterruptedError } from './account-health.ts';
import type { CommandRunner } from './command-runner.ts';
import type { ClockHold, DeliveryGroup } from './delivery-runner.ts';
import { LONGEST_SLICE_MS } from './node/concurrency.ts';
import type { HostClock } from './node/host-clock.ts';

export type Goal =
  | { readonly kind: 'instant'; readonly atMs: number }
  | { readonly kind: 'idle' }
  | { readonly kind: 'event'; readonly matches: (accountEvent: AccountEvent) => boolean };

export interface Advanced {
  readonly nowMs: number;
  /** The first MAX_FIRED account events, in order. Changes of the account itself are left out. */
  readonly fired: readonly AccountEvent[];
  readonly firedTotal: number;
  /** False if the goal cannot be reached, because no more work is scheduled. */
  readonly reached: boolean;
}

/** How far an advance moved an account's clock, in milliseconds since 1970. */
export interface PastAdvance {
  readonly fromMs: number;
  readonly toMs: number;
}

export const MAX_ADVANCES = 1_000;

export const MAX_FIRED = 1_000;

class AdvanceReport {
  readonly fired: AccountEvent[] = [];
  total = 0;
  reached = false;
  readonly #goal: Goal;

  constructor(goal: Goal) {
    this.#goal = goal;
  }

  add(accountEvents: readonly AccountEvent[]): void {
    for (const accountEvent of accountEvents) {
      if (accountEvent.kind === 'account') continue;
      this.total += 1;
      if (this.fired.length < MAX_FIRED) this.fired.push(accountEvent);
      if (this.#goal.kind === 'event' && this.#goal.matches(accountEvent)) this.reached = true;
    }
  }
}

class AdvanceTurn {
  /** Rejects as soon as the advance is stopped, before the work has noticed. */
  readonly result: Promise<Advanced>;
  readonly #work: (turn: AdvanceTurn) => Promise<Advanced>;
  #resolve: (result: Advanced) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #stopped: Error | null = null;
  #group: DeliveryGroup | null = null;

  /** @param gone aborts when the caller has disconnected */
  constructor(work: (turn: AdvanceTurn) => Promise<Advanced>, gone?: AbortSignal) {
    this.#work = work;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const leave = (): void => this.stop(new InterruptedError('the caller disconnected'));
    if (gone?.aborted) leave();
    else gone?.addEventListener('abort', leave, { once: true });
  }

  /** Does the work unless the turn was stopped. The promise never rejects. */
  async run(): Promise<void> {
    try {
      this.checkRunning();
      this.#resolve(await this.#work(this));
    } catch (error) {
      this.#reject(error);
    }
  }

  waitsFor(group: DeliveryGroup): void {
    this.#group = group;
  }

  /** Has no effect once the advance is complete. */
  stop(error: Error): void {
    this.#stopped ??= error;
    this.#group?.interrupt(error);
    this.#reject(error);
  }

  /** @throws the error with which the turn was stopped */
  checkRunning(): void {
    if (this.#stopped) throw this.#stopped;
  }
}

/**
 * Advances an account's clock. It stops at each instant at which work is due, until that work is done and its webhook
 * deliveries are complete. It waits for the deliveries that were in flight when it began, for its own deliveries, for the
 * deliveries that hold back an event of its orders, and for all that follow from these. It does not wait for deliveries
 * of other requests. Advances of the same account run one after another.
 */
export class ClockAdvancer {
  readonly #runner: CommandRunner;
  readonly #clock: HostClock;
  readonly #onAdvanced: (account: Account, advance: PastAdvance) => void;
  #lastYieldMs = 0;
  /** The advances that are not complete; the first one is running. */
  readonly #queues = new WeakMap<Account, AdvanceTurn[]>();
  readonly #reports = new WeakMap<Account, AdvanceReport>();

  /** @param onAdvanced called after each advance that moved the clock, even if its caller stopped it */
  constructor(
    runner: CommandRunner,
    clock: HostClock,
    onAdvanced: (account: Account, advance: PastAdvance) => void,
  ) {
    this.#runner = runner;
    this.#clock = clock;
    this.#onAdvanced = onAdvanced;
  }

  /** Must be called with all account events, so that a running advance can report them. */
  onAccountEvents(account: Account, accountEvents: readonly AccountEvent[]): void {
    this.#reports.get(account)?.add(accountEvents);
  }

  /**
   * Advances the clock once all earlier advances of the account are done.
   * @param goal called then with the clock's current time. If it throws, the advance rejects and the clock stays.
   * @param gone aborts when the caller has disconnected. The advance then stops at the instant that it has reached.
   * @throws InterruptedError (as a rejection) if `gone` aborts, or if the account is deleted, reset or restored
   */
  advance(account: Account, goal: (nowMs: number) => Goal, gone?: AbortSignal): Promise<Advanced> {
    const turn = new AdvanceTurn(one => this.#run(account, goal(this.#runner.nowMs(account)), one), gone);
    const queue = this.#queues.get(account);
    if (queue) queue.push(turn);
    else {
      const begun = [turn];
      this.#queues.set(account, begun);
      void this.#runAll(account, begun);
    }
    return turn.result;
  }

  /** Ends all advances of an account, because it was deleted or its state was replaced. */
  interrupt(account: Account, error: Error): void {
    const queue = this.#queues.get(account) ?? [];
    this.#queues.delete(account);
    this.#reports.delete(account);
    for (const turn of queue) turn.stop(error);
  }

  async #runAll(account: Account, queue: AdvanceTurn[]): Promise<void> {
    for (let turn = queue[0]; turn; turn = queue[0]) {
      await turn.run();
      queue.shift();
    }
    if (this.#queues.get(account) === queue) this.#queues.delete(account);
  }

  async #run(account: Account, goal: Goal, turn: AdvanceTurn): Promise<Advanced> {
    const report = new AdvanceReport(goal);
    this.#reports.set(account, report);
    const limitMs = goal.kind === 'instant' ? goal.atMs : LATEST_INSTANT_MS;
    const hold = this.#runner.hold(account);
    turn.waitsFor(hold.group);
    const fromMs = hold.atMs;
    const result = (reached: boolean): Advanced => ({
      nowMs: hold.atMs,
      fired: report.fired,
      firedTotal: report.total,
      reached,
    });
    try {
      await this.#settle(account, hold, hold.atMs, turn);
      while (!report.reached) {
        const dueMs = account.agenda.nextDueMs();
        if (dueMs === null || dueMs > limitMs) {
          if (goal.kind === 'instant') hold.atMs = Math.max(hold.atMs, goal.atMs);
          return result(goal.kind === 'instant' || (goal.kind === 'idle' && dueMs === null));
        }
        await this.#settle(account, hold, Math.max(hold.atMs, dueMs), turn);
      }
      return result(true);
    } finally {
      if (!hold.run.hasEnded && hold.atMs > fromMs) this.#onAdvanced(account, { fromMs, toMs: hold.atMs });
      this.#runner.release(account, hold);
      if (this.#reports.get(account) === report) this.#reports.delete(account);
    }
  }

  /** Runs all work that is due by an instant, in slices, and waits until its deliveries are complete. */
  async #settle(account: Account, hold: ClockHold, instantMs: number, turn: AdvanceTurn): Promise<void> {
    while (this.#runner.holdAt(account, hold, instantMs)) await this.#pause(turn);
    await hold.group.done();
    await this.#pause(turn);
  }

  /** @throws the error with which the turn was stopped */
  async #pause(turn: AdvanceTurn): Promise<void> {
    if (this.#clock.monotonicMs() - this.#lastYieldMs >= LONGEST_SLICE_MS) {
      await this.#clock.yieldToEventLoop();
      this.#lastYieldMs = this.#clock.monotonicMs();
    }
    turn.checkRunning();
  }
}
