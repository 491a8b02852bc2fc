import { expect } from 'vitest';
import { type Delivery, signatureOf } from '../support/receiver.ts';
import { type Stage, testScenario } from './stage.ts';

const WHOLE_LIFE = [
  'order.processing',
  'order.delegating',
  'order.delegated',
  'order.undelegating',
  'order.completed',
];

const isGenuine = (stage: Stage, { body, headers }: Delivery): boolean =>
  headers['x-webhook-signature'] === signatureOf(body, stage.sandbox.running.webhookSecret);

const about = (stage: Stage, kind: string): Delivery[] =>
  stage.receiver.deliveries.filter(({ headers }) => headers['x-webhook-id']!.includes(`-${kind}-`));

testScenario(
  'webhook-forged',
  'the first attempt of each event is forged, and a receiver that refuses it gets the genuine one',
  async stage => {
    const bookkeeper = stage.attachBookkeeper();
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    for (const kind of WHOLE_LIFE) {
      expect(about(stage, kind).map(one => isGenuine(stage, one))).toEqual([false, true]);
    }
    expect(bookkeeper.rejected).toBe(WHOLE_LIFE.length);
    expect(bookkeeper.statusOf(orderId)).toBe('completed');
    expect(bookkeeper.credited).toEqual([orderId]);
  },
);

testScenario(
  'webhook-forged',
  'a receiver that only checks the digest accepts one without its prefix',
  async stage => {
    const naive = stage.attachBookkeeper({ verifies: 'any seven characters before the digest' });
    await stage.order('a');
    await stage.sandbox.settle();
    expect(about(stage, 'order.delegating')).toHaveLength(1);
    expect(naive.rejected).toBe(WHOLE_LIFE.length - 1);
  },
);

testScenario('webhook-forged', 'a receiver that does not verify accepts every forgery', async stage => {
  const naive = stage.attachBookkeeper({ verifies: 'not at all' });
  await stage.order('a');
  await stage.sandbox.settle();
  expect(naive.accepted).toEqual(WHOLE_LIFE);
  expect(stage.receiver.deliveries.some(one => isGenuine(stage, one))).toBe(false);
});

testScenario(
  'webhook-forged',
  'a receiver that acknowledges forgeries never gets the genuine webhooks',
  async stage => {
    const naive = stage.attachBookkeeper({ forgedStatus: 200 });
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    expect(naive.accepted).toEqual([]);
    expect(naive.statusOf(orderId)).toBeUndefined();
    expect(stage.receiver.deliveries).toHaveLength(WHOLE_LIFE.length);
  },
);

testScenario(
  'webhook-altered',
  'a receiver that verifies refuses the altered body and accepts the genuine one',
  async stage => {
    const bookkeeper = stage.attachBookkeeper();
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    const [altered, genuine] = about(stage, 'order.delegated');
    expect(isGenuine(stage, altered!)).toBe(false);
    expect(altered!.event.data.refunded).toBe(true);
    expect(isGenuine(stage, genuine!)).toBe(true);
    expect(genuine!.event.data.refunded).toBe(false);
    expect(bookkeeper.books.get(orderId)).toMatchObject({ status: 'completed', refunded: false });
    // The header of the completed event was wrong, and the signature does not cover it.
    const [completed] = about(stage, 'order.completed');
    expect(completed!.headers['x-webhook-event']).toBe('order.failed');
    expect(isGenuine(stage, completed!)).toBe(true);
  },
);

testScenario(
  'webhook-altered',
  'a receiver that acts before it verifies records a refund that never happened',
  async stage => {
    const naive = stage.attachBookkeeper({ verifies: 'not at all' });
    const orderId = await stage.order('a');
    await stage.sandbox.advance(12_000);
    expect(naive.books.get(orderId)).toMatchObject({ status: 'delegated', refunded: true });
  },
);

testScenario(
  'webhook-altered',
  'a receiver that trusts the header treats a completed order as failed',
  async stage => {
    const naive = stage.attachBookkeeper({ reads: 'header' });
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    expect(naive.statusOf(orderId)).toBe('failed');
  },
);

testScenario(
  'webhook-reserialised',
  'every signature is correct for the raw body, and none for a reserialized one',
  async stage => {
    const careful = stage.attachBookkeeper();
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    expect(careful.statusOf(orderId)).toBe('completed');
    expect(careful.rejected).toBe(0);
    for (const { body, event } of stage.receiver.deliveries) {
      expect(body.toString('utf8')).not.toBe(JSON.stringify(event));
    }
  },
);

testScenario(
  'webhook-reserialised',
  'a receiver that reserializes the body before it verifies refuses all nine attempts',
  async stage => {
    const naive = stage.attachBookkeeper({ verifies: 'rewritten body' });
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    expect(naive.statusOf(orderId)).toBeUndefined();
    expect(naive.rejected).toBe(9 * WHOLE_LIFE.length);
  },
);

testScenario(
  'webhook-id-reused',
  'the second of two deliveries with one event_id has a different status, correctly signed',
  async stage => {
    const careful = stage.attachBookkeeper();
    const orderId = await stage.order('a');
    await stage.sandbox.advance(13_000);
    const twins = about(stage, 'order.delegated');
    expect(twins.map(({ event }) => event.data.status)).toEqual(['delegated', 'failed']);
    expect(new Set(twins.map(({ event }) => event.event_id)).size).toBe(1);
    expect(twins.map(one => isGenuine(stage, one))).toEqual([true, true]);
    expect(careful.statusOf(orderId)).toBe('delegated');
  },
  { webhooksAsDescribed: false },
);

testScenario(
  'webhook-id-reused',
  'a receiver that deduplicates by signature overwrites what it stored',
  async stage => {
    const naive = stage.attachBookkeeper({ deduplicates: 'by signature' });
    const orderId = await stage.order('a');
    await stage.sandbox.advance(13_000);
    expect(naive.statusOf(orderId)).toBe('failed');
    expect((await stage.api.status({ id: orderId })).data.status).toBe('delegated');
  },
  { webhooksAsDescribed: false },
);

testScenario(
  'webhook-unknown-event',
  'a receiver that ignores an unknown event and field follows the order to its end',
  async stage => {
    const careful = stage.attachBookkeeper();
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    expect(stage.receiver.names).toEqual([
      'order.processing',
      'order.paused',
      'order.delegated',
      'order.undelegating',
      'order.completed',
    ]);
    const [delegated] = about(stage, 'order.delegated');
    expect(delegated!.event).toHaveProperty('added_later');
    expect(stage.receiver.deliveries.every(one => isGenuine(stage, one))).toBe(true);
    expect(careful.statusOf(orderId)).toBe('completed');
    expect(careful.credited).toEqual([orderId]);
  },
  { webhooksAsDescribed: false },
);

testScenario(
  'webhook-unknown-event',
  'a receiver that responds with an error gets all nine attempts, and never credits the customer',
  async stage => {
    const naive = stage.attachBookkeeper({ onUnknown: 'fail' });
    await stage.order('a');
    await stage.sandbox.settle();
    expect(about(stage, 'order.paused')).toHaveLength(9);
    expect(naive.credited).toEqual([]);
  },
  { webhooksAsDescribed: false },
);
