import { clockTime, defineRule, WEBHOOK } from '../rule.ts';

export const deliveriesGivenUp = defineRule({
  id: 'deliveries-given-up',
  severity: 'error',
  title: 'An event ran out of delivery attempts.',
  bug: 'The receiver answered none of the attempts with a 2xx: it was not reachable, it timed out, or it refused the event every time.',
  cost: 'The event is lost for good. A failed order is never noticed, a delivered one is never used.',
  fix: 'Answer 2xx as soon as the event is stored, and process it afterwards. Query the status of orders whose events are overdue, so that a lost event is no more than a delay.',
  needs: WEBHOOK,
  start: () => null,
  exhausted(_state, { orderId, eventId, event, attempts, acceptable, isScripted, atMs }, { report }) {
    if (isScripted || acceptable === 0) return;
    report({
      message: () =>
        `At ${clockTime(atMs)}, the sandbox gave up ${event} of order ${orderId} after ${attempts} attempts, none of which was answered with a 2xx.`,
      orders: [orderId],
      events: [eventId],
      atMs,
    });
  },
});
