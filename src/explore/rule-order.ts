import type { StrikePoint } from './strike-points.ts';
import type { RequestTemplate, Template } from './template.ts';

const nthOf = ({ subject }: StrikePoint): number => (subject && 'nth' in subject ? subject.nth : 0);

/** True if the rule strikes only requests that make an order, so that it does not count their repeats. */
const commits = ({ rule }: RequestTemplate): boolean => rule.commit === true;

/** True if a client has to repeat what the rule strikes. */
export const isRepeated = ({ rule }: RequestTemplate): boolean =>
  rule.fault !== undefined || (rule.reply as { error?: string } | undefined)?.error !== undefined;

/**
 * Requests: the rules of one template before those of the next, so that a client meets one after the other. A rule that
 * applies keeps those below it from counting. Where the client repeats the request, the repeat takes its place in their
 * count, so that the lower number stands first. Otherwise the higher number does.
 */
function compareRequests(one: StrikePoint, other: StrikePoint, template: RequestTemplate): number {
  if (one.template !== other.template) return one.template - other.template;
  return commits(template) ? nthOf(other) - nthOf(one) : nthOf(one) - nthOf(other);
}

/** Points in the order of their rules. */
export function inOrderOfRules(
  points: readonly StrikePoint[],
  templates: readonly Template[],
): StrikePoint[] {
  return [...points].sort((one, other) => {
    const template = templates[one.template]!;
    return template.point === 'requests' && templates[other.template]!.point === 'requests'
      ? compareRequests(one, other, template)
      : nthOf(other) - nthOf(one) || one.template - other.template;
  });
}

/**
 * How many requests a rule counts until it strikes at a point without external_id: those of the undisturbed run, and
 * the repeats that rules below it have caused before.
 */
export function countAt(
  point: StrikePoint,
  points: readonly StrikePoint[],
  templates: readonly Template[],
): number {
  const own = templates[point.template]!;
  if (own.point !== 'requests') return nthOf(point);
  const isEarlier = (one: StrikePoint): boolean =>
    one.kind === point.kind && one.account === point.account && nthOf(one) < nthOf(point);
  const struckByItself = new Set(
    points.filter(one => one.template === point.template && isEarlier(one)).map(nthOf),
  );
  const repeats = points.filter(one => {
    const template = templates[one.template]!;
    if (one.template <= point.template || !isEarlier(one) || template.point !== 'requests') return false;
    if (!isRepeated(template)) return false;
    return !commits(own) || (!commits(template) && !struckByItself.has(nthOf(one)));
  });
  return nthOf(point) + repeats.length;
}
