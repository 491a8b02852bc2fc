import type { Order } from '../../../core/engine/account-state.ts';
import type { RequestFields } from '../../../core/engine/request/service-request.ts';
import { bought, clockTime, defineRule, named, ORDER, ORDERING } from '../rule.ts';
import { resultsOf, wantedBy } from '../rule-facts.ts';

/** The order of a repeat that asks for something else, whether the service returned the order or refused the repeat. */
function mismatched(result: ReturnType<typeof resultsOf>[number]): Order | null {
  if ('order' in result) return result.mismatch ? result.order : null;
  return 'existing' in result ? result.existing : null;
}

/** The request in words, as far as it could be read. */
function asked(fields: RequestFields | undefined): string {
  const { packageId = null, energyAmount = null, durationMinutes = null, address = null } = fields ?? {};
  const product = packageId === null ? energyAmount && `${energyAmount} Energy` : `package ${packageId}`;
  const parts = [product, durationMinutes && `for ${durationMinutes} minutes`, address && `to ${address}`];
  return parts.filter(Boolean).join(' ') || 'something else';
}

export const externalIdReused = defineRule({
  id: 'external-id-reused',
  severity: 'error',
  title: 'An external_id was repeated for a different purchase.',
  bug: 'The external_id does not identify the purchase: it is a customer number, a date, a counter that restarts, or a constant. The service treats the request as a repeat, answers 200 with the order that exists, and makes none.',
  cost: 'The second purchase never happens, although the response looks like a success. The customer paid and gets nothing.',
  fix: 'Derive the external_id from the one purchase that the order is for, and never use it for another. If a response says `idempotent: true` at a first attempt, compare the order with what you asked for.',
  example: {
    typescript:
      "const external_id = 'invoice-' + invoice.id; // not the customer, not the date, not a counter in memory",
  },
  needs: ORDER,
  only: ORDERING,
  start: () => null,
  decided(_state, exchange, { report }) {
    const wanted = wantedBy(exchange);
    for (const [index, result] of resultsOf(exchange).entries()) {
      const order = mismatched(result);
      if (!order) continue;
      const end = 'order' in result ? 'got the existing order' : 'was refused';
      report({
        key: String(order.id),
        message: () =>
          `${named(order)} is ${bought(order)}. At ${clockTime(exchange.atMs)}, ${exchange.id} used the same external_id for ${asked(wanted[index])}, and ${end}.`,
        orders: [order.id],
        requests: [exchange.id],
        atMs: exchange.atMs,
      });
    }
  },
});
