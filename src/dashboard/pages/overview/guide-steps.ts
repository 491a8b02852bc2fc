import { BUILT_IN_RECEIVER } from '../../../core/webhook/read-webhook.ts';
import { forAccount, UnreachableError } from '../../control-api.ts';
import { capitalize, deliveryName, span, trx } from '../../format.ts';
import { linkTo } from '../../routes.ts';
import { callService } from '../../service-api.ts';
import { freshId, ORDER_PATH, PLAIN_RECIPIENT } from '../new-order/draft.ts';

/** What a step did, and the places that show it. */
export interface StepResult {
  readonly text: string;
  readonly places: readonly { readonly text: string; readonly href: string }[];
}

type Run = (account: string) => Promise<StepResult>;
/** An example of the guide. It acts on the account that is shown. */
export type GuideStep = readonly [name: string, about: string, action: string, run: Run];

const RESPONSE_LOST = 'TResponseLostxxxxxxxxxxxxxxxy7brq2';
const FAILED_WITH_REFUND = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';
/** Enough for several orders of a step. */
const ENOUGH_TRX = 20;

/** Makes the built-in receiver the destination of an account that has none, and adds to its balance what an order needs. */
export async function prepare(account: string): Promise<void> {
  const { balance_trx, webhook } = await forAccount(account).get('');
  if (webhook.url === null) {
    await forAccount(account).put('/webhook', { body: { url: BUILT_IN_RECEIVER } });
  }
  if (balance_trx < ENOUGH_TRX) {
    await forAccount(account).post('/deposit', { body: { amount_trx: ENOUGH_TRX } });
  }
}

/** Places an order as a client does. Returns its id. @throws UnreachableError if there is no response */
async function placeOrder(account: string, address: string, externalId: string): Promise<number> {
  const body = { external_id: externalId, package_id: 1, duration_minutes: 60, address };
  const { status, json } = await callService(account, { method: 'POST', path: ORDER_PATH, body });
  const { data, error = '' } = (json ?? {}) as { data?: { order_id: number }; error?: string };
  if (!data) throw new Error(`The order was refused: ${status} ${error}`);
  return data.order_id;
}

const orderLink = (account: string, id: number) => ({
  text: `Order ${id}`,
  href: linkTo('orders', id, account),
});

async function loseResponse(account: string): Promise<StepResult> {
  const externalId = freshId('guide');
  // Browsers repeat a request by themselves if a connection that was used before is reset. Then there is a response.
  const repeated = await placeOrder(account, RESPONSE_LOST, externalId).catch(error => {
    if (error instanceof UnreachableError) return null;
    throw error;
  });
  const id = repeated ?? (await placeOrder(account, RESPONSE_LOST, externalId));
  const sender = repeated === null ? 'The guide' : 'The browser';
  return {
    text: `The order was created and paid, but the connection was reset before its response arrived. ${sender} sent the same request once more, with the same external_id, and got order ${id} instead of a second one.`,
    places: [orderLink(account, id), { text: 'The two requests', href: linkTo('requests', null, account) }],
  };
}

async function retryWebhook(account: string): Promise<StepResult> {
  const { is_destination } = await forAccount(account).get('/receiver');
  if (!is_destination) {
    throw new Error(
      'This example needs the built-in receiver as the destination of the webhooks. Choose it on the page Webhooks, under Receiver.',
    );
  }
  await forAccount(account).put('/receiver', { body: { status: 500, times: 1 } });
  const id = await placeOrder(account, PLAIN_RECIPIENT, freshId('guide'));
  // Long enough for the second attempt, and for the webhooks of the states until then.
  await forAccount(account).post('/clock/advance', { body: { by: '30s' } });
  const { timeline } = await forAccount(account).get('/orders/{order}', { path: { order: id } });
  const { event } = timeline[0]!;
  const startMs = Date.parse(event.deliveries[0]?.at ?? event.created_at);
  const attempts = event.deliveries.map(delivery => {
    const laterMs = Date.parse(delivery.at) - startMs;
    const later = laterMs > 0 ? `, ${span(laterMs)} later` : '';
    return `${deliveryName(delivery)}${later}: ${delivery.answer?.status ?? delivery.outcome}`;
  });
  return {
    text: `The built-in receiver was set to fail one delivery. ${capitalize(attempts.join('; '))}. Later webhooks of the order do not wait for the second attempt, so a receiver has to cope with an older event after a newer one.`,
    places: [
      orderLink(account, id),
      { text: 'What the receiver got', href: linkTo('webhooks/receiver', null, account) },
    ],
  };
}

async function refundOrder(account: string): Promise<StepResult> {
  const externalId = freshId('guide');
  const id = await placeOrder(account, FAILED_WITH_REFUND, externalId);
  await forAccount(account).post('/clock/advance', {
    body: { until: 'order.failed', external_id: externalId },
  });
  await forAccount(account).post('/clock/advance', { body: { by: '6s' } });
  const { refund } = await forAccount(account).get('/orders/{order}', { path: { order: id } });
  return {
    text: `Order ${id} failed, and ${refund ? `${trx(refund.amount_trx)} TRX was` : 'its price is'} refunded a few seconds later. No webhook announces a refund: an integration has to read the status again.`,
    places: [orderLink(account, id), { text: 'Ledger', href: linkTo('balance', null, account) }],
  };
}

/** The examples of the README. */
export const GUIDE_STEPS: readonly GuideStep[] = [
  ['A lost response', 'Place an order, and get no response.', 'Lose a response', loseResponse],
  ['A retried webhook', 'Fail one delivery, and see it retried.', 'Fail a webhook', retryWebhook],
  ['A refund', 'Fail an order, and see its refund.', 'Fail an order', refundOrder],
];
