import { inRange } from './conditions.ts';
import { eventsOf, isLimited } from './match-containment.ts';
import type { ScenarioDraft } from './scenario-types.ts';

/** A webhook rule with what the checks of deliveries derive from it. */
export interface DeliveryRule {
  readonly index: number;
  readonly rule: ScenarioDraft['webhooks'][number];
  readonly events: readonly string[];
  /** True if the rule can apply to the first attempt of an event; later events wait for that one only. */
  readonly isForFirstAttempt: boolean;
  readonly isLimited: boolean;
}

/** The webhook rules of a scenario, with what the checks of deliveries derive from them. */
export const deliveryRulesOf = ({ webhooks }: ScenarioDraft): DeliveryRule[] =>
  webhooks.map((rule, index) => ({
    index,
    rule,
    events: eventsOf(rule.match),
    isForFirstAttempt: rule.match.attempt === undefined || inRange(rule.match.attempt, 1),
    isLimited: isLimited(rule),
  }));

/** True if the rule can apply to the first attempt of an event. */
export const isForFirst = ({ events, isForFirstAttempt }: DeliveryRule, event: string): boolean =>
  isForFirstAttempt && events.includes(event);
