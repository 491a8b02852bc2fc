import { toTrx } from '../../../core/domain/money.ts';
import { isSameThing, MAX_PAIRS, type Pair } from '../purchases.ts';
import { defineRule, IN_DOUBT, type Occurrence, ORDERING } from '../rule.ts';
import { bought, clockTime, named } from '../wording.ts';

/** What the second order cost; undefined if one of the two was refunded. */
const costOf = ({ first, second, reason }: Pair): number | undefined =>
  !reason.isLossAnyway && (first.order.refund || second.order.refund) ? undefined : second.order.priceSun;

function occurrenceOf(pair: Pair): Occurrence {
  const { first, second, reason, request, atMs } = pair;
  const costSun = costOf(pair);
  const what = isSameThing(first.order, second.order) ? 'the same again' : 'something else for its address';
  const lost = costSun === undefined ? '' : ` If it is one purchase, ${toTrx(costSun)} TRX are lost.`;
  return {
    key: String(first.order.id),
    message: () =>
      `At ${clockTime(first.order.steps[0]!.atMs)}, ${first.maker} made ${named(first.order)}: ${bought(first.order)}. ${reason.text} At ${clockTime(atMs)}, ${request} bought ${what} as ${named(second.order)}.${lost} Instead of ${request}: ${reason.instead}.`,
    orders: [first.order.id, second.order.id],
    requests: [first.maker, request],
    ...(costSun !== undefined && { costSun }),
    ...(!reason.isCertain && { severity: 'warning' }),
    atMs,
  };
}

export const paidTwice = defineRule({
  id: 'paid-twice',
  severity: 'error',
  milder: ['warning'],
  title: 'The same was bought again, although the first order could exist, or was still open.',
  bug: 'A timeout, a broken connection, a 5xx, a response without the order, or a status query that fails does not say that nothing was bought; `review` does not say it either. A client that then buys again under a new external_id, or under none, owns two orders. The usual causes are an external_id that is generated in the function that sends the request, a deadline after which an order counts as lost, and a button that can be clicked twice. It is an error if no response had told the client of the first order, if its latest request about it failed, if it knew of a review, or if it sent a whole list again of which a part had been accepted. It is a warning, reported ten minutes later, if it gave up an order that was open, did not wait for a refund, sent two orders at once, or bought something else for the same address right after a query had failed. If the client repeats the first external_id, or queries the order soon, the second was a purchase of its own, and the finding is withdrawn.',
  cost: 'The price of the second order. Nothing refunds it, because both are delivered.',
  fix: 'Choose the external_id before the first attempt, store it with the purchase, and repeat the request with the same external_id until a response contains the order. A repeat never costs anything: it returns the existing order with `idempotent: true`. Buy again only after `failed` with `refunded: true`.',
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
  needs: IN_DOUBT,
  only: [...ORDERING, 'getOrderStatus'],
  start: () => null,
  decided(_state, exchange, { memory: { purchases }, noticed, report }) {
    if (purchases.decided(exchange).length > 0) noticed();
    if (purchases.count >= MAX_PAIRS) for (const pair of purchases.settle()) report(occurrenceOf(pair));
  },
  *pending(_state, { memory: { purchases } }) {
    for (const pair of purchases.pairs)
      yield {
        ...occurrenceOf(pair),
        // A client must learn at once that it pays twice.
        sinceMs: pair.reason.isCertain ? Number.NEGATIVE_INFINITY : pair.atMs,
      };
  },
});
