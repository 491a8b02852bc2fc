import type { RequestFields } from '../../../core/engine/request/service-request.ts';
import type { Exchange } from '../../../core/facts.ts';
import { clockTime, defineRule, OpenOccurrences, PURCHASES, received } from '../rule.ts';
import { isUnanswered } from '../rule-facts.ts';
import { BoundedMap } from '../rule-memory.ts';

const MAX_OPEN = 1_000;

const wish = ({ address, packageId, energyAmount, durationMinutes }: RequestFields): string =>
  `${address} ${packageId} ${energyAmount} ${durationMinutes}`;

/** True if a request made no order, and its client cannot know that. A 503 would have told it. */
const isLostAttempt = (exchange: Exchange): boolean =>
  exchange.operation === 'createOrder' &&
  exchange.request !== null &&
  exchange.outcome !== null &&
  exchange.outcome.kind !== 'order' &&
  exchange.status !== 503 &&
  exchange.made.length === 0 &&
  isUnanswered(exchange);

export const retriedUnderNewId = defineRule({
  id: 'retried-under-new-id',
  severity: 'warning',
  title:
    'An order whose response was lost was tried again under another external_id; by chance, no order had been created.',
  bug: 'The retry has an external_id of its own, so the service cannot tell it from a new purchase. This time the first request was cut off before an order was made. The client cannot know that.',
  cost: 'Nothing this time. The same code pays twice as soon as the connection breaks a moment later.',
  fix: 'Choose the external_id once per purchase, before the first attempt, and use it for every retry.',
  needs: {
    missing:
      'no response to an order request was lost before an order was made (try a scenario with requests: [{ match: { operation: createOrder, nth: 1 }, fault: connection-reset }])',
    answered: isLostAttempt,
  },
  only: PURCHASES,
  start: () => ({ lost: new BoundedMap<string, Exchange>(MAX_OPEN), open: new OpenOccurrences<string>() }),
  decided({ lost, open }, exchange, context) {
    const { operation, request, facts } = exchange;
    const externalId = facts?.externalId ?? request?.fields.externalId ?? null;
    if (open.size > 0 && externalId !== null)
      open.goneOn(externalId, exchange.atMs, operation === 'getOrderStatus');
    if (lost.size === 0 || operation !== 'createOrder' || !request) return;
    const key = wish(request.fields);
    const earlier = lost.get(key);
    if (!earlier) return;
    lost.delete(key);
    const firstId = earlier.request!.fields.externalId;
    if (firstId !== null && firstId === request.fields.externalId) return;
    const occurrence = {
      message: () =>
        `At ${clockTime(earlier.atMs)}, ${earlier.id} asked for an order with external_id ${firstId ?? '(none)'}; ${received(earlier)}. At ${clockTime(exchange.atMs)}, ${exchange.id} tried the same again with external_id ${request.fields.externalId ?? '(none)'}.`,
      orders: exchange.made.map(order => order.id),
      requests: [earlier.id, exchange.id],
      atMs: exchange.atMs,
    };
    if (firstId === null) context.report(occurrence);
    else open.add(firstId, occurrence, context);
  },
  answered({ lost }, exchange) {
    if (isLostAttempt(exchange)) lost.set(wish(exchange.request!.fields), exchange);
  },
  pending: ({ open }) => open.pending(),
});
