import { api, UnreachableError } from '../../api.ts';
import { plural, trx } from '../../format.ts';
import { linkTo } from '../../routes.ts';
import { orders } from '../../store/orders.ts';
import { freshId, order, placed, RECIPIENT, topUp } from './tour-orders.ts';

/** The result of a step of the tour: two sentences, and the places to look at. */
export interface Shown {
  readonly text: string;
  readonly places: readonly { readonly text: string; readonly href: string }[];
}

/** A step of a tour. It acts on the account that is shown. */
export interface TourStep {
  readonly name: string;
  /** The label of its button. */
  readonly action: string;
  readonly about: string;
  run(account: string): Promise<Shown>;
}

const RESPONSE_LOST = 'TResponseLostxxxxxxxxxxxxxxxy7brq2';
const FAILED_WITH_REFUND = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';

async function loseResponse(account: string): Promise<Shown> {
  const externalId = freshId();
  await topUp(account);
  // Some browsers repeat a request by themselves if its connection was reset, and then there is a response.
  await order(account, RESPONSE_LOST, externalId).catch(error => {
    if (!(error instanceof UnreachableError)) throw error;
  });
  const { id } = await order(account, RESPONSE_LOST, externalId);
  return {
    text: `The order was created and paid, but the connection was reset before its response arrived. The same request again, with the same external_id, returned order ${id} instead of a second one.`,
    places: [
      { text: `Order ${id}`, href: linkTo(account, 'orders', id) },
      { text: 'The requests', href: linkTo(account, 'requests') },
    ],
  };
}

async function refundOrder(account: string): Promise<Shown> {
  const externalId = freshId();
  const id = await placed(account, FAILED_WITH_REFUND, externalId);
  const path = { account };
  await api.post('/_sandbox/accounts/{account}/clock/advance', {
    path,
    body: { until: 'order.failed', external_id: externalId },
  });
  await api.post('/_sandbox/accounts/{account}/clock/advance', { path, body: { by: '6s' } });
  const { refund } = await api.get('/_sandbox/accounts/{account}/orders/{order}', {
    path: { account, order: id },
  });
  return {
    text: `Order ${id} failed, and ${refund ? `${trx(refund.amount_trx)} TRX came` : 'its price comes'} back a few seconds later. No webhook announces a refund: an integration has to read the status once more.`,
    places: [
      { text: `Order ${id}`, href: linkTo(account, 'orders', id) },
      { text: 'Ledger', href: linkTo(account, 'balance') },
    ],
  };
}

/** An event that can be sent again: the latest of the integration's own orders, or else a triggered one. */
async function eventToForge(account: string): Promise<string> {
  const path = { account };
  const own = new Set(orders.value.filter(({ key }) => key !== 'dashboard').map(({ id }) => id));
  const { items } = await api.get('/_sandbox/accounts/{account}/events', {
    path,
    query: { sort: 'newest', state: 'delivered', limit: 100 },
  });
  const found = items.find(({ order_id }) => own.has(order_id));
  if (found) return found.event_id;
  const triggered = await api.post('/_sandbox/accounts/{account}/trigger', {
    path,
    body: { event: 'order.delegated' },
  });
  return triggered.event_id;
}

async function forgeWebhook(account: string): Promise<Shown> {
  const eventId = await eventToForge(account);
  const delivery = await api.post('/_sandbox/accounts/{account}/events/{event_id}/resend', {
    path: { account, event_id: eventId },
    body: { corrupt: 'wrong-secret' },
  });
  const isAccepted = delivery.outcome === 'acknowledged';
  return {
    text: `A webhook of order ${delivery.order_id} was sent with a signature that anyone could have made. The receiver of the demo checks no signature, so it ${isAccepted ? 'accepted the forgery' : `answered ${delivery.answer?.status ?? 'nothing'}`}.`,
    places: [{ text: 'The delivery and its signature', href: linkTo(account, 'webhooks', eventId) }],
  };
}

async function travel(account: string): Promise<Shown> {
  const externalId = freshId();
  const id = await placed(account, RECIPIENT, externalId);
  const startedMs = performance.now();
  const { fired_total } = await api.post('/_sandbox/accounts/{account}/clock/advance', {
    path: { account },
    body: { until: 'order.completed', external_id: externalId },
  });
  const tookMs = Math.max(1, Math.round(performance.now() - startedMs));
  return {
    text: `An hour of rental passed in ${tookMs} ms of real time, and ${plural(fired_total, 'action')} with it. All webhooks that fell due were really sent, in order, and their responses awaited.`,
    places: [
      { text: `Order ${id}`, href: linkTo(account, 'orders', id) },
      { text: 'Its webhooks', href: linkTo(account, 'webhooks') },
    ],
  };
}

async function showFinding(account: string): Promise<Shown> {
  const { items } = await api.get('/_sandbox/accounts/{account}/findings', { path: { account } });
  const forged = items.find(({ rule }) => rule === 'forged-accepted');
  const finding = forged ?? items[0];
  const places = [{ text: 'All findings', href: linkTo(account, 'findings', finding?.id) }];
  if (!finding) return { text: 'Nothing was done wrong so far. Forge a webhook in step 3 first.', places };
  return {
    text: `The sandbox knows what really happened, so it found: ${finding.message} It says what that costs and how to fix it.`,
    places,
  };
}

export const LOST_RESPONSE: TourStep = {
  name: 'A lost response',
  action: 'Lose a response',
  about: 'Order, and never hear that it worked.',
  run: loseResponse,
};

export const REFUND: TourStep = {
  name: 'A refund',
  action: 'Fail an order',
  about: 'See the money come back.',
  run: refundOrder,
};

/** The tour of the demo. */
export const TOUR: readonly TourStep[] = [
  LOST_RESPONSE,
  REFUND,
  {
    name: 'A forged webhook',
    action: 'Forge a webhook',
    about: 'Sign with a secret that is wrong.',
    run: forgeWebhook,
  },
  { name: 'Time travel', action: 'Skip an hour', about: 'Live through a whole rental at once.', run: travel },
  {
    name: 'A finding',
    action: 'Show a finding',
    about: 'Read what the integration did wrong.',
    run: showFinding,
  },
];
