import type { Attempt } from './attempt.ts';
import { combine } from './combination.ts';
import type { Disturbance } from './disturbances.ts';
import { strikeOnly } from './minimize.ts';
import { placeOf, type StrikePoint } from './strike-points.ts';

/** A part of a combination with the points of the smallest case that are its own. */
interface Half {
  readonly part: Disturbance;
  readonly points: readonly StrikePoint[];
}

/** The parts of the smallest case. */
function halvesOf({ disturbance, trial }: Attempt): Half[] {
  let first = 0;
  return (disturbance.parts ?? []).map(part => {
    const [from, to] = [first, first + part.templates.length];
    first = to;
    const points = (trial.break?.points ?? []).filter(({ template }) => template >= from && template < to);
    return { part, points };
  });
}

/** Whether the suite also fails under the smallest case without one of the disturbances. It did not before. */
export async function breaksInHalf(attempt: Attempt): Promise<boolean> {
  const all = attempt.trial.break!.points;
  for (const { points } of halvesOf(attempt)) {
    const others = all.filter(point => !points.includes(point));
    if (await attempt.breaksUnder(strikeOnly(attempt.disturbance, others, attempt.points))) return true;
  }
  return false;
}

/** Whether a part makes the client repeat a request that made no order. */
const refuses = ({ part, points }: Half, first: number): boolean =>
  points.some(({ template }) => {
    const own = part.templates[template - first];
    return own?.point === 'requests' && own.rule.commit !== true;
  });

/**
 * The disturbances of a pair that break the suite as well if they strike the same request twice. Then the client gives up
 * after two failures, whatever they are. That is a limit, and no bug, unless there is a finding.
 */
export async function givesUpAfter(attempt: Attempt): Promise<readonly Disturbance[]> {
  const halves = halvesOf(attempt);
  if (halves.length !== 2 || attempt.trial.break!.failure.findings.length > 0) return [];
  const [one, other] = halves.map(({ points }) => points.map(placeOf));
  if (!one!.some(place => other!.includes(place))) return [];
  const found: Disturbance[] = [];
  let first = 0;
  for (const half of halves) {
    const { part, points } = half;
    const twice = combine([part, part]);
    const own = points.map(point => ({ ...point, template: point.template - first }));
    const again = own.map(point => ({ ...point, template: point.template + part.templates.length }));
    const scenario = strikeOnly(twice, [...own, ...again], attempt.points);
    if (refuses(half, first) && (await attempt.breaksUnder(scenario))) found.push(part);
    first += part.templates.length;
  }
  return found;
}
