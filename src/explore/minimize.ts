import { ddmin } from './ddmin.ts';
import type { Disturbance } from './disturbances.ts';
import { type Level, renderScenario, ruleCount, type ScenarioContent } from './render-scenario.ts';
import type { StrikePoint } from './strike-points.ts';

/** With more rules, orders are not told apart: a scenario has at most 200 rules of a kind. */
const MAX_RULES = 100;

/** Points at which a disturbance breaks a suite, and the scenario that strikes there. */
export interface Struck {
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

function groupsOf(points: readonly StrikePoint[], keyOf: (point: StrikePoint) => string): StrikePoint[][] {
  const groups = new Map<string, StrikePoint[]>();
  for (const point of points) {
    const group = groups.get(keyOf(point));
    if (group) group.push(point);
    else groups.set(keyOf(point), [point]);
  }
  return [...groups.values()];
}

/** True if no other point of the same kind has to be told apart from the points. */
const needNoSubject = (points: readonly StrikePoint[], all: readonly StrikePoint[]): boolean =>
  all.every(
    one =>
      points.includes(one) ||
      !points.some(({ kind, account }) => kind === one.kind && account === one.account),
  );

/** The scenario that strikes at all points. */
export function strikeAll(disturbance: Disturbance, all: readonly StrikePoint[]): Struck {
  const hasOneAccount = new Set(all.map(({ account }) => account)).size === 1;
  return { points: all, scenario: renderScenario(disturbance, all, 'kind', hasOneAccount) };
}

/**
 * Removes points from a disturbance that breaks a suite, by account, operation or event, then order, until no more can be
 * removed.
 * @param fails whether the suite fails under a scenario; false if it cannot be tried any more
 */
export async function minimize(
  disturbance: Disturbance,
  all: readonly StrikePoint[],
  fails: (scenario: ScenarioContent) => Promise<boolean>,
): Promise<Struck> {
  const hasOneAccount = new Set(all.map(({ account }) => account)).size === 1;
  let current = strikeAll(disturbance, all);
  for (const { level, keyOf } of DIMENSIONS) {
    const render = (points: readonly StrikePoint[]): ScenarioContent =>
      renderScenario(disturbance, points, level, hasOneAccount);
    if (level === 'subject') {
      if (needNoSubject(current.points, all)) return current;
      const scenario = render(current.points);
      if (ruleCount(scenario) > MAX_RULES || !(await fails(scenario))) return current;
      current = { ...current, scenario };
    }
    const groups = groupsOf(current.points, keyOf);
    const points = (await ddmin(groups, part => fails(render(part.flat())))).flat();
    current = { points, scenario: render(points) };
  }
  return current;
}
