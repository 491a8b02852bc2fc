import { conditionsCover, eventsOf, isLimited, operationsOf } from './match-containment.ts';
import { type AnyRule, impossible, type Mistake, type Place } from './mistake.ts';
import type { ScenarioDraft } from './scenario-types.ts';

/** The parts into which the situations of a point are divided: a rule can be covered by several rules together. */
const PARTS: {
  readonly [P in 'requests' | 'orders' | 'webhooks']: (rule: AnyRule) => readonly string[];
} = {
  requests: ({ match }) => operationsOf(match),
  orders: () => ['order'],
  webhooks: ({ match }) => eventsOf(match),
};

const KIND = { requests: 'request', orders: 'order', webhooks: 'delivery attempt' } as const;

function explain(point: keyof typeof PARTS, covering: readonly number[], place: Place): string {
  const names = covering.map(index => place([point, index]));
  const rules = covering.length === 1 ? `${names[0]}, which applies` : `${names.join(' and ')}, which apply`;
  return `this rule is never reached: every ${KIND[point]} that it matches is taken by ${rules} first; move this rule above, or narrow the match of the other`;
}

/** Finds the rules that never apply, because earlier rules of the list apply to everything that they match. */
function unreachableIn(point: keyof typeof PARTS, rules: readonly AnyRule[]): Mistake[] {
  const parts = rules.map(PARTS[point]);
  const unlimited = rules.map(rule => !isLimited(rule));
  return rules.flatMap((rule, index) => {
    const left = new Set(parts[index]);
    const covering: number[] = [];
    for (let before = 0; before < index && left.size > 0; before++) {
      if (!unlimited[before] || !parts[before]!.some(part => left.has(part))) continue;
      if (!conditionsCover(rules[before]!.match, rule.match)) continue;
      for (const part of parts[before]!) left.delete(part);
      covering.push(before);
    }
    if (left.size > 0) return [];
    return [impossible([point, index], place => explain(point, covering, place))];
  });
}

/** Finds the rules that never apply, because rules above them apply to everything that they match. */
export const findUnreachableRules = ({ requests, orders, webhooks }: ScenarioDraft): Mistake[] => [
  ...unreachableIn('requests', requests),
  ...unreachableIn('orders', orders),
  ...unreachableIn('webhooks', webhooks),
];
