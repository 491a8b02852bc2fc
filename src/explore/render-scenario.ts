import type { Disturbance } from './disturbances.ts';
import { mergedRule } from './merge-rules.ts';
import { countAt, inOrderOfRules } from './rule-order.ts';
import type { StrikePoint, Subject } from './strike-points.ts';
import type { RequestTemplate, Template } from './template.ts';

/** A scenario, with the keys of a scenario file. */
export interface ScenarioContent {
  readonly name: string;
  readonly summary: string;
  readonly requests?: readonly Rule[];
  readonly orders?: readonly Rule[];
  readonly webhooks?: readonly Rule[];
}

type Rule = Readonly<Record<string, unknown>>;

/**
 * How precisely a scenario tells the points at which it strikes: `kind` strikes every order of the same account and kind,
 * `subject` only the points themselves.
 */
export type Level = 'kind' | 'subject';

const subjectConditions = (subject: Subject): Rule => {
  if (subject === null) return {};
  return 'nth' in subject ? { nth: subject.nth } : { external_id: subject.externalId };
};

/** `per` and `times` of a request rule. With `nth`, the count is that of the account. */
const limits = (per: RequestTemplate['per'], subject: Subject): Rule =>
  subject && 'nth' in subject ? {} : { ...(per === 'account' ? {} : { per }), times: 1 };

function ruleOf(template: Template, { account, kind, subject }: StrikePoint, hasOneAccount: boolean): Rule {
  const common = {
    ...(account === null || hasOneAccount ? {} : { account }),
    ...subjectConditions(subject),
  };
  switch (template.point) {
    case 'requests':
      return {
        match: { operation: kind, ...template.match, ...common },
        ...limits(template.per, subject),
        ...template.rule,
      };
    case 'orders':
      return { ...(Object.keys(common).length > 0 && { match: common }), ...template.rule };
    case 'webhooks':
      return { match: { event: kind, attempt: 1, ...common }, ...template.rule };
  }
}

/** Adds a rule, or its effects to the rule with the same conditions. Where they contradict, the first rule applies. */
function addDelivery(rules: Rule[], rule: Rule): void {
  const key = JSON.stringify(rule.match);
  const index = rules.findIndex(({ match }) => JSON.stringify(match) === key);
  if (index === -1) rules.push(rule);
  else rules[index] = mergedRule(rules[index]!, rule) ?? rules[index]!;
}

/**
 * The scenario that strikes at the given points.
 * @param hasOneAccount true if no condition on the account is needed
 */
export function renderScenario(
  { id, title, templates }: Disturbance,
  points: readonly StrikePoint[],
  level: Level,
  hasOneAccount: boolean,
): ScenarioContent {
  const wanted = new Map<string, StrikePoint>();
  for (const point of points) {
    const one = level === 'subject' ? point : { ...point, subject: null };
    wanted.set(JSON.stringify(one), one);
  }
  const rules: Record<Template['point'], Rule[]> = { requests: [], orders: [], webhooks: [] };
  const all = [...wanted.values()];
  for (const one of inOrderOfRules(all, templates)) {
    const template = templates[one.template]!;
    const counted =
      one.subject && 'nth' in one.subject ? { ...one, subject: { nth: countAt(one, all, templates) } } : one;
    const rule = ruleOf(template, counted, hasOneAccount);
    if (template.point === 'webhooks') addDelivery(rules.webhooks, rule);
    else rules[template.point].push(rule);
  }
  return {
    name: id,
    summary: `${title.charAt(0).toUpperCase()}${title.slice(1)}.`,
    ...Object.fromEntries(Object.entries(rules).filter(([, list]) => list.length > 0)),
  };
}

/** The number of rules in a scenario. */
export const ruleCount = ({ requests = [], orders = [], webhooks = [] }: ScenarioContent): number =>
  Math.max(requests.length, orders.length, webhooks.length);
