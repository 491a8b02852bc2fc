import TinyQueue from 'tinyqueue';
import type { AccountState, Task, TaskWork } from './account-state.ts';

/** Total order of the work: by due time, then in the order in which it was scheduled. */
const byDueTime = (a: Task, b: Task): number => a.dueMs - b.dueMs || a.seq - b.seq;

/** Without a spread, which would double the cost of scheduling. */
function taskOf(dueMs: number, seq: number, work: TaskWork): Task {
  switch (work.kind) {
    case 'step':
      return { dueMs, seq, kind: 'step', order: work.order, step: work.step };
    case 'refund':
      return { dueMs, seq, kind: 'refund', order: work.order };
    case 'send':
      return { dueMs, seq, kind: 'send', plan: work.plan };
    case 'retry':
      return { dueMs, seq, kind: 'retry', event: work.event, number: work.number };
  }
}

/** An account's scheduled work. The array of the heap is part of the account's state, so snapshots contain it. */
export class Agenda {
  readonly #state: AccountState;
  #queue: TinyQueue<Task>;

  constructor(state: AccountState) {
    this.#state = state;
    this.#queue = new TinyQueue(state.agenda, byDueTime);
  }

  /** Schedules work for an instant. */
  enter(dueMs: number, work: TaskWork): void {
    this.#queue.push(taskOf(dueMs, this.#state.nextTaskSeq++, work));
  }

  /** When the next work is due, or null if there is none. */
  nextDueMs(): number | null {
    return this.#queue.peek()?.dueMs ?? null;
  }

  /** Removes and returns the next work that is due at an instant or earlier, or null. */
  takeDue(byMs: number): Task | null {
    const next = this.#queue.peek();
    return next && next.dueMs <= byMs ? (this.#queue.pop() as Task) : null;
  }

  /**
   * Removes work that no longer applies, so that no advance stops at an instant at which nothing happens.
   * @returns true if any was removed
   */
  withdraw(isObsolete: (task: Task) => boolean): boolean {
    const { agenda } = this.#state;
    let kept = 0;
    for (const task of agenda) if (!isObsolete(task)) agenda[kept++] = task;
    if (kept === agenda.length) return false;
    agenda.length = kept;
    this.#queue = new TinyQueue(agenda, byDueTime);
    return true;
  }
}
