import { groupedBy } from '../../core/domain/collections.ts';
import type { Disturbance } from './disturbance.ts';
import { type Level, renderScenario, ruleCount, type ScenarioContent } from './render-scenario.ts';
import { placeOf, type StrikePoint } from './strike-points.ts';

function split<T>(list: readonly T[], parts: number): T[][] {
  return Array.from({ length: parts }, (_, index) =>
    list.slice(Math.floor((index * list.length) / parts), Math.floor(((index + 1) * list.length) / parts)),
  );
}

/**
 * Finds a small part of a list that still fails, by delta debugging (ddmin). Without any one of its elements, the
 * returned list no longer fails, unless `test` ran out of budget, which it reports as false.
 * @param list fails as a whole
 */
export async function ddmin<T>(
  list: readonly T[],
  test: (part: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let current = list;
  let parts = 2;
  while (current.length > 1) {
    const subsets = split(current, parts);
    const smaller = await firstFailing(current, subsets, test);
    if (smaller) {
      current = smaller.list;
      parts = Math.min(current.length, smaller.isSubset ? 2 : Math.max(parts - 1, 2));
    } else if (parts < current.length) parts = Math.min(current.length, parts * 2);
    else return current;
  }
  return current;
}

async function firstFailing<T>(
  current: readonly T[],
  subsets: readonly (readonly T[])[],
  test: (part: readonly T[]) => Promise<boolean>,
): Promise<{ readonly list: readonly T[]; readonly isSubset: boolean } | null> {
  for (const list of subsets) if (await test(list)) return { list, isSubset: true };
  if (subsets.length === 2) return null;
  for (const subset of subsets) {
    const list = current.filter(one => !subset.includes(one));
    if (await test(list)) return { list, isSubset: false };
  }
  return null;
}

/** Larger scenarios are not tried: a scenario has at most 200 rules of a kind. */
const MAX_SCENARIO_RULES = 150;

/** Points at which a disturbance breaks a suite, and the scenario that strikes there. */
interface Struck {
  readonly points: readonly StrikePoint[];
  readonly scenario: ScenarioContent;
}

/** The dimensions along which points are removed, one after the other. */
const DIMENSIONS: readonly { readonly level: Level; readonly keyOf: (point: StrikePoint) => string }[] = [
  { level: 'kind', keyOf: ({ account }) => JSON.stringify(account) },
  { level: 'kind', keyOf: ({ template, kind }) => JSON.stringify([template, kind]) },
  { level: 'kind', keyOf: ({ template, kind, account }) => JSON.stringify([template, kind, account]) },
  { level: 'subject', keyOf: ({ subject }) => JSON.stringify(subject) },
  { level: 'subject', keyOf: point => JSON.stringify(point) },
];

/** The dimensions for a disturbance whose templates act only together. */
const TOGETHER: typeof DIMENSIONS = [
  DIMENSIONS[0]!,
  { level: 'subject', keyOf: ({ account, subject }) => JSON.stringify([account, subject]) },
];

/** True if each point is the only one of its kind in its account, so that its order need not be named. */
const needNoSubject = (points: readonly StrikePoint[], all: readonly StrikePoint[]): boolean =>
  points.every(
    ({ kind, account }) => all.filter(one => one.kind === kind && one.account === account).length === 1,
  );

const fits = (scenario: ScenarioContent): boolean => ruleCount(scenario) <= MAX_SCENARIO_RULES;

const hasOneAccount = (points: readonly StrikePoint[]): boolean =>
  new Set(points.map(({ account }) => account)).size === 1;

/** The scenario that strikes at all points, and nowhere else unless that takes too many rules. */
export function strikeAll(disturbance: Disturbance, all: readonly StrikePoint[]): Struck {
  const precise = strikeOnly(disturbance, all, all);
  if (fits(precise)) return { points: all, scenario: precise };
  const anywhere = all.map(point => ({ ...point, account: null }));
  return { points: all, scenario: renderScenario(disturbance, anywhere, 'kind', true) };
}

/** The scenario that strikes only at some of the points, each of them named. */
export const strikeOnly = (
  disturbance: Disturbance,
  points: readonly StrikePoint[],
  all: readonly StrikePoint[],
): ScenarioContent => renderScenario(disturbance, points, 'subject', hasOneAccount(all));

/** The points at the places of a guess, and all points in its accounts. */
function guessed(all: readonly StrikePoint[], guess: readonly StrikePoint[]): (readonly StrikePoint[])[] {
  const places = new Set(guess.map(placeOf));
  const accounts = new Set(guess.map(({ account }) => account));
  return [
    all.filter(point => places.has(placeOf(point))),
    all.filter(({ account }) => accounts.has(account)),
  ].filter(points => points.length > 0 && points.length < all.length);
}

/**
 * Removes points from a disturbance that breaks a suite until none can be removed: first by account, then by operation
 * or event, then by order.
 * @param fails whether the suite fails with a scenario; false if the scenario can no longer be tried
 * @param guess where another disturbance breaks the suite, which is tried first
 */
export async function minimize(
  disturbance: Disturbance,
  all: readonly StrikePoint[],
  fails: (scenario: ScenarioContent) => Promise<boolean>,
  guess: readonly StrikePoint[] = [],
): Promise<Struck> {
  let current = strikeAll(disturbance, all);
  for (const points of disturbance.actsAsWhole ? [] : guessed(all, guess)) {
    const scenario = strikeOnly(disturbance, points, all);
    if (!fits(scenario) || !(await fails(scenario))) continue;
    current = { points, scenario };
    break;
  }
  const isPrecise = fits(strikeOnly(disturbance, all, all));
  for (const { level, keyOf } of disturbance.actsAsWhole ? TOGETHER : DIMENSIONS) {
    const render = (points: readonly StrikePoint[]): ScenarioContent =>
      renderScenario(disturbance, points, isPrecise ? 'subject' : level, hasOneAccount(all));
    const stillFails = async (points: readonly StrikePoint[]): Promise<boolean> => {
      const scenario = render(points);
      return fits(scenario) && fails(scenario);
    };
    if (level === 'subject') {
      if (!isPrecise && needNoSubject(current.points, all)) return current;
      if (!(await stillFails(current.points))) return current;
      current = { ...current, scenario: render(current.points) };
    }
    const groups = [...groupedBy(current.points, keyOf).values()];
    const points = (await ddmin(groups, part => stillFails(part.flat()))).flat();
    if (points.length < current.points.length) current = { points, scenario: render(points) };
  }
  return current;
}
