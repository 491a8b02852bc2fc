import { getOrMake } from '../domain/collections.ts';
import {
  type Comparison,
  compileMatch,
  describeRange,
  type Facts,
  inRange,
  MAX_FACT,
  type Match,
  type Point,
} from './conditions.ts';
import type { Scenario } from './scenario-schema.ts';

export type { Facts, Point } from './conditions.ts';

/** Counts of how often a rule's conditions held, how often it applied, and the random numbers drawn for it. */
interface Count {
  matched: number;
  applied: number;
  drawn: number;
}

/** Counts by rule id or `<rule id>#<order or external_id>`. Plain data, written only by `choose`. */
export type Counters = Record<string, Count>;

/** A number in [0, 1) derived from the account's seed and a label. Labels are never reused, so it needs no state. */
export type Draw = (label: string) => number;

export type RuleAt<P extends Point> = Scenario[P][number] & {
  /** Identifies the rule and its counters within an account: `failed-with-refund/orders[0]`. */
  readonly id: string;
  /** The location of the rule: `scenarios/failed-with-refund.yaml:9:5`, or `inline orders[0]`. */
  readonly source: string;
};
export type RequestRule = RuleAt<'requests'>;
export type OrderRule = RuleAt<'orders'>;
export type WebhookRule = RuleAt<'webhooks'>;

interface Rule {
  readonly id: string;
  readonly source: string;
  readonly match: Match;
  readonly times?: number;
  readonly per: 'account' | 'order' | 'external_id';
}

interface CompiledRule<P extends Point> {
  readonly rule: RuleAt<P>;
  readonly comparisons: readonly Comparison[];
  /** True if nth, times or probability make the result depend on earlier evaluations. */
  readonly isCounted: boolean;
}

/** A rule with `commit` applies only to the first use of an external_id, unless its conditions say otherwise. */
export const conditionsOf = ({
  match,
  commit,
}: {
  readonly match: Match;
  readonly commit?: boolean;
}): Match => (commit && match.repeat === undefined ? { ...match, repeat: false } : match);

/** True if nth, times or probability can keep a rule from applying although its other conditions hold. */
export const isLimited = ({ match, times }: Pick<Rule, 'match' | 'times'>): boolean =>
  times !== undefined || match.nth !== undefined || match.probability !== undefined;

function compileRules<P extends Point>(scenario: Scenario, point: P): readonly CompiledRule<P>[] {
  const rules: readonly Scenario[Point][number][] = scenario[point];
  return rules.map((rule, index) => {
    const match = conditionsOf(rule);
    const place = `${point}[${index}]`;
    const source = scenario.sources?.[point][index] ?? `inline ${place}`;
    const { times } = scenario;
    const limited =
      times === undefined ? rule : { ...rule, times: Math.min(times, rule.times ?? times), per: 'account' };
    return {
      rule: { ...limited, match, id: `${scenario.name}/${place}`, source } as unknown as RuleAt<P>,
      comparisons: compileMatch(match),
      isCounted: isLimited(limited),
    };
  });
}

type Compiled = { readonly [P in Point]: readonly CompiledRule<P>[] };

/** Scenarios are plain data that snapshots copy, so their compiled form is kept outside of them. */
const compiledScenarios = new WeakMap<Scenario, Compiled>();

const compile = (scenario: Scenario): Compiled => ({
  requests: compileRules(scenario, 'requests'),
  orders: compileRules(scenario, 'orders'),
  webhooks: compileRules(scenario, 'webhooks'),
});

const compiled = (scenario: Scenario): Compiled => getOrMake(compiledScenarios, scenario, compile);

export const rulesOf = <P extends Point>(scenario: Scenario, point: P): readonly RuleAt<P>[] =>
  compiled(scenario)[point].map(({ rule }) => rule as RuleAt<P>);

/** An external_id that is too long to be valid is counted like a missing one. */
const shortId = (externalId: string | null): string =>
  externalId === null || externalId.length > MAX_FACT ? '' : externalId;

/** Requests without an order or external_id share one count. */
function counterKey(rule: Rule, facts: Facts): string {
  if (rule.per === 'order') return `${rule.id}#${facts.orderId ?? ''}`;
  if (rule.per === 'external_id') return `${rule.id}#${shortId(facts.externalId)}`;
  return rule.id;
}

function allHold(comparisons: readonly Comparison[], facts: Facts): boolean {
  for (let index = 0; index < comparisons.length; index++) {
    if (!comparisons[index]!.matches(facts)) return false;
  }
  return true;
}

const ignore = (): void => undefined;

/** Of an account. Beyond it, the oldest counts of single orders and external_ids are deleted. */
export const MAX_COUNTERS = 10_000;
const FORGOTTEN_AT_ONCE = MAX_COUNTERS / 10;

/** The number of counters in each record, because counting the keys of a large one takes long. */
const sizes = new WeakMap<Counters, number>();

function forgetOldest(counters: Counters): void {
  const ofOneSubject = Object.keys(counters).filter(key => key.includes('#'));
  for (const key of ofOneSubject.slice(0, FORGOTTEN_AT_ONCE)) delete counters[key];
}

function counterOf(counters: Counters, key: string): Count {
  const known = counters[key];
  if (known) return known;
  let size = sizes.get(counters) ?? Object.keys(counters).length;
  if (size >= MAX_COUNTERS) {
    forgetOldest(counters);
    size = Object.keys(counters).length;
  }
  const count = { matched: 0, applied: 0, drawn: 0 };
  counters[key] = count;
  sizes.set(counters, size + 1);
  return count;
}

