import type { OperationId } from '../domain/operations.ts';
import type { Facts } from '../scenario/choose-rule.ts';
import type { Order } from './account-state.ts';
import type { RequestFields } from './request/service-request.ts';

/* What the scenarios may know, for each of the three points at which they are asked. */

/** The part of a request or bulk item that the scenarios are asked about. */
interface RequestSubject {
  readonly operation: OperationId;
  readonly fields: RequestFields;
  readonly item: number | null;
}

/** The facts about a request. What it does not say itself comes from the order that it concerns. */
export const requestFacts = (
  { operation, fields, item }: RequestSubject,
  order: Order | null,
  key: string,
  nowMs: number,
): Facts => ({
  operation,
  key,
  repeat: order !== null,
  externalId: fields.externalId ?? order?.externalId ?? null,
  address: fields.address ?? order?.address ?? null,
  packageId: fields.packageId ?? order?.packageId ?? null,
  energyAmount: fields.energyAmount ?? order?.energyAmount ?? null,
  orderId: order?.id ?? fields.orderId,
  orderAgeMs: order ? nowMs - order.steps[0]!.atMs : null,
  item,
  event: null,
  attempt: null,
});

/** The facts about an order that is being made, by which its lifecycle is chosen. */
export const newOrderFacts = (fields: RequestFields, key: string, orderId: number): Facts => ({
  operation: null,
  key,
  repeat: null,
  externalId: fields.externalId,
  address: fields.address,
  packageId: fields.packageId,
  energyAmount: fields.energyAmount,
  orderId,
  orderAgeMs: null,
  item: null,
  event: null,
  attempt: null,
});

/** The facts about a delivery attempt. */
export const deliveryFacts = (order: Order, event: string, attempt: number): Facts => ({
  operation: null,
  key: order.key,
  repeat: null,
  externalId: order.externalId,
  address: order.address,
  packageId: order.packageId,
  energyAmount: order.energyAmount,
  orderId: order.id,
  orderAgeMs: null,
  item: null,
  event,
  attempt,
});
