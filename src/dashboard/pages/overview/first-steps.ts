import { BUILT_IN_RECEIVER } from '../../../core/webhook/receiving.ts';
import { api } from '../../api.ts';
import { capitalize, deliveryName, span } from '../../format.ts';
import { linkTo } from '../../routes.ts';
import { freshId, placed, RECIPIENT } from './tour-orders.ts';
import { LOST_RESPONSE, REFUND, type Shown, type TourStep } from './tour-steps.ts';

const path = (account: string) => ({ path: { account } });

/** A step before which the built-in receiver is made the destination of the webhooks. */
const withReceiver = (step: TourStep): TourStep => ({
  ...step,
  run: async account => {
    const body = { url: BUILT_IN_RECEIVER };
    await api.put('/_sandbox/accounts/{account}/webhook', { ...path(account), body });
    return step.run(account);
  },
});

async function retryWebhook(account: string): Promise<Shown> {
  const body = { status: 500, times: 1 };
  await api.put('/_sandbox/accounts/{account}/receiver', { ...path(account), body });
  const id = await placed(account, RECIPIENT, freshId());
  const order = { path: { account, order: id } };
  // Long enough for the second attempt and for the events that wait for it.
  await api.post('/_sandbox/accounts/{account}/clock/advance', { ...path(account), body: { by: '30s' } });
  const { timeline } = await api.get('/_sandbox/accounts/{account}/orders/{order}', order);
  const event = timeline[0]!.event;
  const startMs = Date.parse(event.deliveries[0]?.at ?? event.created_at);
  const attempts = event.deliveries.map(delivery => {
    const laterMs = Date.parse(delivery.at) - startMs;
    const later = laterMs > 0 ? `, ${span(laterMs)} later` : '';
    return `${deliveryName(delivery)}${later}: ${delivery.answer?.status ?? delivery.outcome}`;
  });
  return {
    text: `The built-in receiver, which gets the webhooks of this account, was told to fail one delivery. ${capitalize(attempts.join('; '))}. The webhooks that follow wait for it, so that they arrive in order.`,
    places: [
      { text: `Order ${id}`, href: linkTo(account, 'orders', id) },
      { text: 'What the receiver got', href: linkTo(account, 'webhooks/receiver') },
    ],
  };
}

/** The first steps in an account that has no orders and no receiver of its own. */
export const FIRST_STEPS: readonly TourStep[] = [
  withReceiver(LOST_RESPONSE),
  withReceiver({
    name: 'A retried webhook',
    action: 'Fail a webhook',
    about: 'See it come again, in order.',
    run: retryWebhook,
  }),
  withReceiver(REFUND),
];
