import { isHexTronAddress, isTronAddress } from '../domain/address.ts';
import type { Settings } from '../domain/assumptions.ts';
import { isRefusal, type Refusal, refuse } from '../domain/errors.ts';
import { type Offer, type OrderKind, priceSelection, type Selection } from '../domain/pricing.ts';
import type { Facts } from '../scenario/choose.ts';
import type { Scenario } from '../scenario/types.ts';
import type { Order } from './account-state.ts';
import type { CommandContext } from './command-context.ts';
import { book } from './ledger.ts';
import { enterState, internLifecycle, scheduleNextStep } from './lifecycle.ts';
import { withCause } from './provenance.ts';

/** What a client asks for in an order or a bulk item, its shape already checked. */
export interface OrderRequest extends Selection {
  readonly externalId: string | null;
  readonly address: string;
}

/** An order that stands for a request: a new one, or the one that its external_id named already. */
export interface Placed {
  readonly order: Order;
  readonly idempotent: boolean;
  /** True where a repeat asked for something else than the order that it names. */
  readonly mismatch: boolean;
}

/** The recipient's form (specification: Errors, INVALID_TRON_ADDRESS). */
export function checkAddress(settings: Settings, address: string): Refusal | null {
  if (isTronAddress(address)) return null;
  if (settings.hex_addresses === 'accept' && isHexTronAddress(address)) return null;
  return refuse('INVALID_TRON_ADDRESS', `address ${JSON.stringify(address)} is no Base58Check TRON address`);
}

const differs = (asked: number | null | undefined, had: number | null): boolean =>
  asked != null && asked !== had;

/** True where a request that repeats an external_id asks for something else than its order is. */
function asksOtherwise(order: Order, request: OrderRequest): boolean {
  return (
    request.address !== order.address ||
    differs(request.packageId, order.packageId) ||
    differs(request.energyAmount, order.packageId === null ? order.energyAmount : null) ||
    differs(request.durationMinutes, order.durationMinutes)
  );
}

/** The existing order of a used external_id, or null (specification: POST /api/v1/order/, rule 4). */
function repeatOf(context: CommandContext, request: OrderRequest): Placed | Refusal | null {
  if (request.externalId === null) return null;
  const order = context.account.orderByExternalId(request.externalId);
  if (!order) return null;
  const mismatch = asksOtherwise(order, request);
  if (mismatch && context.account.state.settings.idempotency_mismatch === 'reject') {
    return refuse(
      'EXTERNAL_ID_INVALID',
      `external_id ${request.externalId} belongs to order ${order.id}, which differs`,
    );
  }
  return { order, idempotent: true, mismatch };
}

/** What rules may ask about an order that is asked for, with what else is known of it. */
export const orderFacts = (
  request: OrderRequest,
  key: string,
  { operation, item, repeat, orderId }: Pick<Facts, 'operation' | 'item' | 'repeat' | 'orderId'>,
): Facts => ({
  externalId: request.externalId,
  address: request.address,
  key,
  packageId: request.packageId ?? undefined,
  energyAmount: request.energyAmount ?? undefined,
  operation,
  item,
  repeat,
  orderId,
});

/** A scenario that was picked for an order is kept with the account, once. */
function internPicked(picked: Scenario[], scenario: Scenario | null): number {
  if (!scenario) return -1;
  const text = JSON.stringify(scenario);
  const known = picked.findIndex(
    one => one === scenario || (one.name === scenario.name && JSON.stringify(one) === text),
  );
  return known >= 0 ? known : picked.push(scenario) - 1;
}

/** Chooses the life of a new order: the index of it, or -1 where no rule gives one. */
function chooseLife(context: CommandContext, facts: Facts, picked: Scenario | null): number {
  const { state } = context.account;
  const rule = context.choose(context.scenarios(picked), 'orders', facts);
  return rule ? internLifecycle(state.lifecycles, rule) : -1;
}

/** Debit, order and external_id come about here together, with the first event. */
function accept(
  context: CommandContext,
  request: OrderRequest,
  offer: Offer,
  key: string,
  picked: Scenario | null,
): Order {
  const { account } = context;
  const { state } = account;
  const id = state.firstOrderId + state.orders.length;
  const lifecycle = chooseLife(context, orderFacts(request, key, { orderId: id }), picked);
  const order: Order = {
    id,
    externalId: request.externalId,
    address: request.address,
    packageId: offer.package?.id ?? null,
    energyAmount: offer.energyAmount,
    durationMinutes: offer.durationMinutes,
    priceSun: offer.priceSun,
    key,
    timeZone: state.settings.time_zone,
    lifecycle,
    scenario: internPicked(state.picked, picked),
    position: lifecycle < 0 ? -1 : 0,
    refund: null,
    steps: [],
  };
  state.orders.push(order);
  account.index(order);
  book(context, 'debit', -offer.priceSun, id);
  enterState(context, order, 'processing', 'api');
  scheduleNextStep(context, order);
  return order;
}

/**
 * Places an order, or finds the one that its external_id names already (specification: POST /api/v1/order/).
 * Nothing changes where it answers a refusal: INVALID_TRON_ADDRESS, the codes of priceSelection,
 * ADDRESS_NOT_ACTIVE, INSUFFICIENT_BALANCE, in this order; a repeat comes after the first of them.
 */
export function placeOrder(
  context: CommandContext,
  request: OrderRequest,
  kind: OrderKind,
  key: string,
  picked: Scenario | null,
): Placed | Refusal {
  const { account } = context;
  const { state } = account;
  const badAddress = checkAddress(state.settings, request.address);
  if (badAddress) return badAddress;
  const repeat = repeatOf(context, request);
  if (repeat) return repeat;
  const offer = priceSelection(state.settings, request, kind);
  if (isRefusal(offer)) return withCause(state, offer);
  if (!account.isActive(request.address)) {
    const explain = `address ${request.address} is not activated on this account's network`;
    return withCause(state, refuse('ADDRESS_NOT_ACTIVE', explain));
  }
  if (offer.priceSun > state.balanceSun) {
    const explain = `the price is ${offer.priceSun} sun, the balance ${state.balanceSun} sun`;
    return withCause(state, refuse('INSUFFICIENT_BALANCE', explain));
  }
  return { order: accept(context, request, offer, key, picked), idempotent: false, mismatch: false };
}
