import { isTerminal } from '../../../core/domain/order.ts';
import { type Order, statusOf } from '../../../core/engine/account-state.ts';
import type { RequestFields } from '../../../core/engine/request/service-request.ts';
import type { Exchange } from '../../../core/facts.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { type OrderKnowledge, wantedBy } from '../../knowledge.ts';
import { defineRule, type Occurrence, ORDER, ORDERING } from '../rule.ts';
import { resultsOf } from '../rule-facts.ts';
import { bought, clockTime, named } from '../wording.ts';

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

/** A client that repeats an order once more may only not know that it has ended. */
const TOLERATED = 1;
const LATER_MS = 60 * 60_000;
/** Until then, the part of a program that buys may not know what its receiver was told. */
const NEXT_DAY_MS = 24 * 60 * 60_000;
const MAX_ENDED = 10_000;

/** When the client had been told the end of an order of which a response had told it; null if it may not know that. */
function endToldMs({ endReadMs, told, webhook }: OrderKnowledge, atMs: number): number | null {
  const isOld = webhook !== null && isTerminal(webhook.status) && atMs - webhook.asOfMs >= NEXT_DAY_MS;
  return endReadMs ?? (told.length > 0 && isOld ? webhook.asOfMs : null);
}

export const externalIdReused = defineRule({
  id: 'external-id-reused',
  severity: 'error',
  milder: ['warning'],
  title: 'An external_id was used for several purchases.',
  bug: 'The external_id does not identify the purchase: it is a customer number, a date, a counter that restarts, or a constant. The service treats the request as a repeat, answers 200 with the order that exists, and makes none. It is an error if the repeat asks for something else. It is a warning if the client had read that the order has ended, and sends the external_id again an hour later, or for the second time, or if it acknowledged that event a day before: another purchase of the same, or a failed one that is tried again, looks like this.',
  cost: 'The second purchase never happens, although the response looks like a success. The customer paid and gets nothing.',
  fix: 'Derive the external_id from the one purchase that the order is for, and never use it for another. If a response says `idempotent: true` at a first attempt, compare the order with what you asked for. After `failed`, a new attempt is a new purchase.',
  example: {
    typescript:
      "const external_id = 'invoice-' + invoice.id; // not the customer, not the date, not a counter in memory",
  },
  needs: ORDER,
  only: ORDERING,
  start: () => new BoundedMap<number, number>(MAX_ENDED),
  decided(repeats, exchange, { memory, report }) {
    if (exchange.made.length > 0 && exchange.operation === 'createOrder') return;
    const { id, atMs } = exchange;
    const wanted = wantedBy(exchange);
    for (const [index, result] of resultsOf(exchange).entries()) {
      const other = mismatched(result);
      if (other) {
        const end = 'order' in result ? 'got the existing order' : 'was refused';
        report({
          key: String(other.id),
          message: () =>
            `${named(other)} is ${bought(other)}. At ${clockTime(atMs)}, ${id} used the same external_id for ${asked(wanted[index])}, and ${end}.`,
          orders: [other.id],
          requests: [id],
          atMs,
        });
      }
      const known = other || !('order' in result) ? undefined : memory.knowledge.of(result.order.id);
      const endedMs = known ? endToldMs(known, atMs) : null;
      if (!known || endedMs === null || !('order' in result) || !result.idempotent) continue;
      const count = (repeats.get(known.order.id) ?? 0) + 1;
      repeats.set(known.order.id, count);
      if (!known.isMoved && (count > TOLERATED || atMs - endedMs >= LATER_MS))
        report(lateRepeat(known, endedMs, exchange));
    }
  },
});

const lateRepeat = ({ order }: OrderKnowledge, endedMs: number, { id, atMs }: Exchange): Occurrence => ({
  key: String(order.id),
  severity: 'warning',
  message: () =>
    `The client had been told by ${clockTime(endedMs)} that ${named(order)} was ${statusOf(order)}. At ${clockTime(atMs)}, ${id} sent its external_id again, and got the same order: nothing was bought.`,
  orders: [order.id],
  requests: [id],
  atMs,
});
