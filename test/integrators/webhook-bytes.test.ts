import { expect } from 'vitest';
import { type Delivery, signatureOf } from '../support/receiver.ts';
import { play, type Stage } from './stage.ts';

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

play(
  'webhook-forged',
  'the first attempt of each is forged, and who refuses it gets the genuine one',
  async stage => {
    const bookkeeper = stage.employ();
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    for (const kind of WHOLE_LIFE) {
      expect(about(stage, kind).map(one => isGenuine(stage, one))).toEqual([false, true]);
    }
    expect(bookkeeper.disbelieved).toBe(WHOLE_LIFE.length);
    expect(bookkeeper.statusOf(orderId)).toBe('completed');
    expect(bookkeeper.credited).toEqual([orderId]);
  },
);

play('webhook-forged', 'who looks at the digest alone believes one without its prefix', async stage => {
  const naive = stage.employ({ verifies: 'any seven characters before the digest' });
  await stage.order('a');
  await stage.sandbox.settle();
  expect(about(stage, 'order.delegating')).toHaveLength(1);
  expect(naive.disbelieved).toBe(WHOLE_LIFE.length - 1);
});

play('webhook-forged', 'who does not verify at all believes every forgery', async stage => {
  const naive = stage.employ({ verifies: 'not at all' });
  await stage.order('a');
  await stage.sandbox.settle();
  expect(naive.believed).toEqual(WHOLE_LIFE);
  expect(stage.receiver.deliveries.some(one => isGenuine(stage, one))).toBe(false);
});

play('webhook-forged', 'who acknowledges what it refuses never gets the genuine one', async stage => {
  const naive = stage.employ({ answersForged: 200 });
  const orderId = await stage.order('a');
  await stage.sandbox.settle();
  expect(naive.believed).toEqual([]);
  expect(naive.statusOf(orderId)).toBeUndefined();
  expect(stage.receiver.deliveries).toHaveLength(WHOLE_LIFE.length);
});

play('webhook-altered', 'who verifies refuses the altered body and books the genuine one', async stage => {
  const bookkeeper = stage.employ();
  const orderId = await stage.order('a');
  await stage.sandbox.settle();
  const [altered, genuine] = about(stage, 'order.delegated');
  expect(isGenuine(stage, altered!)).toBe(false);
  expect(altered!.event.data.refunded).toBe(true);
  expect(isGenuine(stage, genuine!)).toBe(true);
  expect(genuine!.event.data.refunded).toBe(false);
  expect(bookkeeper.books.get(orderId)).toMatchObject({ status: 'completed', refunded: false });
  // The header of the completed event lied, and the signature does not cover it.
  const [completed] = about(stage, 'order.completed');
  expect(completed!.headers['x-webhook-event']).toBe('order.failed');
  expect(isGenuine(stage, completed!)).toBe(true);
});

play('webhook-altered', 'who acts before it verifies books a refund that never was', async stage => {
  const naive = stage.employ({ verifies: 'not at all' });
  const orderId = await stage.order('a');
  await stage.sandbox.advance(12_000);
  expect(naive.books.get(orderId)).toMatchObject({ status: 'delegated', refunded: true });
});

play('webhook-altered', 'who trusts the header takes a completed order for a failed one', async stage => {
  const naive = stage.employ({ reads: 'header' });
  const orderId = await stage.order('a');
  await stage.sandbox.settle();
  expect(naive.statusOf(orderId)).toBe('failed');
});

play(
  'webhook-reserialised',
  'over the raw body every signature is right, over a rewritten one none',
  async stage => {
    const careful = stage.employ();
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    expect(careful.statusOf(orderId)).toBe('completed');
    expect(careful.disbelieved).toBe(0);
    for (const { body, event } of stage.receiver.deliveries) {
      expect(body.toString('utf8')).not.toBe(JSON.stringify(event));
    }
  },
);

play(
  'webhook-reserialised',
  'who parses and writes again before it verifies refuses all, nine times',
  async stage => {
    const naive = stage.employ({ verifies: 'rewritten body' });
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    expect(naive.statusOf(orderId)).toBeUndefined();
    expect(naive.disbelieved).toBe(9 * WHOLE_LIFE.length);
  },
);

play(
  'webhook-id-reused',
  'the second of two under one event_id tells of another status, rightly signed',
  async stage => {
    const careful = stage.employ();
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

play(
  'webhook-id-reused',
  'who deduplicates by the signature overwrites what it has stored',
  async stage => {
    const naive = stage.employ({ deduplicates: 'by signature' });
    const orderId = await stage.order('a');
    await stage.sandbox.advance(13_000);
    expect(naive.statusOf(orderId)).toBe('failed');
    expect((await stage.api.status({ id: orderId })).data.status).toBe('delegated');
  },
  { webhooksAsDescribed: false },
);

play(
  'webhook-unknown-event',
  'an event and a field come that nobody knows; who ignores both follows the order to its end',
  async stage => {
    const careful = stage.employ();
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

play(
  'webhook-unknown-event',
  'who answers with an error draws all nine attempts, and never credits the customer',
  async stage => {
    const naive = stage.employ({ onUnknown: 'fail' });
    await stage.order('a');
    await stage.sandbox.settle();
    expect(about(stage, 'order.paused')).toHaveLength(9);
    expect(naive.credited).toEqual([]);
  },
  { webhooksAsDescribed: false },
);
