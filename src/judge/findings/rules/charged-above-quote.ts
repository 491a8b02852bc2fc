import { toTrx } from '../../../core/domain/money.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { defineRule } from '../rule.ts';
import { bought, clockTime, named } from '../wording.ts';

const MAX_PRODUCTS = 100;

/** The latest price that the client was quoted for a product. */
interface Quoted {
  readonly request: string;
  readonly priceSun: number;
  readonly atMs: number;
}

const productOf = (packageId: number | null, energyAmount: number, durationMinutes: number): string =>
  `${packageId ?? `custom ${energyAmount}`} ${durationMinutes}`;

export const chargedAboveQuote = defineRule({
  id: 'charged-above-quote',
  severity: 'info',
  title: 'An order cost more than the client had been quoted before.',
  bug: 'The client asks for the price, shows it to its user, and orders later. A price can change in between, and an order has no highest price.',
  cost: 'The difference, if the user pays what was shown.',
  fix: 'Ask for the price again right before the order if the last quote is older than a few seconds, and have the user confirm a higher one. Book the `price_trx` of the order, not that of the quote.',
  needs: {
    missing: 'no price was asked for',
    answered: ({ outcome }) => outcome?.kind === 'quote',
  },
  only: ['getQuote', 'createOrder', 'createOrdersBulk'],
  start: () => new BoundedMap<string, Quoted>(MAX_PRODUCTS),
  decided(quotes, { made }, { report }) {
    if (quotes.size === 0) return;
    for (const order of made) {
      const quoted = quotes.get(productOf(order.packageId, order.energyAmount, order.durationMinutes));
      if (!quoted || order.priceSun <= quoted.priceSun) continue;
      report({
        key: String(order.priceSun),
        message: () =>
          `At ${clockTime(quoted.atMs)}, ${quoted.request} quoted ${toTrx(quoted.priceSun)} TRX. ${named(order)} is the same product: ${bought(order)}.`,
        orders: [order.id],
        requests: [quoted.request],
        atMs: order.steps[0]!.atMs,
      });
    }
  },
  answered(quotes, { outcome, end, status, id, atMs }) {
    if (outcome?.kind !== 'quote' || end !== 'sent' || status !== 200) return;
    const { package: pack, energyAmount, durationMinutes, priceSun } = outcome.offer;
    const product = productOf(pack?.id ?? null, energyAmount, durationMinutes);
    quotes.set(product, { request: id, priceSun, atMs });
  },
});
