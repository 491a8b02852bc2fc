import type { Placed } from '../../engine/place-order.ts';
import type { RequestFields } from '../../engine/request/service-request.ts';
import type { Exchange } from '../../wire/recorded-exchange.ts';
import { defineRule } from '../rule.ts';
import { bought, clockTime, named } from '../wording.ts';

/** The repeats in a request that ask for something else than their order is. */
function mismatches({ outcome, request }: Exchange): { placed: Placed; fields: RequestFields | undefined }[] {
  if (outcome?.kind === 'order')
    return outcome.placed.mismatch ? [{ placed: outcome.placed, fields: request?.fields }] : [];
  if (
    outcome?.kind !== 'bulk' ||
    !outcome.items.some(({ result }) => 'mismatch' in result && result.mismatch)
  )
    return [];
  return outcome.items.flatMap(({ result }, index) =>
    'order' in result && result.mismatch ? [{ placed: result, fields: request?.items[index] }] : [],
  );
}

/** What the request asked for, as far as it says so. */
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
  only: { operations: ['createOrder', 'createOrdersBulk'] },
  start: () => null,
  decided(_state, exchange, { report }) {
    for (const { placed, fields } of mismatches(exchange)) {
      const { order } = placed;
      report({
        key: String(order.id),
        message: `${named(order)} is ${bought(order)}. At ${clockTime(exchange.atMs)}, ${exchange.id} used the same external_id for ${asked(fields)}, and got the existing order.`,
        orders: [order.id],
        requests: [exchange.id],
        atMs: exchange.atMs,
      });
    }
  },
});
