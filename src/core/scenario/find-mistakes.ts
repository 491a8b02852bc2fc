import { DEFAULT_SETTINGS, MAX_ATTEMPTS } from '../domain/assumptions.ts';
import { MAX_BULK_ITEMS } from '../domain/operations.ts';
import { conditionsOf, isLimited } from './choose-rule.ts';
import { boundsOf, describeRange, type Match, type Point, type Range } from './conditions.ts';
import type { Path } from './problem-messages.ts';
import type { Scenario } from './scenario-schema.ts';

/*
 * Finds valid rules that never apply, because a range contains no number, or because an earlier rule always applies first.
 * The schema finds unknown names. Nothing checks whether the events occur that deliveries wait for.
 */

/** Names the position of a part of the scenario: `requests[0] on line 9`, or `requests[0]` if it is not from a file. */
export type Place = (path: Path) => string;

export interface Mistake {
  /** The path in the file. */
  readonly path: Path;
  readonly message: string;
  /** False if the rule works under conditions that the scenario does not create: it is loaded with a warning. */
  readonly isCertain: boolean;
}

/** The parts of a rule of any list that the checks need. */
interface AnyRule {
  readonly match: Match;
  readonly times?: number;
  readonly commit?: boolean;
}

const POINTS: readonly Point[] = ['requests', 'orders', 'webhooks'];

/** What the rules of each list match. */
const SUBJECTS = { requests: 'request', orders: 'order', webhooks: 'delivery attempt' } as const;

const neverApplies = (path: Path, message: string): Mistake => ({ path, message, isCertain: true });

/** True if no number is in the range. */
function isEmpty(range: Range): boolean {
  const { min = 1, max, every } = boundsOf(range);
  return every !== undefined && max !== undefined && Math.ceil(min / every) * every > max;
}

const firstOf = (range: Range | undefined): number => (range === undefined ? 1 : (boundsOf(range).min ?? 1));

/** Finds ranges without a number, and numbers of items and attempts that do not occur. */
function emptyRanges({ match }: AnyRule, at: Path, { given }: Scenario): Mistake[] {
  const mistakes = (['nth', 'item', 'attempt'] as const).flatMap(name => {
    const range = match[name];
    if (range === undefined || !isEmpty(range)) return [];
    const message = `no number is ${describeRange(range)}, so this rule never applies; change every, min or max`;
    return [neverApplies([...at, name], message)];
  });
  if (firstOf(match.item) > MAX_BULK_ITEMS) {
    const message = `a bulk request has at most ${MAX_BULK_ITEMS} items; use a smaller number`;
    mistakes.push(neverApplies([...at, 'item'], message));
  }
  const first = firstOf(match.attempt);
  const set = given?.assumptions?.webhook_retry_delays_ms;
  const attempts = (Array.isArray(set) ? set : DEFAULT_SETTINGS.webhook_retry_delays_ms).length + 1;
  if (first > MAX_ATTEMPTS) {
    const message = `an event has at most ${MAX_ATTEMPTS} attempts; use a smaller number`;
    mistakes.push(neverApplies([...at, 'attempt'], message));
  } else if (first > attempts) {
    const message = `with the retry delays in given.assumptions there are only ${attempts} attempts; use a smaller number, or add delays to webhook_retry_delays_ms`;
    mistakes.push({ path: [...at, 'attempt'], message, isCertain: false });
  }
  return mistakes;
}

/** The conditions of a rule as text, which does not depend on their order. */
const signatureOf = (rule: AnyRule): string => JSON.stringify(Object.entries(conditionsOf(rule)).sort());

/** Finds the rules of a list that come after a rule that always applies and has the same conditions or none. */
function shadowedRules(point: Point, rules: readonly AnyRule[], place: Place): Mistake[] {
  const unlimited = new Map<string, number>();
  return rules.flatMap((rule, index) => {
    const { nth, probability, ...match } = rule.match;
    const signature = signatureOf({ ...rule, match });
    const taking = unlimited.get('[]') ?? unlimited.get(signature);
    if (taking === undefined) {
      if (!isLimited(rule)) unlimited.set(signature, index);
      return [];
    }
    const message = `this rule is never reached: every ${SUBJECTS[point]} that it matches is taken by ${place([point, taking])}, which applies first; move this rule above, or narrow the match of the other`;
    return [neverApplies([point, index], message)];
  });
}

/** Finds the rules that never apply. */
export function findMistakes(scenario: Scenario, place: Place): Mistake[] {
  const lists = POINTS.map(point => [point, scenario[point] as readonly AnyRule[]] as const);
  return [
    ...lists.flatMap(([point, rules]) => shadowedRules(point, rules, place)),
    ...lists.flatMap(([point, rules]) =>
      rules.flatMap((rule, index) => emptyRanges(rule, [point, index, 'match'], scenario)),
    ),
  ];
}
