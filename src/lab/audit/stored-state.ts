import { toTrx } from '../../core/domain/money.ts';
import type { AuditOrder } from './audit-messages.ts';
import type { Probe, ProbedState } from './probe.ts';
import { type RefundStates, refundEvidence, wrongRefunds } from './refund-amounts.ts';
import {
  comparable,
  type Difference,
  differences,
  differingPaths,
  inexactAmounts,
  losses,
  ownTimePaths,
  sumsOf,
} from './state-comparison.ts';

/** How long wrong states have to stay the same to count as final. */
const PATIENCE_MS = { base: 1_000, perDelivery: 10 };
/** How long a control run waits for its state to become right. */
const CONTROL_MS = 10_000;

/** A point in an order's events: after the genuine events up to this one; `placed`: before any. */
export type Checkpoint = 'placed' | 'processing' | 'completed' | 'refunded';

/** The states of one plain run: of a delivered order, and of a refunded one. */
export type PlainStates = Readonly<Record<Checkpoint, ProbedState>>;

/** Where each order is in its events; null: the order is not compared. */
export type CheckpointOf = Checkpoint | 'end' | ((index: number) => Checkpoint | 'end' | null);

/** `all`: everything has to be the same. `losses`: nothing may be lost. `timeless`: all but the times of events. */
export type Comparison = 'all' | 'losses' | 'timeless';

interface ComparisonOptions {
  readonly compare: Comparison;
  readonly deliveries: number;
  readonly nameOf: (index: number) => string;
}

const MAX_DIFFERENCES = 3;

function differenceText(found: readonly Difference[], at: Checkpoint): string {
  const shown = found.slice(0, MAX_DIFFERENCES).map(({ text }) => text);
  const others = found.length > MAX_DIFFERENCES ? `, and ${found.length - MAX_DIFFERENCES} more` : '';
  return `the probe differs from what it returns ${PLANNED[at]}: ${shown.join('; ')}${others}`;
}

const PLANNED: Readonly<Record<Checkpoint, string>> = {
  placed: 'before any event',
  processing: 'after a plain run up to order.processing',
  completed: 'after a plain run up to order.completed',
  refunded: 'after a plain run up to order.failed',
};

/** The state at the end of an order that was plain. */
const endOf = (order: AuditOrder): Checkpoint => (order.turn === 'failed' ? 'refunded' : 'completed');

/** Knows what the probe returns after plain runs, and compares other runs with it. */
export class StateOracle {
  readonly #probe: Probe;
  readonly #expected: PlainStates;
  /** The paths that differ between plain runs. */
  readonly #volatile = new Set<string>();
  readonly #ownTimes: ReadonlySet<string>;
  /** The paths of amounts, counts and flags that only a refund changes. */
  readonly #amounts: ReadonlySet<string>;
  readonly #priceSun: number;
  /** Delivers the events of new orders, to compare with: a delivered one, and a refunded one. */
  readonly #control: () => Promise<readonly [AuditOrder, AuditOrder]>;

  constructor(
    probe: Probe,
    [first, second]: readonly [PlainStates, PlainStates],
    priceSun: number,
    control: () => Promise<readonly [AuditOrder, AuditOrder]>,
  ) {
    this.#probe = probe;
    this.#expected = first;
    this.#control = control;
    this.#ownTimes = new Set(Object.values(first).flatMap(state => ownTimePaths(state)));
    for (const at of Object.keys(first) as Checkpoint[]) this.#learn(at, second[at]);
    this.#priceSun = priceSun;
    this.#amounts = new Set(refundEvidence(this.#refundStates(), priceSun).map(([path]) => path));
  }

