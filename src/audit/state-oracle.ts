import type { OrderStatus } from '../domain/order.ts';
import type { AuditOrder } from './audit-order.ts';
import {
  comparable,
  type Difference,
  differences,
  differingPaths,
  losses,
  ownTimePaths,
} from './differences.ts';
import type { Probe, ProbedState } from './probe.ts';

/** What a receiver stores of an order after the genuine events up to this one; `placed`: before any. */
export type Checkpoint = 'placed' | Extract<OrderStatus, 'processing' | 'completed'>;

/** The states of one plain run. */
export type PlainStates = Readonly<Record<Checkpoint, ProbedState>>;

/** Whether everything has to be the same, or only nothing may be lost. */
export type Comparison = 'all' | 'losses';

/** How the states of orders are compared. */
interface ComparisonOptions {
  readonly compare: Comparison;
  readonly deliveries: number;
  readonly nameOf: (index: number) => string;
}

const MAX_DIFFERENCES = 3;

/** @param expected when the probe returns what is expected */
function textOf(found: readonly Difference[], expected: string): string {
  const shown = found.slice(0, MAX_DIFFERENCES).map(({ text }) => text);
  const others = found.length > MAX_DIFFERENCES ? `, and ${found.length - MAX_DIFFERENCES} more` : '';
  return `the probe differs from what it returns ${expected}: ${shown.join('; ')}${others}`;
}

const planned = (at: Checkpoint): string =>
  at === 'placed' ? 'before any event' : `after a plain run up to order.${at}`;

/** Knows what the probe returns after plain runs, and compares other runs with that. */
export class StateOracle {
  readonly #probe: Probe;
  readonly #expected: PlainStates;
  /** The fields that differ between plain runs. */
  readonly #volatile = new Set<string>();
  readonly #ownTimes: ReadonlySet<string>;
  /** Makes a further plain run, to confirm a difference; null if there is none left. */
  readonly #confirm: () => Promise<PlainStates | null>;

  constructor(
    probe: Probe,
    [first, second]: readonly [PlainStates, PlainStates],
    confirm: () => Promise<PlainStates | null>,
  ) {
    this.#probe = probe;
    this.#expected = first;
    this.#confirm = confirm;
    this.#ownTimes = new Set(Object.values(first).flatMap(state => ownTimePaths(state)));
    this.#learn(second);
  }

  /** Why the probe cannot show whether an event was counted; null if it can. */
  uselessness(): string | null {
    const { completed, placed } = this.#expected;
    if (completed.status >= 400)
      return `the probe answered ${completed.status} for an order whose genuine events were all accepted; correct the URL of the probe, or, if only orders of the receiver's own system are stored, let --place make it place them`;
    const isSame = differences(this.#comparable(placed), this.#comparable(completed)).length === 0;
    return isSame
      ? 'genuine events do not change what the probe returns; let it return what is stored of the order'
      : null;
  }

  /**
   * Compares the settled states of orders with that of a plain run. A difference is confirmed by a further plain run.
   * @param compare `all`; or `losses`, if the orders were sent something new, which may be stored in addition
   * @param deliveries how many the receiver may have queued
   * @param nameOf what is special about an order, by its index: `with … swapped, `
   * @returns how the first order that differs does; null if none does
   */
  async problem(
    orders: readonly AuditOrder[],
    at: Checkpoint,
    { compare, deliveries, nameOf }: ComparisonOptions,
  ): Promise<string | null> {
    const isRight = (state: ProbedState): boolean => this.#compare(state, at, compare).length === 0;
    const states = await this.#probe.settledAs(orders, isRight, deliveries);
    if (states.every(isRight)) return null;
    const control = await this.#confirm();
    if (control) this.#learn(control);
    const wrong = states.findIndex(state => !isRight(state));
    return wrong === -1
      ? null
      : nameOf(wrong) + textOf(this.#compare(states[wrong]!, at, compare), planned(at));
  }

  /**
   * Compares the settled state of an order that was sent an event more than once with those of two orders that were sent
   * each event once. What differs between these two is not compared.
   * @param deliveries how many the receiver may have queued
   * @returns how the order differs; null if it does not
   */
  async repeatProblem(
    repeated: AuditOrder,
    once: readonly [AuditOrder, AuditOrder],
    deliveries: number,
  ): Promise<string | null> {
    const states = await this.#probe.settled([...once, repeated], deliveries);
    const [expected, other, actual] = states as [ProbedState, ProbedState, ProbedState];
    const how = {
      ignored: new Set([...this.#volatile, ...differingPaths(expected, other)]),
      ownTimes: new Set([...this.#ownTimes, ...ownTimePaths(expected)]),
    };
    const found = differences(comparable(expected, how), comparable(actual, how));
    return found.length === 0 ? null : textOf(found, 'for an order that was sent each event once');
  }

  #compare(state: ProbedState, at: Checkpoint, compare: Comparison): Difference[] {
    const expected = this.#comparable(this.#expected[at]);
    const actual = this.#comparable(state);
    return compare === 'all' ? differences(expected, actual) : losses(expected, actual);
  }

  #comparable(state: ProbedState): unknown {
    return comparable(state, { ignored: this.#volatile, ownTimes: this.#ownTimes });
  }

  #learn(other: PlainStates): void {
    for (const at of Object.keys(this.#expected) as Checkpoint[]) {
      for (const path of differingPaths(this.#expected[at], other[at])) this.#volatile.add(path);
    }
  }
}
