import {
  compileMatch,
  describeRange,
  type Facts,
  inRange,
  MAX_FACT,
  type RequestMatch,
  type WebhookMatch,
} from './conditions.ts';
import type { RuleHead, Scenario } from './scenario-types.ts';

export type { Facts } from './conditions.ts';

/** How often a rule's conditions held, how often it applied, and how many random numbers were drawn for it. */
export interface Count {
  matched: number;
  applied: number;
  drawn: number;
}

/** Counts by rule id or `<rule id>#<order or external_id>`. Plain data, written only by `choose`. */
export type Counters = Record<string, Count>;

/** A number in [0, 1) derived from the account's seed and a label. Labels are never reused, so it needs no state. */
export type Draw = (label: string) => number;

/** What choosing needs to know of a rule, whichever point it applies to. */
export type Rule = RuleHead & { readonly match: RequestMatch & WebhookMatch };

/** The three points at which the rules of scenarios are evaluated. */
export type Point = 'requests' | 'orders' | 'webhooks';

interface CompiledRule {
  readonly bound: ReturnType<typeof compileMatch>;
  /** True if nth, times or probability make the result depend on earlier evaluations. */
  readonly counted: boolean;
}

/** Rules are plain data that snapshots copy, so their compiled form is kept outside of them. */
const compiledRules = new WeakMap<Rule, CompiledRule>();

function compiled(rule: Rule): CompiledRule {
  const known = compiledRules.get(rule);
  if (known) return known;
  const { nth, probability } = rule.match;
  const fresh: CompiledRule = {
    bound: compileMatch(rule.match),
    counted: nth !== undefined || probability !== undefined || rule.times !== undefined,
  };
  compiledRules.set(rule, fresh);
  return fresh;
}

/** An external_id that is too long to be valid shares the count of those that are missing. */
const shortId = (externalId: string | null): string =>
  externalId === null || externalId.length > MAX_FACT ? '' : externalId;

/** Requests without an order or external_id share one count. */
function counterKey(rule: Rule, facts: Facts): string {
  if (rule.per === 'order') return `${rule.id}#${facts.orderId ?? ''}`;
  if (rule.per === 'external_id') return `${rule.id}#${shortId(facts.externalId)}`;
  return rule.id;
}

function allHold(bound: CompiledRule['bound'], facts: Facts): boolean {
  for (let index = 0; index < bound.length; index++) if (!bound[index]!.test(facts)) return false;
  return true;
}

const ignore = (): void => undefined;

/** The maximum number of counts that an account keeps. Beyond it, the oldest ones of single orders and ids are forgotten. */
export const MAX_COUNTERS = 100_000;
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

/** Counts a match, and decides whether `probability`, `nth` and `times` let the rule apply. */
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

/**
 * The first rule whose conditions all hold, or null. `nth` counts how often all other conditions of its rule held,
 * `times` how often the rule applied. Rules after the chosen one are neither evaluated nor counted.
 * @param onCount called before a counter is written
 */
export function choose<R extends Rule>(
  rules: readonly R[],
  facts: Facts,
  counters: Counters,
  draw: Draw,
  onCount: () => void = ignore,
): R | null {
  for (let index = 0; index < rules.length; index++) {
    const rule = rules[index]!;
    const { bound, counted } = compiled(rule);
    if (!allHold(bound, facts)) continue;
    if (!counted || countAndDecide(rule, facts, counters, draw, onCount)) return rule;
  }
  return null;
}

/**
 * Evaluates scenarios in order of precedence (the selected one, the account's active ones, the default), each from
 * top to bottom. The first rule that applies wins.
 */
export function chooseFrom<P extends Point>(
  scenarios: readonly Scenario[],
  point: P,
  facts: Facts,
  counters: Counters,
  draw: Draw,
  onCount: () => void = ignore,
): Scenario[P][number] | null {
  for (let index = 0; index < scenarios.length; index++) {
    const rules: readonly Rule[] = scenarios[index]![point];
    const rule = choose(rules, facts, counters, draw, onCount);
    if (rule) return rule as Scenario[P][number];
  }
  return null;
}

/** Deletes the counts of a scenario's rules, when it is activated again or replaced. */
export function forgetCounts(counters: Counters, scenarioName: string): void {
  for (const key of Object.keys(counters)) if (key.startsWith(`${scenarioName}/`)) delete counters[key];
  sizes.delete(counters);
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
 * Explains in one sentence why a rule did not apply: each condition that failed, with the expected and the actual
 * value, or else what its counts say. Used for near misses only, so it may be slow.
 */
export function explainMiss(rule: Rule, facts: Facts, counters: Counters = {}): string {
  const failed = compiled(rule).bound.filter(one => !one.test(facts));
  const reasons = failed.length
    ? failed.map(one => one.complaint(facts))
    : [explainCount(rule, facts, counters)];
  return `${rule.id} (${rule.source}) did not apply: ${reasons.join('; ')}.`;
}

/** How many of a rule's conditions failed. The fewer, the nearer the miss. */
export const missedConditions = (rule: Rule, facts: Facts): number =>
  compiled(rule).bound.reduce((failed, one) => failed + (one.test(facts) ? 0 : 1), 0);
