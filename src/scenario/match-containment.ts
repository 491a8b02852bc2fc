import { OPERATION_IDS } from '../domain/operations.ts';
import { EVENT_NAMES } from '../domain/order.ts';
import type { Range } from './conditions.ts';
import { globMatches, isGlob } from './glob.ts';
import type { AnyMatch, AnyRule } from './mistake.ts';

/*
 * Decides whether one match holds whenever another does. The decision is conservative and takes time linear in the
 * length of the matches: false means that it is not certain.
 */

const withoutWildcards = (text: string): boolean => !isGlob(text);

/** True if every string that `inner` matches is matched by `outer`; only for `outer` with at most one `*`. */
function globCovers(outer: string, inner: string): boolean {
  if (outer === inner) return true;
  const [head = '', tail = '', ...more] = outer.split('*');
  if (!outer.includes('*') || more.length > 0 || !withoutWildcards(head + tail)) return false;
  return inner.length >= head.length + tail.length && inner.startsWith(head) && inner.endsWith(tail);
}

const isEverything = ({ min = 0, every = 1 }: Range, smallest: number): boolean =>
  min <= smallest && every === 1;

function rangeCovers(outer: Range, inner: Range): boolean {
  if (outer.min !== undefined && (inner.min ?? 0) < outer.min) return false;
  if (outer.max !== undefined && (inner.max ?? Number.POSITIVE_INFINITY) > outer.max) return false;
  if (outer.every === undefined || (inner.every ?? 1) % outer.every === 0) return true;
  return inner.min !== undefined && inner.min === inner.max && inner.min % outer.every === 0;
}

const both = <Value>(
  outer: Value | undefined,
  inner: Value | undefined,
  covers: (outer: Value, inner: Value) => boolean,
): boolean => outer === undefined || (inner !== undefined && covers(outer, inner));

/** True if every attempt has a number in the range. */
const isAnyAttempt = (attempt: Range | undefined): boolean =>
  attempt === undefined || (attempt.max === undefined && isEverything(attempt, 1));

const textsMeet = (one: string, other: string): boolean => isGlob(one) || isGlob(other) || one === other;
const rangesMeet = (one: Range, other: Range): boolean =>
  (one.min ?? 0) <= (other.max ?? Number.POSITIVE_INFINITY) &&
  (other.min ?? 0) <= (one.max ?? Number.POSITIVE_INFINITY);

const meet = <Value>(
  one: Value | undefined,
  other: Value | undefined,
  compare: (one: Value, other: Value) => boolean,
): boolean => one === undefined || other === undefined || compare(one, other);

/** The conditions on the subject of a request: its external_id, recipient, sender and product. */
const SUBJECT_TEXTS = ['externalId', 'address', 'key', 'account'] as const;
const SUBJECT_RANGES = ['packageId', 'energyAmount'] as const;

/** True if the conditions on the subject of `outer` hold whenever those of `inner` do. */
export const subjectCovers = (outer: AnyMatch, inner: AnyMatch): boolean =>
  SUBJECT_TEXTS.every(name => both(outer[name], inner[name], globCovers)) &&
  SUBJECT_RANGES.every(name => both(outer[name], inner[name], rangeCovers));

/** False if no order satisfies the conditions of both matches on its subject. Two globs may always meet. */
export const subjectsMeet = (one: AnyMatch, other: AnyMatch): boolean =>
  SUBJECT_TEXTS.every(name => meet(one[name], other[name], textsMeet)) &&
  SUBJECT_RANGES.every(name => meet(one[name], other[name], rangesMeet));

/** True if all conditions of `outer` but operation and event hold whenever those of `inner` do. */
export const conditionsCover = (outer: AnyMatch, inner: AnyMatch): boolean =>
  (isAnyAttempt(outer.attempt) || both(outer.attempt, inner.attempt, rangeCovers)) &&
  both(outer.orderAgeMs, inner.orderAgeMs, rangeCovers) &&
  both(outer.item, inner.item, rangeCovers) &&
  both(outer.repeat, inner.repeat, Object.is) &&
  subjectCovers(outer, inner);

/** True if nth, times or probability can keep the rule from applying although its other conditions hold. */
export function isLimited({ match, times }: AnyRule): boolean {
  const { nth, probability = 1 } = match;
  const everyTime = nth === undefined || (nth.max === undefined && isEverything(nth, 1));
  return times !== undefined || !everyTime || probability < 1;
}

const knownEvents = new WeakMap<AnyMatch, readonly string[]>();

/** The events that a match allows. */
export function eventsOf(match: AnyMatch): readonly string[] {
  const { event } = match;
  if (event === undefined) return EVENT_NAMES;
  const events = knownEvents.get(match) ?? EVENT_NAMES.filter(kind => globMatches(event, kind));
  knownEvents.set(match, events);
  return events;
}

/** The operations that a match allows. */
export const operationsOf = ({ operations = OPERATION_IDS }: AnyMatch): readonly string[] => operations;
