import { defineRule, deliveryOccurrence } from '../rule.ts';
import { type AttemptFact, isUnusualRefused } from '../rule-facts.ts';
import { clockTime } from '../wording.ts';

const refusal = ({ atMs, outcome, event, orderId }: AttemptFact): string =>
  `At ${clockTime(atMs)}, the receiver answered ${outcome.status} to ${event} of order ${orderId}, whose bytes were serialized unusually and signed correctly.`;

export const reserialisedRefused = defineRule({
  id: 'reserialised-refused',
  severity: 'error',
  title: 'A correctly signed webhook in an unusual serialization was refused, although no plain one was.',
  bug: 'The receiver parses the body, serializes it again and verifies the signature over the result. That works only as long as both serializers agree on spaces, escapes, the order of keys and the form of numbers.',
  cost: 'All webhooks fail from one day to the next, when the service or a proxy writes JSON differently, or when an amount such as 5.0 appears.',
  fix: 'Read the raw body before any JSON middleware, verify the signature over these bytes, and parse them afterwards.',
  example: {
    typescript:
      "app.post('/webhooks', express.raw({ type: () => true }), verify, handle); // before any express.json()",
    python:
      'body = request.get_data()  # Flask; request.body in Django. Verify these bytes, then json.loads(body)',
  },
  needs: {
    missing: 'no receiver of the integration answered a webhook in an unusual serialization',
    scenario: 'webhook-reserialised',
    attempt: ({ plan, outcome, isScripted }) =>
      plan.corrupt === 'reserialised' && !isScripted && outcome.status !== null,
  },
  start: () => null,
  attempt(_state, fact, { memory, report, noticed }) {
    if (!isUnusualRefused(fact)) return;
    if (memory.hasAcceptedPlain)
      report(deliveryOccurrence(fact, () => `${refusal(fact)} It had accepted plain ones.`));
    else noticed();
  },
  /** A receiver that refuses even plain ones has another bug: genuine-refused. */
  *pending(_state, { memory: { hasAcceptedPlain, hasRefusedPlain, undecidedRefusals } }) {
    if (hasRefusedPlain && !hasAcceptedPlain) return;
    const plain = hasAcceptedPlain ? 'It accepted plain ones later.' : 'It has not received a plain one.';
    for (const fact of undecidedRefusals.values())
      yield {
        ...deliveryOccurrence(fact, () => `${refusal(fact)} ${plain}`),
        key: String(fact.outcome.status),
        sinceMs: Number.NEGATIVE_INFINITY,
      };
  },
});
