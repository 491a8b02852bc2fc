import { mustBeAccepted } from '../../../core/scenario/rule-effects.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { defineRule, WEBHOOK } from '../rule.ts';
import { clockTime } from '../wording.ts';

const MAX_EVENTS = 1_000;
const REFUSED_TIMES = 3;

/** An event that no attempt has delivered so far. */
interface Refused {
  readonly count: number;
  readonly status: number;
  readonly orderId: number;
  readonly eventId: string;
  readonly event: string;
  readonly atMs: number;
}

export const deliveriesGivenUp = defineRule({
  id: 'deliveries-given-up',
  severity: 'error',
  milder: ['warning'],
  title: 'An event ran out of delivery attempts, or was refused three times.',
  bug: 'The receiver answered none of the attempts with a 2xx: it was not reachable, it timed out, or it refused the event every time. A warning names an event that was answered with an error three times, until an attempt is acknowledged.',
  cost: 'The event is lost for good. A failed order is never noticed, a delivered one is never used.',
  fix: 'Answer 2xx as soon as the event is stored, and process it afterwards. Query the status of orders whose events are overdue, so that a lost event is no more than a delay.',
  needs: WEBHOOK,
  start: () => new BoundedMap<number, Refused>(MAX_EVENTS),
  attempt(refused, { plan, outcome, isScripted, orderId, eventId, event, atMs }, { noticed }) {
    if (refused.size > 0 && outcome.kind === 'acknowledged') refused.delete(plan.event);
    if (outcome.kind === 'acknowledged' || outcome.status === null || isScripted) return;
    if (plan.kind !== 'attempt' || !mustBeAccepted(plan.corrupt)) return;
    const count = (refused.get(plan.event)?.count ?? 0) + 1;
    refused.set(plan.event, { count, status: outcome.status, orderId, eventId: eventId(), event, atMs });
    if (count === REFUSED_TIMES) noticed();
  },
  exhausted(refused, { orderId, eventId, event, index, attempts, acceptable, isScripted, atMs }, { report }) {
    refused.delete(index);
    if (isScripted || acceptable === 0) return;
    report({
      message: () =>
        `At ${clockTime(atMs)}, the sandbox gave up ${event} of order ${orderId} after ${attempts} attempts, none of which was answered with a 2xx.`,
      orders: [orderId],
      events: [eventId],
      atMs,
    });
  },
  *pending(refused) {
    for (const { count, status, orderId, eventId, event, atMs } of refused.values()) {
      if (count < REFUSED_TIMES) continue;
      yield {
        key: event,
        severity: 'warning',
        sinceMs: Number.NEGATIVE_INFINITY,
        message: () =>
          `${event} of order ${orderId} was answered with an error ${count} times, the last time with ${status} at ${clockTime(atMs)}. The sandbox gives it up after the last attempt.`,
        orders: [orderId],
        events: [eventId],
        atMs,
      };
    }
  },
});
