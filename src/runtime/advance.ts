import type { Account } from '../engine/account.ts';
import type { Happening } from '../engine/turn.ts';
import type { Runner } from './runner.ts';

/** How far to go: to an instant, until nothing is due any more, or until something has happened. */
export type Goal =
  | { readonly kind: 'instant'; readonly atMs: number }
  | { readonly kind: 'idle' }
  | { readonly kind: 'happening'; readonly isIt: (happening: Happening) => boolean; readonly words: string };

export interface Advanced {
  readonly nowMs: number;
  readonly fired: readonly Happening[];
  /** False where the goal cannot come any more: nothing is due. */
  readonly reached: boolean;
}

/**
 * Moves an account's clock forward, stopping at each instant at which something is due until all of it has happened
 * and its webhooks were answered. Advances of one account follow one another.
 */
export class Advancer {
  readonly #runner: Runner;
  /** Per account: the end of its last advance. */
  readonly #last = new WeakMap<Account, Promise<unknown>>();
  readonly #ears = new WeakMap<Account, Happening[]>();

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** To be told of what happens, so that an advance knows what it fired. */
  hear(account: Account, happenings: readonly Happening[]): void {
    this.#ears.get(account)?.push(...happenings);
  }

  /** Advances once all earlier advances of the account are done. */
  advance(account: Account, goal: (nowMs: number) => Goal): Promise<Advanced> {
    const before = this.#last.get(account) ?? Promise.resolve();
    const mine = before.then(() => this.#run(account, goal(this.#runner.nowMs(account))));
    this.#last.set(
      account,
      mine.catch(() => undefined),
    );
    return mine;
  }

  async #run(account: Account, goal: Goal): Promise<Advanced> {
    const runner = this.#runner;
    const fired: Happening[] = [];
    this.#ears.set(account, fired);
    const limitMs = goal.kind === 'instant' ? goal.atMs : Number.POSITIVE_INFINITY;
    let instantMs = runner.nowMs(account);
    let reached = goal.kind === 'instant';
    try {
      runner.holdAt(account, instantMs);
      await runner.quiet(account);
      for (;;) {
        if (goal.kind === 'happening' && fired.some(goal.isIt)) {
          reached = true;
          break;
        }
        const dueMs = account.agenda.nextDueMs();
        if (dueMs === null || dueMs > limitMs) break;
        instantMs = Math.max(instantMs, dueMs);
        runner.holdAt(account, instantMs);
        await runner.quiet(account);
      }
      if (goal.kind === 'instant') instantMs = Math.max(instantMs, goal.atMs);
      return { nowMs: instantMs, fired, reached: reached || goal.kind === 'idle' };
    } finally {
      runner.release(account, instantMs);
      this.#ears.delete(account);
    }
  }
}
