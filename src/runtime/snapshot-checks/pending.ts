import type { HeldPlan, Order, Task } from '../../engine/account-state.ts';
import { isOut } from '../../engine/event-progress.ts';
import { nextStepAfterMs } from '../../engine/order-lifecycle.ts';
import { planKey } from '../../engine/send-plans.ts';
import { orderById, orderOf } from '../../engine/state-lookup.ts';
import type { CheckStep } from '../../storage/account-schema/problems.ts';
import type { SnapshotState } from '../named-snapshots.ts';
import { countProblem, dueProblem, problem, unless } from './parts.ts';
import { isEventName, type Sendings } from './sendings.ts';

const LONGEST_PACE_MS = 366 * 86_400_000;

/** Checks the deliveries that are in flight. */
export function* inFlightSteps({ inFlight }: SnapshotState, sendings: Sendings): Generator<CheckStep> {
  for (const [key, plan] of Object.entries(inFlight)) {
    const at = `inFlight.${key}`;
    yield sendings.add(plan, 'sending', at);
    yield unless(key === planKey(plan), at, () => `expected the key ${planKey(plan)}`);
  }
}

/** The names of the events that were already sent. A delivery that was held for one of them would never be made. */
class PastEvents {
  readonly #state: SnapshotState;
  readonly #byOrder = new Map<number, Set<string>>();

  constructor(state: SnapshotState) {
    this.#state = state;
  }

  has(order: Order, name: string): boolean {
    let names = this.#byOrder.get(order.id);
    if (!names) {
      const out = order.steps.filter(step => isOut(this.#state.events[step.event]!));
      names = new Set(out.map(step => `order.${step.status}`));
      this.#byOrder.set(order.id, names);
    }
    return names.has(name);
  }
}

/** Checks the attempts that wait for another event. */
export function* heldSteps(state: SnapshotState, sendings: Sendings): Generator<CheckStep> {
  const past = new PastEvents(state);
  for (const [index, held] of state.held.entries()) {
    const at = `held[${index}]`;
    const [first] = held.plans;
    if (first?.kind !== 'attempt') {
      yield problem(`${at}.plans`, 'expected an attempt and its copies');
      return;
    }
    for (const [place, plan] of held.plans.entries()) {
      const isCopy = plan.kind === 'copy' && plan.event === first.event && plan.number === first.number;
      yield unless(
        place === 0 || (isCopy && plan.copy === place + 1),
        `${at}.plans[${place}]`,
        () => `expected copy ${place + 1} of the attempt`,
      );
      yield sendings.add(plan, 'held', `${at}.plans[${place}]`);
    }
    yield paceProblem(held, at);
    const order = orderOf(state, state.events[first.event]!);
    yield unless(
      !past.has(order, held.until),
      `${at}.until`,
      () => `the first delivery of ${held.until} is already complete`,
    );
  }
}

function paceProblem({ until, pace: { afterMs, apartMs } }: HeldPlan, at: string): CheckStep {
  if (!isEventName(until)) return problem(`${at}.until`, `expected an event such as order.delegated`);
  return unless(
    [afterMs, apartMs].every(ms => ms >= 0 && ms <= LONGEST_PACE_MS),
    `${at}.pace`,
    () => `expected 0 to ${LONGEST_PACE_MS} milliseconds`,
  );
}

/** When the next step of an order's lifecycle is due, or null if there is none. */
function nextStepMs({ lifecycles }: SnapshotState, order: Order): number | null {
  const afterMs = nextStepAfterMs(lifecycles, order);
  return afterMs === null ? null : order.steps.at(-1)!.atMs + afterMs;
}

/** Checks the agenda. */
class AgendaCheck {
  readonly #state: SnapshotState;
  readonly #sendings: Sendings;
  readonly #seqs = new Set<number>();
  readonly #withStep = new Set<number>();
  readonly #refunds = new Set<number>();

  constructor(state: SnapshotState, sendings: Sendings) {
    this.#state = state;
    this.#sendings = sendings;
  }

  *steps(): Generator<CheckStep> {
    const { agenda, nextTaskSeq, orders } = this.#state;
    yield countProblem('nextTaskSeq', nextTaskSeq);
    for (const [index, task] of agenda.entries()) {
      const at = `agenda[${index}]`;
      yield dueProblem(`${at}.dueMs`, task.dueMs);
      yield unless(
        task.seq >= 0 && task.seq < nextTaskSeq && !this.#seqs.has(task.seq),
        `${at}.seq`,
        () => `expected a unique number from 0 to below ${nextTaskSeq}, found ${task.seq}`,
      );
      this.#seqs.add(task.seq);
      yield this.#work(task, at);
    }
    for (const [index, order] of orders.entries()) {
      yield unless(
        this.#withStep.has(order.id) || nextStepMs(this.#state, order) === null,
        `orders[${index}].position`,
        () => 'the lifecycle of the order has another step, but the agenda does not',
      );
    }
  }

  #work(task: Task, at: string): CheckStep {
    switch (task.kind) {
      case 'step':
        return this.#step(task, at);
      case 'refund':
        return this.#refund(task.order, at);
      case 'send':
        return this.#sendings.add(task.plan, 'scheduled', `${at}.plan`);
      case 'retry':
        return this.#sendings.addAttempt(task.event, task.number, 'scheduled', at);
    }
  }

  #step({ order: id, step, dueMs }: Task & { readonly kind: 'step' }, at: string): CheckStep {
    const order = orderById(this.#state, id);
    if (!order) return problem(`${at}.order`, `there is no order ${id}`);
    if (step !== order.steps.length) {
      return problem(`${at}.step`, `the next step of order ${id} is ${order.steps.length}, found ${step}`);
    }
    if (this.#withStep.has(id)) return problem(at, `the agenda has two steps of order ${id}`);
    this.#withStep.add(id);
    const expectedMs = nextStepMs(this.#state, order);
    return unless(dueMs === expectedMs, `${at}.dueMs`, () =>
      expectedMs === null
        ? `the lifecycle of order ${id} has no further step`
        : `expected ${expectedMs}, when the next step of order ${id} is due, found ${dueMs}`,
    );
  }

  #refund(id: number, at: string): CheckStep {
    const order = orderById(this.#state, id);
    if (!order) return problem(`${at}.order`, `there is no order ${id}`);
    if (order.steps.at(-1)!.status !== 'failed' || order.refund || this.#refunds.has(id)) {
      return problem(`${at}.order`, `order ${id} has no pending refund`);
    }
    this.#refunds.add(id);
    return null;
  }
}

/** Checks the agenda. */
export const agendaSteps = (state: SnapshotState, sendings: Sendings): Generator<CheckStep> =>
  new AgendaCheck(state, sendings).steps();
