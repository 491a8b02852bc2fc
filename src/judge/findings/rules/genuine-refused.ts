import { isoTime } from '../../../core/domain/time.ts';
import { defineRule, deliveryOccurrence, WEBHOOK } from '../rule.ts';
import { type AttemptFact, isRefused } from '../rule-facts.ts';

/** Receivers may refuse an event for its age, and their clock is not the account's. */
const refusal = ({ atMs, createdAtMs, outcome, event, orderId }: AttemptFact): string =>
  `When the account's clock showed ${isoTime(atMs)}, the receiver answered ${outcome.status} to ${event} of order ${orderId}, which had been created at ${isoTime(createdAtMs)} and was signed correctly.`;

export const genuineRefused = defineRule({
  id: 'genuine-refused',
  severity: 'error',
  title: 'A correctly signed webhook of a documented event was answered with a 3xx or 4xx.',
  bug: 'The secret belongs to another account, the signature is computed over parsed JSON instead of the raw body, the URL is wrong or redirects, the route requires a login, a repeated event or an unknown order is answered with an error such as 409 or 404, or an old event is refused: its age on the clock of the receiver is not its age on the clock of the account.',
  cost: 'The service repeats the event up to eight times and gives up, so it is lost. Redirects are never followed.',
  fix: 'Answer 2xx to every correctly signed event, even if it is repeated, late or old, or if you do not know its order. Verify the raw bytes as they arrived. Configure the final URL, without a redirect.',
  needs: WEBHOOK,
  start: () => null,
  attempt(_state, fact, { report }) {
    const { plan, outcome, isScripted } = fact;
    if (plan.corrupt !== null || isScripted || !isRefused(outcome)) return;
    report({ ...deliveryOccurrence(fact, () => refusal(fact)), key: String(outcome.status) });
  },
});
