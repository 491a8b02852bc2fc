import type { OperationId } from '../domain/operations.ts';
import { NO_FIELDS, type RequestFields } from '../engine/request/service-request.ts';

/*
 * The one place where the wire names of a request's fields become the program's. It trusts nothing: what is missing or
 * of the wrong type is null here, and the description's violations say why.
 */

type Values = Readonly<Record<string, unknown>>;

const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const integerOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);
const booleanOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

const orderFields = (values: Values): RequestFields => ({
  externalId: stringOf(values.external_id),
  address: stringOf(values.address),
  packageId: integerOf(values.package_id),
  energyAmount: integerOf(values.energy_amount),
  durationMinutes: integerOf(values.duration_minutes),
  orderId: null,
  hasUsdt: null,
});

/** What a request says: its body, or the parameters of its query as the description types them. */
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

/** What the items of a bulk request say; none where the body has no list of them. */
export function itemFields(body: unknown): readonly RequestFields[] {
  const orders = isObject(body) ? body.orders : null;
  if (!Array.isArray(orders)) return NO_ITEMS;
  return orders.map(item => (isObject(item) ? orderFields(item) : NO_FIELDS));
}
