import { isObject } from '../../core/domain/json.ts';
import { toTrx } from '../../core/domain/money.ts';
import type { OperationId } from '../../core/domain/operations.ts';
import { errorCodeOf, type OrderStatus } from '../../core/domain/order.ts';
import type { Estimate, Offer } from '../../core/domain/pricing.ts';
import { eventIdOf, txidOf } from '../../core/domain/seeded-values.ts';
import { isoTime, objectTime } from '../../core/domain/time.ts';
import {
  type AccountState,
  eventNameOf,
  eventNameOfStep,
  isRefundedAt,
  isRefundedBy,
  type Order,
  orderOf,
  stepsAt,
  type WebhookEvent,
} from '../../core/engine/account-state.ts';
import type { Outcome } from '../../core/engine/request/decision.ts';
import { NO_FIELDS, type RequestFields } from '../../core/engine/request/service-request.ts';
import type { Schemas } from '../energy-rental-v1.generated.ts';

/** A price, in the form of a quote (specification: Quote). */
export function quoteData(offer: Offer): Schemas['Quote'] {
  const selected = offer.package
    ? { type: 'package' as const, package_id: offer.package.id, name: offer.package.name }
    : { type: 'custom' as const };
  return {
    ...selected,
    energy_amount: offer.energyAmount,
    duration_minutes: offer.durationMinutes,
    base_price_trx: toTrx(offer.basePriceSun),
    discount_percent: offer.discountPercent,
    discount_trx: toTrx(offer.discountSun),
    price_trx: toTrx(offer.priceSun),
  };
}

/** The energy that a transfer to a recipient probably needs, with a package (specification: Estimate result). */
export const estimateData = ({ energy, package: pack }: Estimate): Schemas['Estimate'] => ({
  estimated_energy: energy,
  recommended_package: pack && {
    id: pack.id,
    name: pack.name,
    energy_amount: pack.energyAmount,
    duration_minutes: pack.durationMinutes,
  },
});

/** The fields of an order, except its id, whose name differs between responses and webhooks. */
type OrderFields = Omit<Schemas['OrderStatus'], 'id'>;

const DELEGATION: readonly OrderStatus[] = ['delegating', 'delegated'];

/** An order as it was after the first `steps` states of its timeline. */
function fieldsAt(
  state: AccountState,
  order: Order,
  steps: number,
  refunded: boolean,
  updatedAtMs: number,
): OrderFields {
  const zone = order.timeZone;
  let deliveredAt: string | null = null;
  let completedAt: string | null = null;
  let txid: string | null = null;
  for (let index = 0; index < steps; index++) {
    const step = order.steps[index]!;
    if (txid === null && DELEGATION.includes(step.status)) txid = txidOf(state.seed, order.id);
    if (step.status === 'delegated') deliveredAt ??= objectTime(step.atMs, zone);
    if (step.status === 'completed') completedAt ??= objectTime(step.atMs, zone);
  }
  const { status } = order.steps[steps - 1]!;
  return {
    external_id: order.externalId,
    address: order.address,
    energy_amount: order.energyAmount,
    duration_minutes: order.durationMinutes,
    price_trx: toTrx(order.priceSun),
    status,
    txid,
    refunded,
    error_code: errorCodeOf(status),
    created_at: objectTime(order.steps[0]!.atMs, zone),
    delivered_at: deliveredAt,
    completed_at: completedAt,
    updated_at: objectTime(updatedAtMs, zone),
  };
}

/**
 * The state of an order (specification: Order status). All fourteen fields are present.
 * @param asOfMs an earlier time, on the account's clock; by default, the state is the current one
 */
export function orderData(
  state: AccountState,
  order: Order,
  asOfMs = Number.POSITIVE_INFINITY,
): Schemas['OrderStatus'] {
  const steps = stepsAt(order, asOfMs);
  const lastMs = order.steps[steps - 1]!.atMs;
  const isRefunded = isRefundedBy(order, asOfMs);
  const updatedAtMs = isRefunded ? Math.max(lastMs, order.refund!.atMs) : lastMs;
  return { id: order.id, ...fieldsAt(state, order, steps, isRefunded, updatedAtMs) };
}

/** The data of a response that shows neither an order nor a list of results. */
export function answerData(outcome: Extract<Outcome, { kind: 'quote' | 'estimate' | 'balance' }>): object {
  switch (outcome.kind) {
    case 'quote':
      return quoteData(outcome.offer);
    case 'estimate':
      return estimateData(outcome.estimate);
    case 'balance':
      return { balance_trx: toTrx(outcome.balanceSun) };
  }
}

/** The id of an event (specification: Events). */
export function eventId(state: AccountState, event: WebhookEvent): string {
  return eventIdOf(event.epoch, event.orderId, event.step, eventNameOf(orderOf(state, event), event));
}

/** The body of a webhook. The type does not relate the event to the status of the order. */
export interface EventPayload {
  readonly event: Schemas['EventName'];
  readonly event_id: string;
  readonly created_at: string;
  readonly data: Schemas['WebhookOrder'];
}

/** The body of a webhook (specification: Events): the order as it was at the event, not as it is now. */
export function eventPayload(state: AccountState, event: WebhookEvent): EventPayload {
  const order = orderOf(state, event);
  const step = order.steps[event.step]!;
  return {
    event: eventNameOfStep(step),
    event_id: eventId(state, event),
    created_at: isoTime(step.atMs),
    data: {
      order_id: order.id,
      ...fieldsAt(state, order, event.step + 1, isRefundedAt(order, step), step.atMs),
    },
  };
}

/*
 * Converts the fields of requests from their wire names to the names of the program. A field that is missing or of the
 * wrong type becomes null; the violations of the description say why.
 */

type Values = Readonly<Record<string, unknown>>;

const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const integerOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);
const booleanOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

const orderFields = (values: Values): RequestFields => ({
  externalId: stringOf(values.external_id),
  address: stringOf(values.address),
  packageId: integerOf(values.package_id),
  energyAmount: integerOf(values.energy_amount),
  durationMinutes: integerOf(values.duration_minutes),
  orderId: null,
  hasUsdt: null,
});

/** The fields of a request, from its body or from the typed parameters of its query. */
export function requestFields(operation: OperationId, query: Values, body: unknown): RequestFields {
  switch (operation) {
    case 'createOrder':
      return isObject(body) ? orderFields(body) : NO_FIELDS;
    case 'createEstimate':
      return isObject(body)
        ? { ...NO_FIELDS, address: stringOf(body.recipient_address), hasUsdt: booleanOf(body.has_usdt) }
        : NO_FIELDS;
    case 'getQuote':
      return orderFields(query);
    case 'getOrderStatus':
      return { ...NO_FIELDS, orderId: integerOf(query.id), externalId: stringOf(query.external_id) };
    case 'getBalance':
    case 'createOrdersBulk':
      return NO_FIELDS;
  }
}

const NO_ITEMS: readonly RequestFields[] = [];

/** The fields of the items of a bulk request; empty if the body has no list of them. */
export function itemFields(body: unknown): readonly RequestFields[] {
  const orders = isObject(body) ? body.orders : null;
  if (!Array.isArray(orders)) return NO_ITEMS;
  return orders.map(item => (isObject(item) ? orderFields(item) : NO_FIELDS));
}
