import { isRefusal, type Refusal, refuse } from '../../domain/error-codes.ts';
import type { OperationId } from '../../domain/operations.ts';
import { estimateEnergy, priceSelection } from '../../domain/pricing.ts';
import { withCause } from '../account-change.ts';
import type { CommandContext } from '../command-context.ts';
import { checkAddress, type Placed, placeNewOrder, repeatedOrder } from '../place-order.ts';
import {
  type Asked,
  affectsWholeRequest,
  askScenarios,
  type Decision,
  decide,
  itemOutcome,
  type Outcome,
  preempted,
  preempts,
  refused,
  scriptedRefusal,
  showsOwnAnswer,
  unknownNameRefusal,
  violationRefusal,
} from './decision.ts';
import type { RequestFields, RequestViolation, ServiceRequest } from './service-request.ts';

type Result = Outcome | Refusal;
type Operation = (context: CommandContext, request: ServiceRequest, asked: Asked) => Result;

function getQuote({ account: { state } }: CommandContext, { fields }: ServiceRequest): Result {
  const offer = priceSelection(state.settings, fields, 'single');
  return isRefusal(offer) ? withCause(state, offer) : { kind: 'quote', offer };
}

function createEstimate({ account: { state } }: CommandContext, { fields }: ServiceRequest): Result {
  const address = checkAddress(state.settings, fields.address);
  if (typeof address !== 'string') return address;
  return { kind: 'estimate', estimate: estimateEnergy(state.settings, state.seed, address, fields.hasUsdt) };
}

function createOrder(
  context: CommandContext,
  { fields, keyId, noMemory }: ServiceRequest,
  asked: Asked,
): Result {
  const unknownName = unknownNameRefusal(context.account.state.settings, asked);
  if (unknownName) return unknownName;
  const placed = placeNewOrder(context, { fields, kind: 'single', keyId, picked: asked.picked, noMemory });
  return isRefusal(placed) ? placed : { kind: 'order', placed };
}

/** Finds by id if there is one, otherwise by external_id (specification: GET /api/v1/status/). */
function getOrderStatus({ account }: CommandContext, { fields }: ServiceRequest): Result {
  const { orderId, externalId } = fields;
  const order = orderId === null ? account.orderByExternalId(externalId ?? '') : account.orderById(orderId);
  if (order) return { kind: 'status', order };
  const selector = orderId === null ? `external_id ${externalId}` : `id ${orderId}`;
  return refuse('NOT_FOUND', `this account has no order with ${selector}`);
}

const getBalance = ({ account }: CommandContext): Outcome => ({
  kind: 'balance',
  balanceSun: account.state.balanceSun,
});

/** The operations, except bulk requests. They run if the request is valid. */
const OPERATIONS: Readonly<Record<Exclude<OperationId, 'createOrdersBulk'>, Operation>> = {
  getQuote,
  createEstimate,
  createOrder,
  getOrderStatus,
  getBalance,
};

interface AskedItem {
  readonly fields: RequestFields;
  readonly violations: readonly RequestViolation[];
  readonly asked: Asked;
  readonly isRejectedDuplicate: boolean;
}

const NO_VIOLATIONS: readonly RequestViolation[] = [];

function askAboutItems(
  context: CommandContext,
  { keyId, header, items, violations }: ServiceRequest,
): AskedItem[] {
  const duplicates = rejectedDuplicates(context, items);
  return items.map((fields, index) => ({
    fields,
    isRejectedDuplicate: duplicates.has(index),
    violations: violations.length === 0 ? NO_VIOLATIONS : violations.filter(one => one.item === index),
    asked: askScenarios(context, { operation: 'createOrder', keyId, header, fields, item: index + 1 }),
  }));
}

const NO_INDICES: ReadonlySet<number> = new Set();

