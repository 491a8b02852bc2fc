import { isObject } from '../../core/domain/is-object.ts';
import type { OperationId } from '../../core/domain/operations.ts';
import { NO_FIELDS, type RequestFields } from '../../core/engine/request/service-request.ts';

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
