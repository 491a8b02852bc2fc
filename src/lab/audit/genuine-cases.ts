import { isAccepted } from './audit-messages.ts';
import type { AuditCase, CaseStage } from './case-stage.ts';
import { CAUSES } from './causes.ts';

/** A probe that does not show what is stored of an order. */
const PROBE = {
  cost: 'The events are stored elsewhere or not at all, or the probe shows something else. What is stored cannot be judged.',
  fix: 'Let the probe return what is stored of the order in its URL. If it does, the receiver loses events or mixes up orders. If only orders of its own system are stored, let --place make it place them. Recognize repeats by event_id, which every event of an order has of its own, not by order_id.',
};

/** Delivers orders that --place placed, and expects that nothing was credited. Says why that cannot be judged. */
async function expectKept(stage: CaseStage, why: string | null): Promise<void> {
  stage.unseen = stage.isPlacedBySystem
    ? why
    : "pass --place COMMAND, a command that makes the receiver's system place an order";
  if (stage.unseen !== null) return;
  await stage.acceptLives();
  await stage.expectNoCredit();
}

/** Usual deliveries of every event. A receiver must accept all of them. */
export const GENUINE_CASES: readonly AuditCase[] = [
  {
    id: 'genuine',
    title: 'The five events of a delivered order, and the two of a refunded one, in sequence.',
    criterion:
      'Each is answered with a 2xx. The probe, if there is one, returns something else after the events than before them, and nothing of other orders.',
    ...CAUSES.refused,
    orders: [],
    probeShows: null,
    names: ['refused'],
    run: async stage => {
      if (stage.probeProblem !== null) stage.fail(stage.probeProblem, PROBE);
      for (const exchange of stage.plain.exchanges) {
        stage.exchanges.push(exchange);
        if (!isAccepted(exchange.answer)) stage.refused(exchange, stage.plain.order);
      }
      stage.takeOver(stage.plain.stumbled);
    },
  },
  {
    id: 'review-then-delivered',
    title: 'An order that is in review before it is delivered.',
    criterion: 'Each event is answered with a 2xx, and the order ends like one without a review.',
    cost: 'An order in review may still be delivered. If review counts as final or failed, the customer waits forever, or is paid back and gets the Energy as well.',
    fix: 'Handle order.review. Let it be followed by any other status, and pay nothing back before order.failed.',
    orders: ['reviewed'],
    probeShows: 'that it ended like any delivered order',
    names: ['refused'],
    run: async stage => {
      await stage.acceptLives();
      await stage.expectState('end', { compare: 'losses' });
    },
  },
  {
    id: 'failed-with-refund',
    title: 'An order that fails, with refunded: true.',
    criterion: 'Each event is answered with a 2xx, and the order does not stay open.',
    cost: 'A failed order stays open forever, and its refund is never passed on.',
    fix: 'Handle order.failed: close the order, and pay the customer back, once, if refunded is true.',
    orders: ['refunded'],
    probeShows: 'that the order does not stay open',
    run: async stage => {
      await stage.acceptLives();
      stage.expectFailure();
    },
  },
  {
    id: 'failed-without-refund',
    title: 'An order that fails, with refunded: false.',
    criterion: 'Each event is answered with a 2xx, and nothing is credited.',
    cost: 'Customers are paid back with money that the service has not returned.',
    fix: 'Pay back only once refunded is true. The service sends no event for a later refund: query the status of the order until then.',
    orders: ['failed'],
    probeShows: 'that nothing was credited',
    run: async stage => {
      await stage.acceptLives();
      await stage.expectNoCredit();
    },
  },
  {
    id: 'response-lost',
    title: 'Orders of --place whose responses are lost. Then they are delivered.',
    criterion: 'Each event is answered with a 2xx, and nothing is credited.',
    cost: 'An order whose response was lost counts as refused: the customer is paid back, and gets the Energy as well.',
    fix: 'A lost response says nothing about an order. Send the same order again with the same external_id, or query its status, until the outcome is known.',
    orders: ['lost'],
    probeShows: 'that nothing was credited',
    run: stage => expectKept(stage, null),
  },
  {
    id: 'key-refused',
    title:
      'Orders of --place whose responses are lost and whose repeats are refused with 401 or 403. Then they are delivered.',
    criterion: 'Each event is answered with a 2xx, and nothing is credited.',
    cost: 'While a key is renewed or an IP address changes, existing orders count as refused: customers are paid back, and get the Energy as well.',
    fix: 'A 401 or 403 says nothing about an order. Keep the purchase open, alert the operator, and continue it once the key is accepted.',
    orders: ['unauthorized', 'forbidden'],
    probeShows: 'that nothing was credited',
    run: stage => {
      const isRefused = stage.orders.some(({ isRepeated }) => isRepeated);
      const why = 'the system sent no further request about the orders, so none was refused';
      return expectKept(stage, isRefused ? null : why);
    },
  },
  {
    id: 'money',
    title: 'Orders whose price has six decimals: one is delivered, one is refunded.',
    criterion:
      'Each event is answered with a 2xx, and amounts are stored as whole sun or with all decimals. What a refund pays back is the price, or what the probe shows that the customer paid, once.',
    cost: 'Customers get back more or less than they paid, or balances are a fraction of a sun off: a customer who has exactly the price is refused, and the books do not balance.',
    fix: 'Pay back what the customer paid, once. Convert amounts with Math.round(trx * 1_000_000) and calculate in whole sun, or use a decimal type with six decimals.',
    orders: ['usual', 'refunded'],
    probeShows: 'that amounts are right, and stored exactly',
    run: async stage => {
      await stage.acceptLives();
      await stage.expectExactMoney();
    },
  },
  {
    id: 'unknown-order',
    title: 'The events of an order that the system of the receiver has not placed, or not yet.',
    criterion: 'Each is answered with a 2xx.',
    cost: 'An event can overtake the response to its order. If it is refused, the system learns of the order late; the events of orders that somebody else places with the account are refused until they are given up.',
    fix: 'Store events of unknown orders and answer 2xx; apply them as soon as the order is known.',
    orders: ['unknown'],
    probeShows: null,
    run: async stage => {
      for (const status of stage.order.life) await stage.accept(stage.order.genuine(status));
    },
  },
];
