import { describe, expect, test } from 'vitest';
import { createReceiver } from '../../src/client/receiver.ts';
import type { Receiver } from '../../src/client/receiver-types.ts';
import { sign } from '../../src/client/signature.ts';

/** Sends a webhook as the service would, by default signed with the receiver's secret. */
async function deliver(receiver: Receiver, payload: object, secret = receiver.secret): Promise<Response> {
  const body = Buffer.from(JSON.stringify(payload));
  return fetch(receiver.url, {
    method: 'POST',
    headers: { 'X-Webhook-Id': 'from-the-header', 'X-Webhook-Signature': sign(body, secret) },
    body,
  });
}

const event = (name: string, orderId: number) => ({
  event: name,
  event_id: `order-${orderId}-${name}-00000000`,
  data: { order_id: orderId, external_id: `ext-${orderId}` },
});

describe('a receiver of webhooks', () => {
  test('records the exact bytes, and whether the signature is valid', async () => {
    await using receiver = await createReceiver({ secret: 'whsec_mine' });
    expect((await deliver(receiver, event('order.failed', 1))).status).toBe(204);
    await deliver(receiver, event('order.failed', 1), 'whsec_theirs');
    const [first, second] = receiver.received;
    expect(first).toMatchObject({ event: 'order.failed', signature: { valid: true }, isRepeat: false });
    expect(first?.body.toString()).toBe(JSON.stringify(event('order.failed', 1)));
    expect(second).toMatchObject({ signature: { valid: false, why: 'secret-or-bytes' }, isRepeat: true });
    receiver.clear();
    expect(receiver.received).toEqual([]);
  });

  test('accepts a body that is not JSON, and takes the event from the headers', async () => {
    await using receiver = await createReceiver();
    await fetch(receiver.url, {
      method: 'POST',
      headers: { 'X-Webhook-Event': 'order.review' },
      body: '<no>',
    });
    expect(receiver.received[0]).toMatchObject({ payload: null, event: 'order.review', eventId: '' });
    expect(receiver.received[0]?.signature).toMatchObject({ valid: false, why: 'missing' });
  });

  test('fails the first deliveries, then responds as configured', async () => {
    await using receiver = await createReceiver({ failFirst: 2, answer: { status: 202, body: 'thanks' } });
    receiver.answerNext({ status: 418, headers: { 'X-Why': 'teapot' } });
    const responses: [number, string][] = [];
    for (let round = 0; round < 4; round++) {
      const response = await deliver(receiver, event('order.failed', 1));
      responses.push([response.status, await response.text()]);
    }
    expect(responses).toEqual([
      [503, ''],
      [503, ''],
      [418, ''],
      [202, 'thanks'],
    ]);
    receiver.answerAlways(({ payload }) => ({ status: payload?.data.order_id === 7 ? 500 : 200 }));
    expect((await deliver(receiver, event('order.failed', 7))).status).toBe(500);
    expect((await deliver(receiver, event('order.failed', 8))).status).toBe(200);
  });

  test('responds with 500 and the reason if a handler throws or returns something else', async () => {
    await using receiver = await createReceiver();
    receiver.answerNext(
      () => {
        throw new Error('no database');
      },
      () => ({ statsu: 200 }) as object,
    );
    const thrown = await deliver(receiver, event('order.failed', 1));
    expect([thrown.status, await thrown.text()]).toEqual([
      500,
      'the handler of the receiver failed: Error: no database',
    ]);
    const wrong = await deliver(receiver, event('order.failed', 2));
    expect(await wrong.text()).toMatch(/answer: unknown option "statsu"; did you mean "status"\?$/);
  });

  test('resets connections, and leaves them open until it is closed', async () => {
    const receiver = await createReceiver({ answer: { reset: true } });
    await expect(deliver(receiver, event('order.failed', 1))).rejects.toThrow();
    receiver.answerAlways({ hang: true });
    const hanging = deliver(receiver, event('order.failed', 2));
    await receiver.waitFor('order.failed', { order: 2 });
    const ending = expect(hanging).rejects.toThrow();
    await receiver.close();
    await ending;
    await receiver.close();
  });

  test('waits for an event of an order, and for the nth delivery', async () => {
    await using receiver = await createReceiver();
    const second = receiver.waitFor('*', { order: 'ext-2', count: 2 });
    await deliver(receiver, event('order.processing', 1));
    await deliver(receiver, event('order.processing', 2));
    await deliver(receiver, event('order.delegating', 2));
    expect((await second).event).toBe('order.delegating');
    expect((await receiver.waitFor('order.processing', { order: 2 })).payload?.data.order_id).toBe(2);
  });

  test('lists what was received if the awaited delivery does not arrive', async () => {
    await using receiver = await createReceiver();
    await expect(receiver.waitFor('order.failed', { timeoutMs: 10 })).rejects.toThrow(
      'waited 10 ms for a delivery of order.failed, but nothing was received',
    );
    await deliver(receiver, event('order.review', 3));
    await expect(receiver.waitFor('order.failed', { order: 3, timeoutMs: 10 })).rejects.toThrow(
      'waited 10 ms for a delivery of order.failed for order 3, but these were received:\n  order.review for order 3',
    );
  });
});
