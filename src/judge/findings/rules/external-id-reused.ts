import type { Refusal } from '../../../core/domain/errors.ts';
import type { Order } from '../../../core/engine/account-state.ts';
import type { MismatchRefusal, Placed } from '../../../core/engine/place-order.ts';
import type { RequestFields } from '../../../core/engine/request/service-request.ts';
import type { Exchange } from '../../../core/facts.ts';
import { bought, clockTime, named } from '../evidence.ts';
import { defineRule, ORDER } from '../rule.ts';

/** A repeat that asks for something else than its order is. */
interface Mismatch {
  readonly order: Order;
  readonly fields: RequestFields | undefined;
  /** True if the service refused it, so that the client did not get the existing order. */
  readonly isRefused: boolean;
}

type Result = Placed | Refusal | MismatchRefusal;

/** How a repeat differs from its order, whether the service returned the order or refused the repeat; null if it does not. */
function mismatchOf(result: Result, fields: RequestFields | undefined): Mismatch | null {
  if ('order' in result) return result.mismatch ? { order: result.order, fields, isRefused: false } : null;
  return 'existing' in result ? { order: result.existing, fields, isRefused: true } : null;
}

/** The repeats in a request that ask for something else than their order is. */
function mismatches({ outcome, request }: Exchange): Mismatch[] {
  const found: Mismatch[] = [];
  const check = (result: Result, fields: RequestFields | undefined): void => {
    const mismatch = mismatchOf(result, fields);
    if (mismatch) found.push(mismatch);
  };
  if (outcome?.kind === 'order') check(outcome.placed, request?.fields);
  if (outcome?.kind === 'refused') check(outcome.refusal, request?.fields);
  if (outcome?.kind === 'bulk')
    for (const [index, { result }] of outcome.items.entries()) check(result, request?.items[index]);
  return found;
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
  needs: ORDER,
  start: () => null,
  decided(_state, exchange, { report }) {
    for (const { order, fields, isRefused } of mismatches(exchange)) {
      const result = isRefused ? 'was refused' : 'got the existing order';
      report({
        key: String(order.id),
        message: () =>
          `${named(order)} is ${bought(order)}. At ${clockTime(exchange.atMs)}, ${exchange.id} used the same external_id for ${asked(fields)}, and ${result}.`,
        orders: [order.id],
        requests: [exchange.id],
        atMs: exchange.atMs,
      });
    }
  },
});
