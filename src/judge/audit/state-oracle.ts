import type { OrderStatus } from '../../core/domain/order.ts';
import type { AuditOrder } from './audit-sandbox.ts';
import { isEventTime, OWN_TIME, type Probe, type ProbedState } from './probe.ts';

/** Where two values differ, and how. */
interface Difference {
  /** Such as `body.events[].at`: elements of arrays are not told apart. */
  readonly path: string;
  readonly text: string;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
const MAX_SHOWN = 60;
const shown = (value: unknown): string => {
  const text = textOf(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
};

const namesOf = (...values: readonly Fields[]): string[] =>
  [...new Set(values.flatMap(value => Object.keys(value)))].sort();

const fieldPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The paths of a value at which it has a time of the receiver's own, and not one of the order's events. */
function ownTimePaths(value: unknown, path = ''): string[] {
  if (value === OWN_TIME) return [path];
  if (Array.isArray(value)) return [...new Set(value.flatMap(one => ownTimePaths(one, `${path}[]`)))];
  if (!isFields(value)) return [];
  return namesOf(value).flatMap(name => ownTimePaths(value[name], fieldPath(path, name)));
}

/** How values are made comparable. */
interface Comparability {
  /** Paths of what differs from order to order. */
  readonly ignored: ReadonlySet<string>;
  /** Paths of times of the receiver's own: one may happen to be that of an event. */
  readonly ownTimes: ReadonlySet<string>;
}

/** A value without what says nothing about its order, and with arrays in an order that depends on their elements only. */
export function comparable(value: unknown, how: Comparability, path = ''): unknown {
  if (how.ignored.has(path)) return '<ignored>';
  if (Array.isArray(value)) {
    const elements = value.map(one => comparable(one, how, `${path}[]`));
    return elements.sort((left, right) => (textOf(left) < textOf(right) ? -1 : 1));
  }
  if (typeof value === 'string' && how.ownTimes.has(path)) return isEventTime(value) ? OWN_TIME : value;
  if (!isFields(value)) return value;
  return Object.fromEntries(
    namesOf(value).map(name => [name, comparable(value[name], how, fieldPath(path, name))]),
  );
}

/** How a comparable value differs from the expected one. */
export function differences(expected: unknown, actual: unknown, path = ''): Difference[] {
  if (textOf(expected) === textOf(actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      return [{ path, text: `${path}: ${actual.length} elements instead of ${expected.length}` }];
    }
    return expected.flatMap((one, index) => differences(one, actual[index], `${path}[]`));
  }
  if (isFields(expected) && isFields(actual)) {
    return namesOf(expected, actual).flatMap(name =>
      differences(expected[name], actual[name], fieldPath(path, name)),
    );
  }
  return [{ path, text: `${path}: ${shown(actual)} instead of ${shown(expected)}` }];
}

/** The paths of two values that differ, position by position. */
export const differingPaths = (left: unknown, right: unknown): string[] => [
  ...new Set(differences(left, right).map(({ path }) => path)),
];

/** Values that a receiver may store of an event that it does not know. */
const UNKNOWN_NAMES: readonly unknown[] = ['paused', 'order.paused'];

/**
 * As `differences`, for deliveries that contain something new: more elements, further fields, higher counts, and the
 * name of the unknown event are allowed.
 */
export function losses(expected: unknown, actual: unknown, path = ''): Difference[] {
  if (textOf(expected) === textOf(actual) || UNKNOWN_NAMES.includes(actual)) return [];
  if (typeof expected === 'number' && typeof actual === 'number' && actual >= expected) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const left = [...actual];
    return expected.flatMap(one => {
      const index = left.findIndex(other => losses(one, other).length === 0);
      if (index >= 0) left.splice(index, 1);
      return index >= 0 ? [] : [{ path, text: `${path}: ${shown(one)} is missing` }];
    });
  }
  if (isFields(expected) && isFields(actual)) {
    return Object.keys(expected).flatMap(name => losses(expected[name], actual[name], fieldPath(path, name)));
  }
  return [{ path, text: `${path}: ${shown(actual)} instead of ${shown(expected)}` }];
}

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
function differenceText(found: readonly Difference[], expected: string): string {
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
      : nameOf(wrong) + differenceText(this.#compare(states[wrong]!, at, compare), planned(at));
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
    return found.length === 0 ? null : differenceText(found, 'for an order that was sent each event once');
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
