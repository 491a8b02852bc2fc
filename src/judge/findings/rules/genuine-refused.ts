import { clockTime, decidedRefusals, defineRule, deliveryOccurrence, WEBHOOK } from '../rule.ts';
import { type AttemptFact, isRefused, isUnusualRefused } from '../rule-facts.ts';

const refusal = ({ atMs, outcome, event, orderId }: AttemptFact): string =>
  `At ${clockTime(atMs)}, the receiver answered ${outcome.status} to ${event} of order ${orderId}, which was signed correctly.`;

export const genuineRefused = defineRule({
  id: 'genuine-refused',
  severity: 'error',
  title: 'A correctly signed webhook of a documented event was answered with a 3xx or 4xx.',
  bug: 'The secret belongs to another account, the signature is computed over parsed JSON instead of the raw body, the URL is wrong or redirects, the route requires a login, or a repeated event or an unknown order is answered with an error such as 409 or 404.',
  cost: 'The service repeats the event up to eight times and gives up, so it is lost. Redirects are never followed.',
  fix: 'Answer 2xx to every correctly signed event, even if it is repeated or late, or if you do not know its order. Verify the raw bytes as they arrived. Configure the final URL, without a redirect.',
  needs: {
    ...WEBHOOK,
    attempt: ({ plan, isScripted }) =>
      (plan.corrupt === null || plan.corrupt === 'reserialised') && !isScripted,
  },
  start: () => null,
  attempt(_state, fact, { memory, report, noticed }) {
    if (isUnusualRefused(fact) && !memory.hasAcceptedPlain) noticed();
    const { plan, outcome, isScripted } = fact;
    if (plan.corrupt !== null || isScripted || !isRefused(outcome)) return;
    report({ ...deliveryOccurrence(fact, () => refusal(fact)), key: String(outcome.status) });
  },
  *pending(_state, { memory }) {
    if (memory.hasAcceptedPlain) return;
    yield* decidedRefusals(
      memory,
      fact =>
        `${refusal(fact)} Its bytes were serialized unusually; the receiver has not accepted a plain one either.`,
    );
  },
});
