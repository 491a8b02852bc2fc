import { isoTime } from '../../../core/domain/time.ts';
import { type Corruption, mustBeAccepted } from '../../../core/scenario/rule-effects.ts';
import { defineRule, deliveryOccurrence } from '../rule.ts';
import { type AttemptFact, isAcknowledged, isRefused } from '../rule-facts.ts';

/** What is new in a delivery, or how it is written. A receiver must accept it like a plain one. */
const UNUSUAL: Readonly<Partial<Record<Corruption, string>>> = {
  reserialised: ', serialized unusually',
  'unknown-event': ', sent as an event that is not documented yet',
  'extra-field': ', with an additional field',
};

const isNew = ({ plan: { corrupt } }: AttemptFact): boolean =>
  corrupt === 'unknown-event' || corrupt === 'extra-field';

const isGenuine = ({ plan, isScripted }: AttemptFact): boolean => mustBeAccepted(plan.corrupt) && !isScripted;

/** Receivers may refuse an event for its age, and their clock is not the account's. */
const refusal = ({ plan, atMs, createdAtMs, outcome, event, orderId }: AttemptFact): string =>
  `When the account's clock showed ${isoTime(atMs)}, the receiver answered ${outcome.status} to ${event} of order ${orderId}${UNUSUAL[plan.corrupt!] ?? ''}, which had been created at ${isoTime(createdAtMs)} and was signed correctly.`;

export const genuineRefused = defineRule({
  id: 'genuine-refused',
  severity: 'error',
  milder: ['warning'],
  title: 'A correctly signed webhook was answered with a 3xx or 4xx.',
  bug: 'The secret belongs to another account, the signature is computed over parsed JSON instead of the raw body, which fails as soon as the bytes are written in another way, the URL is wrong or redirects, the route requires a login, a repeated event or an unknown order is answered with an error such as 409 or 404, or an old event is refused: its age on the clock of the receiver is not its age on the clock of the account. It is a warning if a receiver that accepts other events refuses, or fails on, an event or a field that it does not know: it validates events against a closed list or a schema without additional fields.',
  cost: 'The service repeats the event up to eight times and gives up, so it is lost. Redirects are never followed. All webhooks fail from one day to the next when the service or a proxy writes JSON differently, or when the service adds a field.',
  fix: 'Answer 2xx to every correctly signed event, even if it is repeated, late or old, if you do not know its order, or if you do not know the event or one of its fields. Read the raw body before any JSON middleware, verify the signature over these bytes, and parse them afterwards. Configure the final URL, without a redirect.',
  example: {
    typescript: [
      "app.post('/webhooks', express.raw({ type: () => true }), verify, handle); // before any express.json()",
      'const stage = STAGES[event.data.status]; // undefined for what is new',
      'if (stage !== undefined) await apply(event);',
      'response.writeHead(204).end();',
    ].join('\n'),
    python:
      'body = request.get_data()  # Flask; request.body in Django. Verify these bytes, then json.loads(body)',
  },
  needs: { missing: 'no receiver of the integration got a genuine webhook', attempt: isGenuine },
  start: () => ({ hasAccepted: false }),
  attempt(state, fact, { report }) {
    const { plan, outcome } = fact;
    if (!isGenuine(fact)) return;
    state.hasAccepted ||= plan.corrupt === null && isAcknowledged(outcome);
    // Of a receiver that accepts nothing, what it does not know says nothing.
    const isReported = isNew(fact)
      ? state.hasAccepted && outcome.status !== null && !isAcknowledged(outcome)
      : isRefused(outcome);
    if (!isReported) return;
    report({
      ...deliveryOccurrence(fact, () => refusal(fact)),
      key: plan.corrupt ?? String(outcome.status),
      ...(isNew(fact) && { severity: 'warning' }),
    });
  },
});
