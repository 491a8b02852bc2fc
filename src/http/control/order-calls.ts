import type { Account } from '../../engine/account.ts';
import type { Order } from '../../engine/account-state.ts';
import { statusOf } from '../../engine/order-lifecycle.ts';
import { orderDetail, orderSummary } from '../../wire/order-data.ts';
import { requestSummary } from '../../wire/request-data.ts';
import type { ControlParts, DataOf, Handlers } from './call-types.ts';
import { ControlError } from './control-errors.ts';
import { pageOf } from './paging.ts';
import { overlapTest, patternTest } from './parse-values.ts';
import { shownEvent } from './webhook-calls.ts';

/** @throws ControlError ORDER_NOT_FOUND */
export function orderNumbered(account: Account, id: number): Order {
  const order = account.orderById(id);
  if (order) return order;
  const { orders } = account.state;
  const [first, last] = [orders[0], orders.at(-1)];
  const ids = first === last ? `order is ${first?.id}` : `orders are ${first?.id} to ${last?.id}`;
  const known = first ? `its ${ids}` : 'it has no orders';
  throw new ControlError('ORDER_NOT_FOUND', `the account has no order ${id}; ${known}`, 'params.order');
}

/** An order with its events and requests. */
export function shownOrder({ core }: ControlParts, account: Account, order: Order): DataOf<'getOrder'> {
  const { state } = account;
  return orderDetail(state, order, {
    events: order.steps.map(step => shownEvent(state, state.events[step.event]!)),
    requests: core
      .journalOf(account)
      .list()
      .filter(exchange => exchange.orders.includes(order.id))
      .map(requestSummary),
  });
}

/** Calls that read orders. */
export const orderCalls: Pick<Handlers, 'listOrders' | 'getOrder'> = {
  listOrders: ({ account: { state }, query, clock }) => {
    const within = overlapTest(query);
    const isId = patternTest(query.external_id);
    const isAddress = patternTest(query.address);
    return pageOf(clock, state.orders, query, {
      matches: order =>
        (query.status === undefined || statusOf(order) === query.status) &&
        isId(order.externalId) &&
        isAddress(order.address) &&
        within(order.steps[0]!.atMs),
      show: order => orderSummary(state, order),
    });
  },
  getOrder: call => shownOrder(call, call.account, orderNumbered(call.account, Number(call.path.order))),
};
