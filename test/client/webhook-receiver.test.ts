import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, test } from 'vitest';
import { connectSandbox } from '../../src/client/remote-sandbox.ts';
import { createReceiver, type Receiver } from '../../src/client/webhook-receiver.ts';
import { sign } from '../../src/client/webhook-signatures.ts';
import { HELD_TIMEOUT_MS, HeldTimeouts } from '../support/held-timeouts.ts';
import { startTestSandbox } from '../support/sandbox.ts';
import { PATIENT } from './sandboxes.ts';

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
    expect(first).toMatchObject({ event: 'order.failed', signature: { valid: true }, is_repeat: false });
    expect(first?.body.toString()).toBe(JSON.stringify(event('order.failed', 1)));
    expect(second).toMatchObject({ signature: { valid: false, why: 'secret-or-bytes' }, is_repeat: true });
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
    expect(receiver.received[0]).toMatchObject({ payload: null, event: 'order.review', event_id: '' });
    expect(receiver.received[0]?.signature).toMatchObject({ valid: false, why: 'missing' });
  });

  test('refuses what is no webhook: another method, and a body of more than 1 MiB', async () => {
    await using receiver = await createReceiver();
    expect((await fetch(receiver.url)).status).toBe(405);
    const large = await fetch(receiver.url, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
    expect([large.status, await large.text()]).toEqual([413, 'the body is larger than 1048576 bytes\n']);
    expect(receiver.received).toEqual([]);
  });

  test('fails the first deliveries, then responds as configured', async () => {
    await using receiver = await createReceiver({ fail_first: 2, answer: { status: 202, body: 'thanks' } });
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
    await receiver.waitFor('order.failed', { order: 2, ...PATIENT });
    const ending = expect(hanging).rejects.toThrow();
    await receiver.close();
    await ending;
    await receiver.close();
  });

  test('waits for an event of an order, and for the nth delivery', async () => {
    await using receiver = await createReceiver();
    const second = receiver.waitFor('*', { order: 'ext-2', count: 2, ...PATIENT });
    await deliver(receiver, event('order.processing', 1));
    await deliver(receiver, event('order.processing', 2));
    await deliver(receiver, event('order.delegating', 2));
    expect((await second).event).toBe('order.delegating');
    expect((await receiver.waitFor('order.processing', { order: 2 })).payload?.data.order_id).toBe(2);
  });

  test('lists what was received if the awaited delivery does not arrive', async () => {
    await using receiver = await createReceiver();
    await expect(receiver.waitFor('order.failed', { timeout_ms: 10 })).rejects.toThrow(
      'waited 10 ms for a delivery of order.failed, but nothing was received',
    );
    await deliver(receiver, event('order.review', 3));
    await expect(receiver.waitFor('order.failed', { order: 3, timeout_ms: 10 })).rejects.toThrow(
      'waited 10 ms for a delivery of order.failed for order 3, but these were received:\n  order.review for order 3',
    );
  });
});

const MARK = 'X-Sandbox-Scripted';

/** Ends the time of attempts once the HTTP client has received the marks of all that run, and never before. */
function expireMarked(host: HeldTimeouts): Disposable {
  let marks = 0;
  const read = (message: unknown): void => {
    if ((message as { response: { statusCode: number } }).response.statusCode !== 103) return;
    marks += 1;
    if (marks < host.running) return;
    marks = 0;
    host.expire();
  };
  subscribe('undici:request:headers', read);
  return { [Symbol.dispose]: () => void unsubscribe('undici:request:headers', read) };
}

describe('a response of a receiver', () => {
  test.each<[string, Parameters<typeof createReceiver>[0]]>([
    ['by default, which verifies nothing', {}],
    ['by fail_first', { fail_first: 1 }],
    ['by the option answer', { answer: { status: 200 } }],
    ['by a function', { answer: ({ signature }) => ({ status: signature.valid ? 204 : 401 }) }],
    ['by a function, with verify', { verify: true, answer: () => ({ status: 204 }) }],
  ])('is marked as scripted if a script gave it: %s', async (_, options) => {
    await using receiver = await createReceiver(options);
    const { headers } = await deliver(receiver, event('order.failed', 1));
    expect(headers.get(MARK)).toBe('yes');
  });

  test('is marked after answerNext and answerAlways, even if it verifies otherwise', async () => {
    await using receiver = await createReceiver({ verify: true });
    receiver.answerNext({ status: 200 });
    expect((await deliver(receiver, event('order.failed', 1), 'forged')).headers.get(MARK)).toBe('yes');
    expect((await deliver(receiver, event('order.failed', 1), 'forged')).status).toBe(401);
    receiver.answerAlways({ status: 500 });
    const last = await deliver(receiver, event('order.failed', 1));
    expect([last.status, last.headers.get(MARK)]).toEqual([500, 'yes']);
  });

  test.each<[string, Parameters<typeof createReceiver>[0]]>([
    ['without a function', { verify: true }],
    ['with a function that returns undefined', { verify: true, answer: () => undefined }],
  ])('is the response of a correct receiver with verify, %s', async (_, options) => {
    await using receiver = await createReceiver(options);
    const genuine = await deliver(receiver, event('order.failed', 1));
    expect([genuine.status, genuine.headers.get(MARK)]).toEqual([204, null]);
    const forged = await deliver(receiver, event('order.failed', 1), 'whsec_forged');
    expect([forged.status, forged.headers.get(MARK)]).toEqual([401, null]);
  });

  test('is not marked with verify if a function has thrown', async () => {
    await using receiver = await createReceiver({
      verify: true,
      answer: () => {
        throw new Error('no database');
      },
    });
    const { status, headers } = await deliver(receiver, event('order.failed', 1));
    expect([status, headers.get(MARK)]).toEqual([500, null]);
  });

  test.each<[string, Parameters<typeof createReceiver>[0], readonly string[]]>([
    ['that accepts everything by default', {}, []],
    ['scripted to refuse', { answer: { status: 500 } }, []],
    ['scripted not to respond', { answer: { hang: true } }, []],
    ['scripted to reset connections', { answer: { reset: true } }, []],
    ['that verifies', { verify: true }, []],
    [
      'that has a bug',
      {
        verify: true,
        answer: () => {
          throw new Error('no database');
        },
      },
      ['deliveries-given-up'],
    ],
  ])(
    'shows what the integration does only if it is not scripted: of a receiver %s',
    async (name, options, rules) => {
      const host = new HeldTimeouts();
      await using server = await startTestSandbox({ hostClock: host });
      await using sandbox = await connectSandbox(server.baseUrl);
      await using receiver = await createReceiver(options);
      using _expiry = name === 'scripted not to respond' ? expireMarked(host) : null;
      const account = await sandbox.createAccount({
        webhook: receiver,
        assumptions: { webhook_timeout_ms: HELD_TIMEOUT_MS },
      });
      const { event_id: eventId } = await account.trigger('order.delegated');
      await account.resend(eventId, { corrupt: 'wrong-secret' });
      await account.advance({ until: 'idle' });
      expect((await account.findings({ final: true, severity: 'warning' })).map(({ rule }) => rule)).toEqual(
        rules,
      );
    },
  );
});
