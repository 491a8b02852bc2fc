import { isRefused } from '../refused-deliveries.ts';
import { defineRule } from '../rule.ts';
import { clockTime } from '../wording.ts';

export const genuineRefused = defineRule({
  id: 'genuine-refused',
  severity: 'error',
  title: 'A correctly signed webhook of a documented event was answered with a 3xx or 4xx.',
  bug: 'The secret differs, the signature is computed over parsed JSON instead of the raw body, the URL redirects or is wrong, a repeat or an unknown order is answered with an error, or the route requires a login.',
  cost: 'The service retries and gives up, so the event is lost. Redirects are never followed.',
  fix: 'Answer 2xx to every correctly signed event, also to repeats, to events that arrive late, and to orders that are not known yet. Verify the raw bytes as they arrived.',
  start: () => null,
  attempt(_state, { plan, outcome, isScripted, orderId, event, eventId, atMs }, { report }) {
    if (plan.corrupt !== null || isScripted || !isRefused(outcome)) return;
    report({
      key: String(outcome.status),
      message: `At ${clockTime(atMs)}, the receiver answered ${outcome.status} to ${event} of order ${orderId}, which was signed correctly.`,
      orders: [orderId],
      events: [eventId()],
      atMs,
    });
  },
});
