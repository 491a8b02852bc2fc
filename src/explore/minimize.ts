import { ddmin } from './ddmin.ts';
import type { Disturbance } from './disturbances.ts';
import { type Level, renderScenario, ruleCount, type ScenarioContent } from './render-scenario.ts';
import type { StrikePoint } from './strike-points.ts';

/** Larger scenarios are not tried: a scenario has at most 200 rules of a kind. */
export const MAX_SCENARIO_RULES = 150;

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

/** True if each point is the only one of its kind in its account, so that its order need not be named. */
const needNoSubject = (points: readonly StrikePoint[], all: readonly StrikePoint[]): boolean =>
  points.every(
    ({ kind, account }) => all.filter(one => one.kind === kind && one.account === account).length === 1,
  );

/**
 * True if rules must strike at the points only: because other orders lack an event, or because orders without a stable
 * external_id cannot be told from their repeats, which must not be struck again and again.
 */
const isPrecise = ({ templates }: Disturbance, points: readonly StrikePoint[]): boolean =>
  templates.some(template => template.point === 'webhooks' && template.needs !== undefined) ||
  points.some(({ subject }) => subject !== null && 'nth' in subject);

const fits = (scenario: ScenarioContent): boolean => ruleCount(scenario) <= MAX_SCENARIO_RULES;

const hasOneAccount = (points: readonly StrikePoint[]): boolean =>
  new Set(points.map(({ account }) => account)).size === 1;

/** The scenario that strikes at all points. */
export function strikeAll(disturbance: Disturbance, all: readonly StrikePoint[]): Struck {
  const precise = renderScenario(disturbance, all, 'subject', hasOneAccount(all));
  if (isPrecise(disturbance, all) && fits(precise)) return { points: all, scenario: precise };
  const anywhere = all.map(point => ({ ...point, account: null }));
  return { points: all, scenario: renderScenario(disturbance, anywhere, 'kind', true) };
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
  let current = strikeAll(disturbance, all);
  const isAlwaysPrecise = isPrecise(disturbance, all);
  for (const { level, keyOf } of DIMENSIONS) {
    const render = (points: readonly StrikePoint[]): ScenarioContent =>
      renderScenario(disturbance, points, isAlwaysPrecise ? 'subject' : level, hasOneAccount(all));
    const stillFails = async (points: readonly StrikePoint[]): Promise<boolean> => {
      const scenario = render(points);
      return fits(scenario) && fails(scenario);
    };
    if (level === 'subject') {
      if (!isAlwaysPrecise && needNoSubject(current.points, all)) return current;
      if (!(await stillFails(current.points))) return current;
      current = { ...current, scenario: render(current.points) };
    }
    const groups = groupsOf(current.points, keyOf);
    const points = (await ddmin(groups, part => stillFails(part.flat()))).flat();
    if (points.length < current.points.length) current = { points, scenario: render(points) };
  }
  return current;
}
