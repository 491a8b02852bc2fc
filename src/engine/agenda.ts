import TinyQueue from 'tinyqueue';
import type { AccountState, Task, TaskWork } from './account-state.ts';

/** Due work has a total order: by instant, and within one by the sequence in which it was entered. */
const earlier = (a: Task, b: Task): number => a.dueMs - b.dueMs || a.seq - b.seq;

/** Kind by kind: a spread would cost as much as the rest of an order's way into the agenda. */
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

/** An account's due work. The heap's array is the account's own state, so a snapshot of it holds the agenda. */
export class Agenda {
  readonly #state: AccountState;
  #queue: TinyQueue<Task>;

  constructor(state: AccountState) {
    this.#state = state;
    this.#queue = new TinyQueue(state.agenda, earlier);
  }

  /** Enters work for an instant. */
  enter(dueMs: number, work: TaskWork): void {
    this.#queue.push(taskOf(dueMs, this.#state.nextTaskSeq++, work));
  }

  /** When the next work is due, or null where there is none. */
  nextDueMs(): number | null {
    return this.#queue.peek()?.dueMs ?? null;
  }

  /** Takes the next work that is due by an instant, or null. */
  takeDue(byMs: number): Task | null {
    const next = this.#queue.peek();
    return next && next.dueMs <= byMs ? (this.#queue.pop() as Task) : null;
  }

  /**
   * Removes work that has lost its purpose, so that nobody waits for an instant at which nothing happens.
   * @returns true where any was removed
   */
  withdraw(isPointless: (task: Task) => boolean): boolean {
    const { agenda } = this.#state;
    let kept = 0;
    for (const task of agenda) if (!isPointless(task)) agenda[kept++] = task;
    if (kept === agenda.length) return false;
    agenda.length = kept;
    this.#queue = new TinyQueue(agenda, earlier);
    return true;
  }
}
