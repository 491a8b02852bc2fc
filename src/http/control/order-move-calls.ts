import { isRefusal } from '../../domain/errors.ts';
import { type OrderStatus, TRANSITIONS } from '../../domain/order.ts';
import type { Account } from '../../engine/account.ts';
import { isRejection } from '../../engine/command-rejection.ts';
import { statusOf } from '../../engine/order-lifecycle.ts';
import { NO_FIELDS } from '../../engine/request/service-request.ts';
import type { Core } from '../../runtime/core.ts';
import type { BodyOf, Handlers } from './call-types.ts';
import { ControlError, invalid, rejected } from './control-errors.ts';
import { orderNumbered, shownOrder } from './order-calls.ts';
import { durationOf } from './parse-values.ts';
import { shownEvent } from './webhook-calls.ts';

/** Valid, and nothing special happens to it. */
const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

/** After how long a failed order's amount goes back; undefined for never. @throws ControlError */
function refundAfterMs(refund: string | undefined, to: OrderStatus): number | undefined {
  if (refund === undefined) return undefined;
  if (to !== 'failed')
    throw invalid('body.refund', `only a failed order can be refunded, but this one goes to ${to}`);
  if (refund === 'never') return undefined;
  return refund === 'now' ? 0 : durationOf(refund, 'body.refund');
}

/** The states from one to another, the shortest way; empty where there is none. */
function wayTo(from: OrderStatus, to: OrderStatus): OrderStatus[] {
  const ways: OrderStatus[][] = [[from]];
  for (const way of ways) {
    const last = way.at(-1)!;
    if (last === to) return way.slice(1);
    for (const next of TRANSITIONS[last]) if (!way.includes(next)) ways.push([...way, next]);
  }
  return [];
}

function move(
  core: Core,
  account: Account,
  order: number,
  to: OrderStatus,
  afterMs: number | undefined,
): void {
  const command = { order, to, ...(afterMs === undefined ? {} : { refundAfterMs: afterMs }) };
  const { reply } = core.runner.execute(account, 'move', command);
  if (isRejection(reply)) throw rejected(reply, 'body.to');
}

/** Makes an order for an event. @throws ControlError ORDER_REFUSED */
function makeOrder(core: Core, account: Account, body: BodyOf<'triggerEvent'>): number {
  const { settings, keys } = account.state;
  const { external_id = null, address = RECIPIENT, package_id } = body;
  const packageId = package_id ?? settings.packages.find(one => one.active)?.id;
  const { reply } = core.runner.execute(account, 'placeOrder', {
    fields: { ...NO_FIELDS, externalId: external_id, address, packageId: packageId ?? null },
    kind: 'single',
    keyId: keys[0]?.id ?? '',
    picked: null,
  });
  if (isRefusal(reply)) throw new ControlError('ORDER_REFUSED', `${reply.error}: ${reply.explain}`, 'body');
  if (!reply.idempotent) return reply.order.id;
  const message = `external_id ${external_id} already belongs to order ${reply.order.id}; use another, or omit it`;
  throw new ControlError('ORDER_REFUSED', message, 'body.external_id');
}

/** Calls that move orders by hand. */
export const orderMoves: Pick<Handlers, 'moveOrder' | 'refundOrder' | 'triggerEvent'> = {
  moveOrder: async call => {
    const { core, account, path, body } = call;
    const order = orderNumbered(account, Number(path.order));
    move(core, account, order.id, body.to, refundAfterMs(body.refund, body.to));
    await core.runner.quiet(account);
    return shownOrder(call, account, order);
  },
  refundOrder: call => {
    const { core, account, path } = call;
    const order = orderNumbered(account, Number(path.order));
    const { reply } = core.runner.execute(account, 'refund', { order: order.id });
    if (isRejection(reply)) throw rejected(reply, 'params.order');
    return shownOrder(call, account, order);
  },
  triggerEvent: async ({ core, account, body }) => {
    const to = body.event.replace('order.', '') as OrderStatus;
    const afterMs = refundAfterMs(body.refund, to);
    const id = makeOrder(core, account, body);
    const order = orderNumbered(account, id);
    for (const status of wayTo(statusOf(order), to)) {
      move(core, account, id, status, status === to ? afterMs : undefined);
    }
    await core.runner.quiet(account);
    const { state } = account;
    const step = order.steps.find(({ status }) => status === to)!;
    const event = shownEvent(state, state.events[step.event]!);
    return { order_id: id, event_id: event.event_id, event };
  },
};
