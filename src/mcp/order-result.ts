import type { Delivery, OrderDetail, RequestSummary } from '../client/data-types.ts';
import type { Account } from '../client/sandbox-interface.ts';

/** How many requests and deliveries of an order are listed. */
const MAX_ITEMS = 20;

/** An order by its id, or by its external_id, which can be a number too. @throws SandboxError if there is none */
async function orderOf(account: Account, id: string): Promise<OrderDetail> {
  if (!/^\d{1,15}$/.test(id)) return account.order(id);
  try {
    return await account.order(Number(id));
  } catch (error) {
    const [found] = await account.orders({ externalId: id, limit: 1 });
    if (!found) throw error;
    return account.order(found.id);
  }
}

const requestLine = (request: RequestSummary) => ({
  id: request.id,
  at: request.at,
  operation: request.operation,
  status: request.status,
  error: request.error,
  fault: request.fault,
  explanation: request.explanation,
});

/** What was sent, and how the receiver responded. */
const deliveryLine = (delivery: Delivery) => ({
  event: delivery.event,
  eventId: delivery.eventId,
  kind: delivery.kind,
  attempt: delivery.attempt,
  at: delivery.at,
  outcome: delivery.outcome,
  status: delivery.answer?.status ?? null,
  responseBody: delivery.answer?.body ?? null,
  error: delivery.error,
  corruption: delivery.corruption?.name ?? null,
});

/**
 * What there is to know about an order: its fields, its story as a sequence diagram of Mermaid, the latest requests that concern it,
 * and the latest deliveries of its webhooks. @throws SandboxError if there is no such order
 */
export async function orderResult(account: Account, id: string): Promise<object> {
  const { timeline, ledger, requests: _all, ...order } = await orderOf(account, id);
  const newest = { order: order.id, limit: MAX_ITEMS, sort: 'newest' } as const;
  const [diagram, requests, deliveries] = await Promise.all([
    account.diagram(order.id, { format: 'mermaid' }),
    account.requests(newest),
    account.deliveries(newest),
  ]);
  return {
    order,
    story: diagram.trimEnd().split('\n'),
    timeline: timeline.map(({ status, at, cause, event }) => ({ status, at, cause, webhook: event.state })),
    ledger,
    requests: requests.map(requestLine),
    deliveries: deliveries.map(deliveryLine),
  };
}
