import { isEventTime, OWN_TIME } from './normalize.ts';

/** Where two values differ, and how. */
export interface Difference {
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

/** The paths of two values that differ, position by position. */
export function differingPaths(left: unknown, right: unknown, path = ''): string[] {
  if (textOf(left) === textOf(right)) return [];
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    return [...new Set(left.flatMap((one, index) => differingPaths(one, right[index], `${path}[]`)))];
  }
  if (isFields(left) && isFields(right)) {
    return namesOf(left, right).flatMap(name =>
      differingPaths(left[name], right[name], fieldPath(path, name)),
    );
  }
  return [path];
}

/** The paths of a value at which it has a time of the receiver's own, and not one of the order's events. */
export function ownTimePaths(value: unknown, path = ''): string[] {
  if (value === OWN_TIME) return [path];
  if (Array.isArray(value)) return [...new Set(value.flatMap(one => ownTimePaths(one, `${path}[]`)))];
  if (!isFields(value)) return [];
  return namesOf(value).flatMap(name => ownTimePaths(value[name], fieldPath(path, name)));
}

/** How values are made comparable. */
export interface Comparability {
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
