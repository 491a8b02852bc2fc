import { type DeliveryRule, deliveryRulesOf, isForFirst } from './delivery-rules.ts';
import {
  canBeMovedTo,
  canCoexist,
  canFollow,
  isEmitted,
  type Lifecycles,
  lifecyclesOf,
} from './event-order.ts';
import { findHoldCycles } from './find-hold-cycles.ts';
import { dubious, impossible, type Mistake } from './mistake.ts';
import type { Path } from './problem-messages.ts';
import type { ScenarioDraft } from './scenario-types.ts';

/*
 * Finds deliveries that wait for, replay or precede an event that does not come, or not then.
 */

const pathOf = (index: number, field: string): Path => ['webhooks', index, 'deliver', field];

/** True if a rule can delay the first attempt of an event beyond the next event. */
const isDelayed = (rules: readonly DeliveryRule[], event: string): boolean =>
  rules.some(one => {
    const { holdUntil, afterMs = 0 } = one.rule.deliver ?? {};
    return isForFirst(one, event) && (holdUntil !== undefined || afterMs > 0);
  });

/** Checks that the event which a rule waits for can come, for the events that it holds back. */
function checkUntil(
  { rule, index, events }: DeliveryRule,
  rules: readonly DeliveryRule[],
  lifecycles: Lifecycles,
): Mistake[] {
  const until = rule.deliver?.holdUntil;
  if (until === undefined) return [];
  const at = pathOf(index, 'hold_until');
  const others = events.filter(event => event !== until);
  const meeting = others.filter(event => canCoexist(event, until));
  if (others.length > 0 && meeting.length === 0) {
    const held = others.join(' or ');
    return [
      impossible(
        at,
        `no order has both ${held} and ${until}, so ${held} is never sent; name an event that comes before or after it`,
      ),
    ];
  }
  if (!meeting.every(event => canFollow(until, event) && !canFollow(event, until))) {
    return checkEmitted(meeting, until, at, lifecycles);
  }
  if (meeting.length === 0 || isDelayed(rules, until)) return [];
  return [
    dubious(
      at,
      `${until} comes before ${meeting.join(' and ')}, so nothing is held; name a later event, or delay ${until}`,
    ),
  ];
}

/** Checks that a lifecycle has one of the held events and the event that they wait for. */
function checkEmitted(held: readonly string[], until: string, at: Path, lifecycles: Lifecycles): Mistake[] {
  const { events, areComplete } = lifecycles;
  const affected = events.filter(lifecycle => held.some(event => lifecycle.includes(event)));
  if (affected.length === 0 || isEmitted({ events: affected, areComplete }, [until])) return [];
  if (areComplete && !canBeMovedTo({ events: affected, areComplete }, until)) {
    return [
      impossible(
        at,
        `no lifecycle of this scenario emits ${until}, so what is held is never sent; name an event of the lifecycle, or add the step`,
      ),
    ];
  }
  const whose = areComplete ? 'no lifecycle of this scenario' : 'neither this scenario nor happy-path';
  return [
    dubious(
      at,
      `${whose} emits ${until}, so what is held waits until an order is moved there by hand, or another scenario does it`,
    ),
  ];
}

function checkReplay({ rule, index, events }: DeliveryRule): Mistake[] {
  const replayed = rule.deliver?.replay;
  if (replayed === undefined) return [];
  if (events.some(event => canFollow(replayed, event))) return [];
  const at = pathOf(index, 'replay');
  const shown = events.join(' or ');
  if (!events.some(event => canCoexist(event, replayed))) {
    return [
      impossible(
        at,
        `no order has both ${shown} and ${replayed}, so nothing is ever replayed; name an event that comes before it`,
      ),
    ];
  }
  return [
    dubious(
      at,
      `${replayed} comes after ${shown}, so there is nothing to replay unless the delivery is late; name an event that comes before it`,
    ),
  ];
}

function checkBeforeResponse({ rule: { deliver }, index, events }: DeliveryRule): Mistake[] {
  if (!deliver?.beforeResponse) return [];
  const at = pathOf(index, 'before_response');
  if (deliver.holdUntil !== undefined || (deliver.afterMs ?? 0) > 0) {
    const other = deliver.holdUntil !== undefined ? 'hold_until' : 'after';
    return [
      impossible(
        at,
        `the response is not delayed until a webhook is sent that ${other} delays; remove before_response or ${other}`,
      ),
    ];
  }
  if (events.includes('order.processing')) return [];
  return [dubious(at, `only order.processing happens before the response to an order; match that event`)];
}

/** Reports rules for events that no lifecycle emits. */
function checkEvents({ index, events }: DeliveryRule, lifecycles: Lifecycles): Mistake[] {
  if (isEmitted(lifecycles, events)) return [];
  const whose = lifecycles.areComplete
    ? 'no lifecycle of this scenario'
    : 'neither this scenario nor happy-path';
  return [
    dubious(
      ['webhooks', index, 'match', 'event'],
      `${whose} emits ${events.join(' or ')}, so this rule applies only to orders that are moved there by hand or by another scenario`,
    ),
  ];
}

/** Finds webhook rules whose delivery waits for, replays or precedes something that does not happen. */
export function findHopelessHolds(draft: ScenarioDraft): Mistake[] {
  const rules = deliveryRulesOf(draft);
  const lifecycles = lifecyclesOf(draft);
  return [
    ...findHoldCycles(rules),
    ...rules.flatMap(rule => [
      ...checkUntil(rule, rules, lifecycles),
      ...checkReplay(rule),
      ...checkBeforeResponse(rule),
      ...checkEvents(rule, lifecycles),
    ]),
  ];
}
