import { defineRule, LOST_ORDER, OpenOccurrences, PURCHASES, repurchase, withdraw } from '../rule.ts';

export const paidTwice = defineRule({
  id: 'paid-twice',
  severity: 'error',
  title: 'An order whose response was lost was made a second time under another external_id.',
  bug: 'A timeout, a reset connection or a 5xx does not say that nothing was bought: the response may have been lost after the order was made. A client that then buys again under a new external_id, or under none, owns two orders. The usual cause is an external_id that is generated in the function that sends the request, so that every attempt of the retry loop has its own. If the receiver had acknowledged a webhook of the first order before, the second may be a new purchase: see bought-again-after-webhook. If the client later repeats the first external_id, or queries it within ten minutes, the second was a separate purchase, and the finding is withdrawn.',
  cost: 'The price of the second order, every time a response is lost. Nothing refunds it, because both orders are delivered.',
  fix: 'Choose the external_id before the first attempt, store it with the purchase, and repeat the request with the same external_id until a response arrives. A repeat never costs anything: it returns the existing order with `idempotent: true`.',
  example: {
    typescript: [
      'const purchase = await db.purchases.insert({ id: randomUUID(), ...wanted }); // before the first attempt',
      'for (let attempt = 1; attempt <= 6; attempt++) {',
      '  const reply = await placeOrder({ ...wanted, external_id: purchase.id }); // the same id every time',
      "  if (reply.kind !== 'unknown') return reply;",
      '  await sleep(backoff(attempt));',
      '}',
    ].join('\n'),
    python: [
      'purchase = Purchase.objects.create(id=uuid4(), **wanted)  # committed before the first attempt',
      'for attempt in range(6):',
      '    reply = place_order(external_id=str(purchase.id), **wanted)  # the same id every time',
      '    if reply is not UNKNOWN:',
      '        return reply',
      '    sleep(backoff(attempt))',
    ].join('\n'),
  },
  needs: LOST_ORDER,
  only: PURCHASES,
  start: () => new OpenOccurrences<number>(),
  decided(open, exchange, context) {
    withdraw(open, exchange);
    for (const order of exchange.made) {
      const lost = context.memory.lost.unknown(order);
      if (lost)
        open.add(lost.order.id, { ...repurchase(lost, order, exchange), costSun: order.priceSun }, context);
    }
  },
  pending: open => open.pending(),
});
