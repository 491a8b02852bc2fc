import { isHexTronAddress, isTronAddress } from '../domain/address.ts';
import type { Settings } from '../domain/assumptions.ts';
import { isRefusal, type Refusal, refuse } from '../domain/error-codes.ts';
import { type Offer, type OrderKind, priceSelection } from '../domain/pricing.ts';
import { NO_FACTS } from '../scenario/conditions.ts';
import type { Scenario } from '../scenario/scenario-schema.ts';
import { type Account, DASHBOARD_KEY } from './account.ts';
import { withCause } from './account-change.ts';
import { applicableScenarios, chooseRule, isSameScenario } from './account-scenarios.ts';
import { clockMsOf, type Order } from './account-state.ts';
import { isActivated } from './chain-commands.ts';
import type { CommandContext } from './command-context.ts';
import { enterState, internLifecycle, scheduleNextStep } from './order-lifecycle.ts';
import type { RequestFields, RequestViolation } from './request/service-request.ts';

/** A request for an order; its fields have passed the checks of the description. */
export interface OrderRequest {
  readonly fields: RequestFields;
  readonly kind: OrderKind;
  readonly keyId: string;
  readonly picked: Scenario | null;
  /** Why the server has no memory for a new order; absent if it has. */
  readonly noMemory?: string | undefined;
}

/** The order of a request: a new one, or the existing one with its external_id. */
export interface Placed {
  readonly order: Order;
  readonly idempotent: boolean;
  readonly mismatch: boolean;
}

/** The refusal of a repeat that differs from the existing order. */
export interface MismatchRefusal extends Refusal {
  readonly existing: Order;
}

/** The recipient's address, or INVALID_TRON_ADDRESS (specification: Errors). */
export function checkAddress(settings: Settings, address: string | null): string | Refusal {
  if (address === null) return refuse('INVALID_TRON_ADDRESS', 'the address is missing');
  if (isTronAddress(address)) return address;
  if (settings.hex_addresses === 'accept' && isHexTronAddress(address)) return address;
  return refuse(
    'INVALID_TRON_ADDRESS',
    `address ${JSON.stringify(address)} is not a Base58Check TRON address`,
  );
}

const differs = (requested: number | null, actual: number | null): boolean =>
  requested !== null && requested !== actual;

/** Whether a field of a repeat differs from the order; null for a field that says nothing about what is ordered. */
const DIFFERENCES: Readonly<
  Record<keyof RequestFields, ((order: Order, fields: RequestFields) => boolean) | null>
> = {
  address: (order, { address }) => address !== order.address,
  packageId: (order, { packageId }) => differs(packageId, order.packageId),
  energyAmount: (order, { energyAmount }) =>
    differs(energyAmount, order.packageId === null ? order.energyAmount : null),
  durationMinutes: (order, { durationMinutes }) => differs(durationMinutes, order.durationMinutes),
  externalId: null,
  orderId: null,
  hasUsdt: null,
};
const DIFFERENCE_LIST = Object.values(DIFFERENCES).filter(differ => differ !== null);

const differsFromOrder = (order: Order, fields: RequestFields): boolean =>
  DIFFERENCE_LIST.some(differ => differ(order, fields));

/** True if a request has an error that does not depend on the account. */
const isInvalid = (
  settings: Settings,
  { address }: RequestFields,
  violations: readonly RequestViolation[],
): boolean => violations.length > 0 || typeof checkAddress(settings, address) !== 'string';

/**
 * The existing order with the external_id of a request, or null (specification: POST /api/v1/order/, rule 4).
 * @param violations the violations of the request; an invalid external_id does not refer to any order
 */
export function repeatedOrder(
  { account }: CommandContext,
  fields: RequestFields,
  violations: readonly RequestViolation[],
): Placed | Refusal | null {
  if (fields.externalId === null) return null;
  const order = account.orderByExternalId(fields.externalId);
  if (!order || violations.some(({ field }) => field === 'external_id')) return null;
  const { settings } = account.state;
  const mismatch = violations.length > 0 || differsFromOrder(order, fields);
  if (mismatch && settings.invalid_repeat === 'reject' && isInvalid(settings, fields, violations))
    return null;
  if (mismatch && settings.idempotency_mismatch === 'reject') {
    const explain = `external_id ${fields.externalId} belongs to order ${order.id}, which differs from this request`;
    const refusal: MismatchRefusal = { ...refuse('EXTERNAL_ID_INVALID', explain), existing: order };
    return refusal;
  }
  return { order, idempotent: true, mismatch };
}

const indexOfPicked = (picked: readonly Scenario[], scenario: Scenario): number =>
  picked.findIndex(one => isSameScenario(one, scenario));

