import { type Facts, NO_FACTS } from '../scenario/conditions.ts';
import type { AccountState, Order } from './account-state.ts';
import type { RequestFields, Subject } from './request/service-request.ts';

/* The facts that the conditions of rules are compared with, for each of the three kinds of rules. */

type Named = Pick<AccountState, 'name' | 'origin'>;

/** The time since the account was created or reset. */
const clockMsOf = ({ origin }: Named, nowMs: number): number => nowMs - origin.clock.virtualMs;

/** The facts about a request or a bulk item. Fields that it lacks come from the order that it concerns. */
export const requestFacts = (
  state: Named,
  { operation, fields, item }: Subject,
  order: Order | null,
  key: string,
  nowMs: number,
): Facts => ({
  ...NO_FACTS,
  operation,
  key,
  account: state.name,
  clockMs: clockMsOf(state, nowMs),
  repeat: order !== null,
  externalId: fields.externalId ?? order?.externalId ?? null,
  address: fields.address ?? order?.address ?? null,
  packageId: fields.packageId ?? order?.packageId ?? null,
  energyAmount: fields.energyAmount ?? order?.energyAmount ?? null,
  orderId: order?.id ?? fields.orderId,
  orderAgeMs: order ? nowMs - order.steps[0]!.atMs : null,
  item,
});

export const newOrderFacts = (
  state: Named,
  fields: RequestFields,
  key: string,
  orderId: number,
  nowMs: number,
): Facts => ({
  ...NO_FACTS,
  key,
  account: state.name,
  clockMs: clockMsOf(state, nowMs),
  externalId: fields.externalId,
  address: fields.address,
  packageId: fields.packageId,
  energyAmount: fields.energyAmount,
  orderId,
});

export const deliveryFacts = (
  state: Named,
  order: Order,
  event: string,
  attempt: number,
  nowMs: number,
): Facts => ({
  ...NO_FACTS,
  key: order.key,
  account: state.name,
  clockMs: clockMsOf(state, nowMs),
  externalId: order.externalId,
  address: order.address,
  packageId: order.packageId,
  energyAmount: order.energyAmount,
  orderId: order.id,
  event,
  attempt,
});