function countAndDecide(
  rule: Rule,
  facts: Facts,
  counters: Counters,
  draw: Draw,
  onCount: () => void,
): boolean {
  onCount();
  const key = counterKey(rule, facts);
  const { nth, probability } = rule.match;
  const count = counterOf(counters, key);
  if (probability !== undefined && draw(`${key} draw ${count.drawn++}`) >= probability) return false;
  count.matched++;
  if (nth !== undefined && !inRange(nth, count.matched)) return false;
  if (rule.times !== undefined && count.applied >= rule.times) return false;
  count.applied++;
  return true;
}

function chooseIn<P extends Point>(
  rules: Compiled[P],
  facts: Facts,
  counters: Counters,
  draw: Draw,
  onCount: () => void,
): RuleAt<P> | null {
  for (let index = 0; index < rules.length; index++) {
    const { rule, comparisons, isCounted } = rules[index]!;
    if (!allHold(comparisons, facts)) continue;
    if (!isCounted || countAndDecide(rule, facts, counters, draw, onCount)) return rule as RuleAt<P>;
  }
  return null;
}

/**
 * The first rule whose conditions all hold, or null. Scenarios are evaluated in order of precedence (the selected one, the
 * account's active ones, the default), each from top to bottom. `nth` counts how often all other conditions of its rule
 * held, `times` how often the rule applied. Rules after the chosen one are neither evaluated nor counted.
 * @param onCount called before a counter is written
 */
export function chooseFrom<P extends Point>(
  scenarios: readonly Scenario[],
  point: P,
  facts: Facts,
  counters: Counters,
  draw: Draw,
  onCount: () => void = ignore,
): RuleAt<P> | null {
  for (let index = 0; index < scenarios.length; index++) {
    const rule = chooseIn<P>(compiled(scenarios[index]!)[point], facts, counters, draw, onCount);
    if (rule) return rule;
  }
  return null;
}

/** Counts that a rule without a limit applied. Rules with a limit are counted when they are chosen. */
export function countUse(rule: RuleAt<Point>, counters: Counters, onCount: () => void): void {
  if (isLimited(rule)) return;
  onCount();
  counterOf(counters, rule.id).applied++;
}

/** A number in [0, 1) for one application of a rule. The counters of the rule are written. */
export function drawFor({ id }: RuleAt<Point>, counters: Counters, draw: Draw, onCount: () => void): number {
  onCount();
  return draw(`${id} delay ${counterOf(counters, id).drawn++}`);
}

export function forgetCounts(counters: Counters, scenarioName: string): void {
  for (const key of Object.keys(counters)) if (key.startsWith(`${scenarioName}/`)) delete counters[key];
  sizes.delete(counters);
}

/** How often the rules of a scenario applied since it was activated, and whether none of them can apply again. */
export interface Uses {
  readonly applied: number;
  readonly isUsedUp: boolean;
}

export function usesOf(scenario: Scenario, counters: Counters): Uses {
  const { requests, orders, webhooks } = compiled(scenario);
  const rules = [...requests, ...orders, ...webhooks].map(({ rule }) => rule as Rule);
  let applied = 0;
  for (const [key, count] of Object.entries(counters)) {
    if (key.startsWith(`${scenario.name}/`)) applied += count.applied;
  }
  const isUsedUp = rules.every(
    ({ id, per, times }) => per === 'account' && times !== undefined && (counters[id]?.applied ?? 0) >= times,
  );
  return { applied, isUsedUp: rules.length > 0 && isUsedUp };
}

/** Why a count or a random draw kept a rule from applying, according to its counters after the evaluation. */
function explainCount(rule: Rule, facts: Facts, counters: Counters): string {
  const { matched = 0, applied = 0 } = counters[counterKey(rule, facts)] ?? {};
  const { nth, probability } = rule.match;
  if (nth !== undefined && !inRange(nth, matched)) {
    return `nth: expected ${describeRange(nth)}, this was match ${matched}`;
  }
  if (rule.times !== undefined && applied >= rule.times)
    return `times: the limit of ${rule.times} is reached`;
  if (probability !== undefined) return `probability: the random draw missed ${probability}`;
  return 'an earlier rule was chosen';
}

/**
 * Explains why request rules did not apply, in one sentence per rule, the nearest misses first. A sentence names each
 * condition that failed, with the expected and the actual value; if none failed, the count that kept the rule from applying.
 * It may be slow.
 * @param chosen the rule that applied
 */
export function explainMisses(
  scenarios: readonly Scenario[],
  chosen: RequestRule | null,
  facts: Facts,
  counters: Counters,
  limit: number,
): string[] {
  return scenarios
    .flatMap(scenario => compiled(scenario).requests)
    .filter(({ rule }) => rule !== chosen)
    .map(({ rule, comparisons }) => ({ rule, failed: comparisons.filter(one => !one.matches(facts)) }))
    .sort((one, other) => one.failed.length - other.failed.length)
    .slice(0, limit)
    .map(({ rule, failed }) => {
      const reasons = failed.map(one => one.explain(facts));
      if (reasons.length === 0) reasons.push(explainCount(rule, facts, counters));
      return `${rule.id} (${rule.source}) did not apply: ${reasons.join('; ')}.`;
    });
}
