import { durationMs } from '../../../../src/core/domain/time.ts';
import type { Account } from '../../../../src/core/engine/account.ts';
import type { AccountState, Order, Task } from '../../../../src/core/engine/account-state.ts';
import type { EngineCall } from '../world.ts';
import { type Check, holds } from './check.ts';
import { isOver } from './timelines.ts';

const MINUTE_MS = 60_000;

/** True if a comes before b in the order of scheduled work. */
const isBefore = (a: Task, b: Task): boolean => a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.seq < b.seq);

/** When the next step of an order's lifecycle is due, or null if there is none. */
function nextStepMs(state: AccountState, order: Order): number | null {
  if (order.position < 0) return null;
  const next = state.lifecycles[order.lifecycle]?.steps[order.position];
  if (!next) return null;
  const afterMs = next.after === 'rental' ? order.durationMinutes * MINUTE_MS : durationMs(next.after);
  return order.steps.at(-1)!.atMs + afterMs;
}

/** The agenda is a heap in total order, no work is overdue, and each order has exactly its next step in it. */
export class AgendaCheck implements Check {
  begin({ state }: Account): void {
    this.#heap(state);
    this.#steps(state);
  }

  after({ account: { state }, beforeMs, nowMs, executed }: EngineCall): void {
    holds(
      state.nowMs === Math.max(beforeMs, nowMs),
      () => `time went from ${beforeMs} to ${state.nowMs}, asked for ${nowMs}`,
    );
    let lastMs = beforeMs;
    for (const accountEvent of executed.accountEvents) {
      holds(
        accountEvent.atMs >= lastMs && accountEvent.atMs <= state.nowMs,
        () => `time went back: ${JSON.stringify(accountEvent)}`,
      );
      lastMs = accountEvent.atMs;
    }
    this.#heap(state);
    this.#steps(state);
  }

  #heap({ agenda, nextTaskSeq, nowMs }: AccountState): void {
    const seqs = new Set<number>();
    agenda.forEach((task, index) => {
      const above = agenda[(index - 1) >> 1];
      holds(
        index === 0 || isBefore(above!, task),
        () => `the agenda is not a heap at ${index}: ${JSON.stringify(agenda)}`,
      );
      holds(task.seq < nextTaskSeq, () => `a sequence number from the future: ${JSON.stringify(task)}`);
      seqs.add(task.seq);
    });
    holds(seqs.size === agenda.length, () => 'two pieces of work have one sequence number');
    // Work that the command itself made due at this instant waits for the next command.
    holds(
      agenda.length === 0 || agenda[0]!.dueMs >= nowMs,
      () => `overdue at ${nowMs}: ${JSON.stringify(agenda[0])}`,
    );
  }

  #steps(state: AccountState): void {
    const awaited = new Map<number, Task>();
    for (const task of state.agenda) {
      if (task.kind === 'refund') checkRefund(state, task.order);
      if (task.kind === 'retry') checkRetry(state, task.event);
      if (task.kind !== 'step') continue;
      const order = state.orders[task.order - 1]!;
      holds(
        !isOver(order),
        () => `order ${order.id} is in a final state, but has a scheduled step: ${JSON.stringify(task)}`,
      );
      holds(
        task.step === order.steps.length,
        () => `order ${order.id} is already past this step: ${JSON.stringify(task)}`,
      );
      holds(!awaited.has(order.id), () => `order ${order.id} has two scheduled steps`);
      awaited.set(order.id, task);
    }
    for (const order of state.orders) {
      const dueMs = nextStepMs(state, order);
      holds(
        dueMs === (awaited.get(order.id)?.dueMs ?? null),
        () =>
          `order ${order.id} has a step scheduled at ${awaited.get(order.id)?.dueMs}, but its lifecycle says ${dueMs}`,
      );
    }
  }
}

function checkRefund(state: AccountState, id: number): void {
  const order = state.orders[id - 1];
  holds(
    order?.steps.at(-1)?.status === 'failed',
    () => `order ${id} has a scheduled refund, but has not failed`,
  );
  holds(order.refund === null, () => `order ${id} has a second refund scheduled`);
}

function checkRetry(state: AccountState, event: number): void {
  holds(
    state.events[event]?.state === 'scheduled',
    () => `event ${event} is settled, but has a scheduled retry`,
  );
}
