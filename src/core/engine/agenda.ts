import TinyQueue from 'tinyqueue';
import {
  type AccountState,
  attemptOf,
  type HeldPlan,
  type Order,
  type Task,
  type TaskWork,
} from './account-state.ts';

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
  readonly #queue: TinyQueue<Task>;
  /** The task of the next attempt, by event, so that withdrawing it for each of many events needs no search. */
  readonly #nextAttempts = new Map<number, Task>();

  constructor(state: AccountState) {
    this.#state = state;
    this.#queue = new TinyQueue(state.agenda, byDueTime);
    for (const task of state.agenda) this.#index(task);
  }

  enter(dueMs: number, work: TaskWork): void {
    const task = taskOf(dueMs, this.#state.nextTaskSeq++, work);
    this.#queue.push(task);
    this.#index(task);
  }

  /** The time when the next work is due; null if no work is scheduled. */
  nextDueMs(): number | null {
    return this.#queue.peek()?.dueMs ?? null;
  }

  /** Removes and returns the next work that is due at an instant or earlier, or null. */
  takeDue(byMs: number): Task | null {
    const next = this.#queue.peek();
    const task = next && next.dueMs <= byMs ? this.#queue.pop() : undefined;
    if (!task) return null;
    this.#unindex(task);
    return task;
  }

  /**
   * Removes work that no longer applies, so that no advance stops at an instant at which nothing happens.
   * @returns true if any was removed
   */
  withdraw(isObsolete: (task: Task) => boolean): boolean {
    const obsolete = this.#state.agenda.filter(isObsolete);
    for (const task of obsolete) this.#remove(task);
    return obsolete.length > 0;
  }

  withdrawNextAttempt(event: number): boolean {
    const task = this.#nextAttempts.get(event);
    if (task) this.#remove(task);
    return task !== undefined;
  }

  #index(task: Task): void {
    const event = attemptOf(task)?.event;
    if (event !== undefined) this.#nextAttempts.set(event, task);
  }

  #unindex(task: Task): void {
    const event = attemptOf(task)?.event;
    if (event !== undefined && this.#nextAttempts.get(event) === task) this.#nextAttempts.delete(event);
  }

  /** Moves a task to the top of the heap and takes it off, which costs less than building the heap again. */
  #remove(task: Task): void {
    const { agenda } = this.#state;
    let position = agenda.indexOf(task);
    while (position > 0) {
      const parent = (position - 1) >> 1;
      agenda[position] = agenda[parent]!;
      position = parent;
    }
    agenda[0] = task;
    this.#queue.pop();
    this.#unindex(task);
  }
}

/**
 * The plans of an account that wait for another event. The list is part of the account's state, so snapshots contain it;
 * an index finds the plans of an order, because tens of thousands can wait.
 */
export class HeldPlans {
  readonly #list: HeldPlan[];
  /** An event has at most one held plan. */
  readonly #byEvent = new Map<number, HeldPlan>();

  constructor({ held }: AccountState) {
    this.#list = held;
    for (const one of held) this.#byEvent.set(eventOf(one), one);
  }

  add(held: HeldPlan): void {
    this.#list.push(held);
    this.#byEvent.set(eventOf(held), held);
  }

  /** Removes the plans of an order that wait for an event such as `order.delegated`, and returns them, oldest first. */
  take({ steps }: Order, until: string): HeldPlan[] {
    const due: { readonly position: number; readonly held: HeldPlan }[] = [];
    for (const { event } of steps) {
      const held = this.#byEvent.get(event);
      if (held?.until === until) due.push({ position: this.#list.indexOf(held), held });
    }
    due.sort((a, b) => b.position - a.position);
    for (const { position, held } of due) {
      this.#list.splice(position, 1);
      this.#byEvent.delete(eventOf(held));
    }
    return due.map(({ held }) => held).reverse();
  }
}

const eventOf = ({ plans }: HeldPlan): number => plans[0]!.event;