  /** Why the probe cannot show whether an event was counted; null if it can. */
  uselessness(): string | null {
    const { completed, placed, processing, refunded } = this.#expected;
    if (completed.status >= 400)
      return `the probe answered ${completed.status} for an order whose genuine events were all accepted`;
    const isSame = (left: ProbedState, right: ProbedState): boolean =>
      differences(this.#comparable(left), this.#comparable(right)).length === 0;
    if (isSame(placed, completed)) return 'genuine events do not change what the probe returns';
    return isSame(processing, completed) && isSame(processing, refunded)
      ? 'only order.processing changes what the probe returns; from the second event of an order on, events are acknowledged but have no effect, as if each were a repeat'
      : null;
  }

  /**
   * Compares the settled states of orders with the states of plain runs. Before a difference is reported, a control run is
   * made: what it was sent later has been counted, so nothing of these orders is still queued.
   * @param at `end`: the last event of each order
   * @param compare `all`; or `losses`, if the orders were sent something new, which may be stored in addition
   * @param deliveries how many the receiver may have queued
   * @param nameOf what is special about an order, by its index: `with … swapped, `
   * @returns how the first wrong order differs; null if all are right
   */
  async problem(
    orders: readonly AuditOrder[],
    at: CheckpointOf,
    { compare, deliveries, nameOf }: ComparisonOptions,
  ): Promise<string | null> {
    const point = (index: number): Checkpoint | null => {
      const where = typeof at === 'function' ? at(index) : at;
      return where === 'end' ? endOf(orders[index]!) : where;
    };
    const isRight = (state: ProbedState, index: number): boolean => {
      const where = point(index);
      return where === null || this.#compare(state, where, compare).length === 0;
    };
    const patienceMs = PATIENCE_MS.base + PATIENCE_MS.perDelivery * deliveries;
    let states = await this.#probe.settledAs(orders, isRight, patienceMs);
    if (states.every(isRight)) return null;
    const control = await this.#control();
    const isAsExpected = (state: ProbedState, index: number): boolean =>
      this.#compare(state, endOf(control[index]!), 'all').length === 0;
    const controls = await this.#probe.settledAs(control, isAsExpected, CONTROL_MS);
    for (const [index, state] of controls.entries()) this.#learn(endOf(control[index]!), state);
    states = await this.#probe.settledAs(orders, isRight, PATIENCE_MS.base);
    const wrong = states.findIndex((state, index) => !isRight(state, index));
    if (wrong === -1) return null;
    const where = point(wrong)!;
    return nameOf(wrong) + differenceText(this.#compare(states[wrong]!, where, compare), where);
  }

  /** Says that a failed order stays open in what the probe returns; null if it does not, or if that cannot be seen. */
  openProblem(): string | null {
    const [before, delivered, failed] = (['processing', 'completed', 'refunded'] as const).map(at =>
      this.#comparable(this.#expected[at]),
    );
    if (differences(before, failed).length > 0) return null;
    const isStatus = ({ path, text }: Difference): boolean =>
      !path.endsWith('[]') && /: "[^<"]+" instead of "[^<"]+"$/.test(text);
    const found = differences(before, delivered).find(isStatus);
    return found
      ? `order.failed does not change what the probe returns, though other events do: ${found.text}`
      : null;
  }

  /**
   * Checks that an order that failed without a refund has none of the amounts that a refund changes.
   * @returns what is wrong; null if nothing is; `unseen` if the probe does not return such amounts
   */
  async creditProblem(order: AuditOrder): Promise<string | 'unseen' | null> {
    if (this.#amounts.size === 0) return 'unseen';
    const credits = (state: ProbedState): string[] => {
      const [before, refunded] = [this.#expected.processing, this.#expected.refunded].map(one => sumsOf(one));
      const sums = sumsOf(state);
      return [...this.#amounts]
        .filter(path => sums.get(path) === refunded!.get(path))
        .map(path => `${path}: ${sums.get(path)} instead of ${before!.get(path) ?? 0}`);
    };
    const [state] = await this.#probe.settledAs([order], one => credits(one).length === 0, 0);
    const found = credits(state!);
    return found.length === 0
      ? null
      : `the order was not refunded, but the probe returns the same as for a refunded one: ${found.join('; ')}`;
  }

  /**
   * Checks that the amounts of orders are exactly their price, or whole sun, and that a refund pays back what was paid.
   * @returns what is wrong; null if nothing is; `unseen` if the probe does not return an amount
   */
  async moneyProblem(orders: readonly AuditOrder[]): Promise<string | 'unseen' | null> {
    const states = await this.#probe.settledAs(orders, () => true, 0);
    const found = orders.map(({ priceSun }, index) => ({
      priceSun,
      problems: inexactAmounts(this.#comparable(states[index]!), priceSun),
    }));
    const wrong = found.find(({ problems }) => problems !== null && problems.length > 0);
    if (wrong)
      return `the order costs ${toTrx(wrong.priceSun)} TRX, but the probe returns ${wrong.problems!.join('; ')}`;
    const refunds = wrongRefunds(this.#refundStates(), this.#priceSun);
    if (refunds.length > 0)
      return `the order costs ${toTrx(this.#priceSun)} TRX, but of a refunded one the probe returns ${refunds.join('; ')}`;
    return found.every(({ problems }) => problems === null) ? 'unseen' : null;
  }

  #refundStates(): RefundStates {
    const { processing, completed, refunded } = this.#expected;
    return {
      before: this.#comparable(processing),
      delivered: this.#comparable(completed),
      refunded: this.#comparable(refunded),
    };
  }

  #compare(state: ProbedState, at: Checkpoint, compare: Comparison): Difference[] {
    const ownTimes = compare === 'timeless' ? { has: () => true } : this.#ownTimes;
    const expected = this.#comparable(this.#expected[at], ownTimes);
    const actual = this.#comparable(state, ownTimes);
    return compare === 'losses' ? losses(expected, actual, this.#amounts) : differences(expected, actual);
  }

  #comparable(state: ProbedState, ownTimes: Pick<ReadonlySet<string>, 'has'> = this.#ownTimes): unknown {
    return comparable(state, { ignored: this.#volatile, ownTimes });
  }

  #learn(at: Checkpoint, other: ProbedState): void {
    for (const path of differingPaths(this.#expected[at], other)) this.#volatile.add(path);
  }
}
