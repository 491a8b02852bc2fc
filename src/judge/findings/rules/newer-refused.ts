import { defineRule, deliveryOccurrence } from '../rule.ts';
import { clockTime } from '../wording.ts';

export const newerRefused = defineRule({
  id: 'newer-refused',
  severity: 'warning',
  title:
    'A correctly signed webhook with an unknown event or an additional field was not accepted, although plain ones were.',
  bug: 'The receiver validates events against a closed list or a schema without additional fields, or crashes on what it does not know.',
  cost: 'The day the service adds a field to its webhooks, all of them fail, and after the last attempt every event is lost.',
  fix: 'Verify the signature, store the event, answer 2xx, and ignore the events and fields that you do not know.',
  example: {
    typescript: [
      'const stage = STAGES[event.data.status]; // undefined for what is new',
      'if (stage !== undefined) await apply(event);',
      'response.writeHead(204).end();',
    ].join('\n'),
  },
  needs: {
    missing: 'no receiver of the integration answered a webhook with an unknown event or an additional field',
    scenario: 'webhook-unknown-event',
    attempt: ({ plan, outcome, isScripted }) =>
      (plan.corrupt === 'unknown-event' || plan.corrupt === 'extra-field') &&
      !isScripted &&
      outcome.status !== null,
  },
  start: () => null,
  attempt(_state, fact, { memory, report }) {
    const { plan, outcome, isScripted, orderId, event, atMs } = fact;
    if (isScripted) return;
    if (plan.corrupt !== 'unknown-event' && plan.corrupt !== 'extra-field') return;
    if (!memory.hasAcceptedPlain || outcome.status === null || outcome.kind === 'acknowledged') return;
    const what =
      plan.corrupt === 'unknown-event'
        ? 'an event that is not documented yet'
        : `${event} with an additional field`;
    const message = () =>
      `At ${clockTime(atMs)}, the receiver answered ${outcome.status} to ${what} (order ${orderId}), which was signed correctly.`;
    report({ ...deliveryOccurrence(fact, message), key: plan.corrupt });
  },
});
