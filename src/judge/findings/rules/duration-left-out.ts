import type { Selection } from '../../../core/domain/pricing.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { wantedBy } from '../../knowledge.ts';
import { defineRule } from '../rule.ts';
import { resultsOf } from '../rule-facts.ts';
import { bought, clockTime, named } from '../wording.ts';

const MAX_PRODUCTS = 100;

/** The durations for which a client has asked for the price of a product. */
interface Quoted {
  readonly minutes: Set<number>;
  request: string;
}

const productOf = ({ packageId, energyAmount }: Selection): string => `${packageId} ${energyAmount}`;

export const durationLeftOut = defineRule({
  id: 'duration-left-out',
  severity: 'warning',
  title: 'An order left out its duration, and got a duration for which the client had not asked for a price.',
  bug: 'The client asks for the price of one duration, and orders without `duration_minutes`. The default is not the same everywhere: an item of a bulk request lasts 15 minutes.',
  cost: 'The rental ends before the transfer that it was meant for, which then burns TRX; or it lasts longer than needed, and costs more than was quoted.',
  fix: 'Send `duration_minutes` with every order and every item, with the value for which the price was asked.',
  needs: {
    missing: 'no price was asked for a duration',
    answered: ({ outcome, request }) => outcome?.kind === 'quote' && request!.fields.durationMinutes !== null,
  },
  only: ['getQuote', 'createOrder', 'createOrdersBulk'],
  start: () => new BoundedMap<string, Quoted>(MAX_PRODUCTS),
  decided(quotes, exchange, { report }) {
    const { outcome, request, id, atMs } = exchange;
    if (outcome?.kind === 'quote') {
      const quoted = quotes.get(productOf(request!.fields)) ?? { minutes: new Set(), request: id };
      quoted.minutes.add(outcome.offer.durationMinutes);
      quoted.request = id;
      quotes.set(productOf(request!.fields), quoted);
    }
    if (quotes.size === 0) return;
    const results = resultsOf(exchange);
    for (const [index, fields] of wantedBy(exchange).entries()) {
      const quoted = quotes.get(productOf(fields));
      const result = results[index];
      if (fields.durationMinutes !== null || !quoted || !result || !('order' in result)) continue;
      const { order, idempotent } = result;
      if (idempotent || quoted.minutes.has(order.durationMinutes)) continue;
      report({
        message: () =>
          `${quoted.request} asked for the price of the same product for ${[...quoted.minutes].join(' and ')} minutes. At ${clockTime(atMs)}, ${id} ordered it without duration_minutes: ${named(order)} is ${bought(order)}.`,
        orders: [order.id],
        requests: [quoted.request, id],
        atMs,
      });
    }
  },
});
