import { orderDetail, orderSummary, orderTxid } from '../../contract/json/account-json.ts';
import { requestSummary } from '../../contract/json/request-json.ts';
import { quoteData } from '../../contract/json/service-json.ts';
import { isRefusal, isRejection } from '../../core/domain/error-codes.ts';
import { type OrderStatus, pathBetween } from '../../core/domain/order.ts';
import { priceSelection } from '../../core/domain/pricing.ts';
import { type Account, DASHBOARD_KEY } from '../../core/engine/account.ts';
import { type Order, statusOf } from '../../core/engine/account-state.ts';
import { NO_FIELDS } from '../../core/engine/request/service-request.ts';
import type { DeliveryGroup } from '../../host/delivery-runner.ts';
import { isMarkedByDashboard } from '../service/request-checks.ts';
import type { Call, ControlParts, DataOf, Handlers } from './control-call.ts';
import { ControlError, invalid, rejected } from './control-error.ts';
import { pageOf } from './paging.ts';
import { durationOf, isFound, overlapTest, patternTest } from './read-fields.ts';
import { shownEvent } from './webhook-calls.ts';

function orderNumbered(account: Account, id: number): Order {
  const order = account.orderById(id);
  if (order) return order;
  const { orders } = account.state;
  const [first, last] = [orders[0], orders.at(-1)];
  const ids = first === last ? `order is ${first?.id}` : `orders are ${first?.id} to ${last?.id}`;
  const known = first ? `; its ${ids}` : ' or any other';
  throw new ControlError('ORDER_NOT_FOUND', `the account has no order ${id}${known}`, 'params.order');
}

function shownOrder({ core, findings }: ControlParts, account: Account, order: Order): DataOf<'getOrder'> {
  const { state } = account;
  return orderDetail(state, order, {
    events: order.steps.map(step => shownEvent(state, state.events[step.event]!)),
    requests: core
      .journalOf(account)
      .list()
      .filter(exchange => exchange.orders.includes(order.id))
      .map(requestSummary),
    told: findings.toldOf(account, order.id),
  });
}

/** A valid address that is not magic: no scenario applies to it. */
const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

/** The delay of a failed order's refund; undefined for none. @throws ControlError */
function refundAfterMs(refund: string | undefined, to: OrderStatus): number | undefined {
  if (refund === undefined) return undefined;
  if (to !== 'failed')
    throw invalid('body.refund', `only a failed order can be refunded, but this one goes to ${to}`);
  if (refund === 'never') return undefined;
  return refund === 'now' ? 0 : durationOf(refund, 'body.refund');
}

function move(
  { core, account, request }: Pick<Call<'moveOrder'>, 'core' | 'account' | 'request'>,
  order: number,
  to: OrderStatus,
  afterMs: number | undefined,
  groups: readonly DeliveryGroup[],
): void {
  const command = {
    order,
    to,
    ...(afterMs !== undefined && { refundAfterMs: afterMs }),
    ...(isMarkedByDashboard(request) && { cause: 'dashboard' as const }),
  };
  const { reply } = core.runner.execute(account, 'move', command, groups);
  if (isRejection(reply)) throw rejected(reply, 'body.to');
}

function placeOrder(
  { core, account, body, request }: Call<'triggerEvent'>,
  groups: readonly DeliveryGroup[],
): number {
  const { settings, keys } = account.state;
  const { external_id = null, address = RECIPIENT, package_id } = body;
  const packageId = package_id ?? settings.packages.find(one => one.active)?.id;
  const command = {
    fields: { ...NO_FIELDS, externalId: external_id, address, packageId: packageId ?? null },
    kind: 'single',
    keyId: isMarkedByDashboard(request) ? DASHBOARD_KEY : (keys[0]?.id ?? ''),
    picked: null,
    noMemory: core.memory.refusal(account),
  } as const;
  const { reply } = core.runner.execute(account, 'placeOrder', command, groups);
  if (isRefusal(reply)) throw new ControlError('ORDER_REFUSED', `${reply.error}: ${reply.explain}`, 'body');
  if (!reply.idempotent) return reply.order.id;
  const message = `external_id ${external_id} already belongs to order ${reply.order.id}; use another, or omit it`;
  throw new ControlError('ORDER_REFUSED', message, 'body.external_id');
}

export const orderCalls = {
  listOrders: ({ account: { state }, query, clock }) => {
    const within = overlapTest(query);
    const isId = patternTest(query.external_id);
    const isAddress = patternTest(query.address);
    return pageOf(clock, state.orders, query, {
      matches: order =>
        (query.status === undefined || statusOf(order) === query.status) &&
        (query.order === undefined || order.id === query.order) &&
        isId(order.externalId) &&
        isAddress(order.address) &&
        (query.search === undefined ||
          isFound(query.search, [order.externalId], [order.address, orderTxid(state, order)])) &&
        within(order.steps[0]!.atMs),
      show: order => orderSummary(state, order),
    });
  },
  getOrder: call => shownOrder(call, call.account, orderNumbered(call.account, Number(call.path.order))),
  moveOrder: async call => {
    const { core, account, path, body } = call;
    const order = orderNumbered(account, Number(path.order));
    const afterMs = refundAfterMs(body.refund, body.to);
    await core.runner.withDeliveries(account, groups => move(call, order.id, body.to, afterMs, groups));
    return shownOrder(call, account, order);
  },
  refundOrder: call => {
    const { core, account, path } = call;
    const order = orderNumbered(account, Number(path.order));
    const { reply } = core.runner.execute(account, 'refund', { order: order.id });
    if (isRejection(reply)) throw rejected(reply, 'params.order');
    return shownOrder(call, account, order);
  },
  triggerEvent: async call => {
    const { core, account, body } = call;
    const to = body.event.replace('order.', '') as OrderStatus;
    const afterMs = refundAfterMs(body.refund, to);
    const order = await core.runner.withDeliveries(account, groups => {
      const placed = orderNumbered(account, placeOrder(call, groups));
      for (const status of pathBetween(statusOf(placed), to)) {
        move(call, placed.id, status, status === to ? afterMs : undefined, groups);
      }
      return placed;
    });
    const { state } = account;
    const step = order.steps.find(({ status }) => status === to)!;
    const event = shownEvent(state, state.events[step.event]!);
    return { order_id: order.id, event_id: event.event_id, event };
  },
  previewQuote: ({ account, query }) => {
    const { package_id: packageId, energy_amount: energyAmount, duration_minutes: durationMinutes } = query;
    const selection = { packageId, energyAmount, durationMinutes };
    const offer = priceSelection(account.state.settings, selection, 'single');
    if (isRefusal(offer)) return { quote: null, error: offer.error, message: offer.explain };
    const { type: _type, package_id: _package, name: _name, ...quote } = quoteData(offer);
    return { quote, error: null, message: null };
  },
} satisfies Partial<Handlers>;