/** The index of the scenario that was picked for an order, or -1. An account stores each one once. */
function internPicked(picked: Scenario[], scenario: Scenario | null): number {
  if (!scenario) return -1;
  const known = indexOfPicked(picked, scenario);
  return known >= 0 ? known : picked.push(scenario) - 1;
}

function chooseLifecycle(
  context: CommandContext,
  fields: RequestFields,
  key: string,
  id: number,
  picked: Scenario | null,
): number {
  const { state } = context.account;
  const rule = chooseRule(context, applicableScenarios(context, picked), 'orders', {
    ...NO_FACTS,
    key,
    account: state.name,
    externalId: fields.externalId,
    address: fields.address,
    packageId: fields.packageId,
    energyAmount: fields.energyAmount,
    orderId: id,
    clockMs: clockMsOf(state, context.nowMs),
  });
  return rule ? internLifecycle(state.lifecycles, rule) : -1;
}

type OrderCause = 'api' | 'dashboard' | 'by hand';

/** Creates the order. The debit, the order, its external_id and its first event are committed together. */
function accept(
  context: CommandContext,
  { fields, keyId, picked }: OrderRequest,
  address: string,
  offer: Offer,
  cause: OrderCause,
): Order {
  const { account } = context;
  const { state } = account;
  if (state.orders.length === 0) state.firstOrderId = state.settings.first_order_id;
  const id = state.firstOrderId + state.orders.length;
  const key = account.callingKey(keyId)?.name ?? '';
  const lifecycle = chooseLifecycle(context, fields, key, id, picked);
  const order: Order = {
    id,
    externalId: fields.externalId,
    address,
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
  context.book('debit', -offer.priceSun, id);
  enterState(context, order, 'processing', cause);
  scheduleNextStep(context, order);
  return order;
}

/** The maximum number of scenarios that were picked for the orders of an account. A changed scenario counts again. */
export const MAX_PICKED_SCENARIOS = 1_000;

/** SERVICE_UNAVAILABLE if an account can have no further order, or null. */
function refuseForRoom({ state }: Account, { noMemory, picked }: OrderRequest): Refusal | null {
  const { order_limit: limit } = state.settings;
  if (state.orders.length >= limit) {
    const explain = `the account has ${state.orders.length} orders, and order_limit is ${limit}; reset the account, or raise the setting`;
    return withCause(state, refuse('SERVICE_UNAVAILABLE', explain));
  }
  if (noMemory !== undefined) return refuse('SERVICE_UNAVAILABLE', noMemory);
  const isNew =
    picked && state.picked.length >= MAX_PICKED_SCENARIOS && indexOfPicked(state.picked, picked) < 0;
  const explain = `the orders of the account have picked ${MAX_PICKED_SCENARIOS} different scenarios; reset the account, or pick one of these`;
  return isNew ? refuse('SERVICE_UNAVAILABLE', explain) : null;
}

/**
 * Places a new order (specification: POST /api/v1/order/).
 * @returns the order, or a refusal without having changed anything: INVALID_TRON_ADDRESS, the codes of priceSelection,
 * ADDRESS_NOT_ACTIVE, INSUFFICIENT_BALANCE, SERVICE_UNAVAILABLE, in this order of precedence
 */
export function placeNewOrder(
  context: CommandContext,
  request: OrderRequest,
  cause: OrderCause = request.keyId === DASHBOARD_KEY ? 'dashboard' : 'api',
): Placed | Refusal {
  const { account } = context;
  const { state } = account;
  const address = checkAddress(state.settings, request.fields.address);
  if (typeof address !== 'string') return address;
  const offer = priceSelection(state.settings, request.fields, request.kind);
  if (isRefusal(offer)) return withCause(state, offer);
  if (!account.isActive(address) && !isActivated(state, address)) {
    const explain = `address ${address} is not activated on this account's network`;
    return withCause(state, refuse('ADDRESS_NOT_ACTIVE', explain));
  }
  if (offer.priceSun > state.balanceSun) {
    const explain = `the price is ${offer.priceSun} sun, but the balance is ${state.balanceSun} sun`;
    return withCause(state, refuse('INSUFFICIENT_BALANCE', explain));
  }
  const noRoom = refuseForRoom(account, request);
  if (noRoom) return noRoom;
  return { order: accept(context, request, address, offer, cause), idempotent: false, mismatch: false };
}

/** Places an order that does not come through the service API, or returns the existing one with its external_id. */
export const placeOrder = (context: CommandContext, request: OrderRequest): Placed | Refusal =>
  repeatedOrder(context, request.fields, NO_VIOLATIONS) ??
  placeNewOrder(context, request, request.keyId === DASHBOARD_KEY ? 'dashboard' : 'by hand');

const NO_VIOLATIONS: readonly RequestViolation[] = [];