/** The indices of items that have the external_id of an item before them, if the account's settings reject such items. */
function rejectedDuplicates(
  { account }: CommandContext,
  items: readonly RequestFields[],
): ReadonlySet<number> {
  if (account.state.settings.bulk_duplicates === 'replay') return NO_INDICES;
  const first = new Map<string, number>();
  items.forEach(({ externalId }, index) => {
    if (externalId !== null && !first.has(externalId)) first.set(externalId, index);
  });
  const isDuplicate = ({ externalId }: RequestFields, index: number): boolean =>
    externalId !== null && first.get(externalId) !== index;
  return new Set(items.flatMap((fields, index) => (isDuplicate(fields, index) ? [index] : [])));
}

/** Processes an item: a scripted refusal first, then a repeat, then a violation, then a new order. */
function placeItem(
  context: CommandContext,
  { fields, violations, asked, isRejectedDuplicate }: AskedItem,
  { keyId, noMemory }: ServiceRequest,
): Placed | Refusal {
  if (preempts(asked.rule)) return scriptedRefusal(asked.rule);
  if (isRejectedDuplicate)
    return refuse('EXTERNAL_ID_INVALID', `external_id ${fields.externalId} was used by an earlier item`);
  const repeat = repeatedOrder(context, fields, violations);
  if (repeat) return repeat;
  const [violation] = violations;
  if (violation) return violationRefusal(context.account.state, violation);
  const unknownName = unknownNameRefusal(context.account.state.settings, asked);
  if (unknownName) return unknownName;
  return placeNewOrder(context, { fields, kind: 'bulk', keyId, picked: asked.picked, noMemory });
}

/**
 * Places the items independently, in index order (specification: POST /api/v1/orders/bulk/). The rules of all items
 * are evaluated first: if one has a fault or an error code for whole requests, no item is processed.
 */
function createOrdersBulk(context: CommandContext, request: ServiceRequest, asked: Asked): Decision {
  const items = askAboutItems(context, request);
  const overriding = items.find(({ asked: { rule } }) => preempts(rule) && affectsWholeRequest(rule));
  if (overriding?.asked.rule) {
    return preempted(asked, overriding.asked.rule, [asked, ...items.map(item => item.asked)]);
  }
  const outcomes = items.map(item =>
    itemOutcome(item.fields.externalId ?? '', placeItem(context, item, request), item.asked),
  );
  return decide(asked, { kind: 'bulk', items: outcomes });
}

function remarkRefusal({ account }: CommandContext, { operation, remarks }: ServiceRequest): Refusal | null {
  if (remarks.length === 0 || account.state.settings.unknown_fields !== 'reject') return null;
  // The description has no 400 for the balance.
  return operation === 'getBalance' ? null : refuse('INVALID_JSON', remarks.join('; '));
}

/** The order that a request repeats, even if other fields are invalid (specification: POST /api/v1/order/, rule 4). */
function repeatFor(
  context: CommandContext,
  { operation, fields, violations }: ServiceRequest,
): Result | null {
  if (operation !== 'createOrder') return null;
  const placed = repeatedOrder(context, fields, violations);
  if (!placed) return null;
  return isRefusal(placed) ? placed : { kind: 'order', placed };
}

/**
 * Decides a request of the service API: the scenarios first, then an unreadable body, then a repeat, then remarks and
 * violations, then the operation. A refusal does not change the account, except for what a scenario sets or counts.
 */
export function handle(context: CommandContext, request: ServiceRequest): Decision {
  const { operation, keyId, header, fields, problem, violations } = request;
  const asked = askScenarios(context, { operation, keyId, header, fields, item: null });
  if (preempts(asked.rule) && !showsOwnAnswer(asked.rule, operation)) return preempted(asked, asked.rule);
  if (problem) return refused(asked, problem);
  const repeat = repeatFor(context, request);
  if (repeat) return isRefusal(repeat) ? refused(asked, repeat) : decide(asked, repeat);
  const remark = remarkRefusal(context, request);
  if (remark) return refused(asked, remark);
  const violation = violations.find(one => one.item === null);
  if (violation) return refused(asked, violationRefusal(context.account.state, violation));
  if (operation === 'createOrdersBulk') return createOrdersBulk(context, request, asked);
  const result = OPERATIONS[operation](context, request, asked);
  return isRefusal(result) ? refused(asked, result) : decide(asked, result);
}
