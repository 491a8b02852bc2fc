import { expect, test } from 'vitest';
import type { TransportFault } from '../../../src/core/scenario/rule-effects.ts';
import { MAX_WAITING_REQUESTS } from '../../../src/server/connection-limits.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';
import { amount } from '../../support/tier.ts';
import { inline } from '../integrators/inline.ts';
import { orderBytes, requestBytes, Wire } from './wire.ts';

/** A server that responds late to an order named slow, and with a fault to one named faulted. */
async function scripted(fault: TransportFault = 'empty-reply'): Promise<TestSandbox> {
  const sandbox = await startTestSandbox();
  const scenario = inline(`
requests:
  - match: { operation: createOrder, external_id: slow }
    reply: { after: 200ms }
  - match: { operation: createOrder, external_id: faulted }
    fault: ${fault}
`);
  sandbox.core.runner.execute(sandbox.account, 'setScenarios', { scenarios: [scenario] });
  return sandbox;
}

const statusBytes = (key: string, id: number) => requestBytes(key, 'GET', `/api/v1/status/?id=${id}`);

test('pipelined requests get their responses in order, even if one in the middle is slow', async () => {
  await using sandbox = await scripted();
  const { apiKey, port } = sandbox;
  const names = ['a', 'b', 'slow', 'c', 'd'];
  const wire = await Wire.open(port);
  wire.write(names.map(name => orderBytes(apiKey, name)).join(''));
  const answers = await wire.answers(names.length);
  expect(answers.map(one => one?.status)).toEqual([202, 202, 202, 202, 202]);
  expect(answers.map(one => JSON.parse(one!.body).data.external_id)).toEqual(names);
  wire.socket.destroy();
});

test.each<[TransportFault, string | null]>([
  ['connection-reset', 'ECONNRESET'],
  ['empty-reply', null],
  ['truncated-json', null],
])('a %s after a slow response takes effect in its turn', async (fault, code) => {
  await using sandbox = await scripted(fault);
  const { apiKey, port } = sandbox;
  const wire = await Wire.open(port);
  wire.write(orderBytes(apiKey, 'slow') + orderBytes(apiKey, 'faulted') + statusBytes(apiKey, 1));
  expect((await wire.answer())?.status).toBe(202);
  expect(await wire.answer()).toBeNull();
  expect(await wire.ended).toBe(code);
});

test('requests that have not begun are dropped when their client disconnects', async () => {
  await using sandbox = await scripted('connection-reset');
  const { apiKey, port } = sandbox;
  const wire = await Wire.open(port);
  wire.write(orderBytes(apiKey, 'slow') + orderBytes(apiKey, 'a') + orderBytes(apiKey, 'b'));
  await expect.poll(() => sandbox.state.orders.length).toBe(1);
  wire.socket.resetAndDestroy();
  await wire.ended;
  const next = await Wire.open(port);
  next.write(statusBytes(apiKey, 1));
  expect((await next.answer())?.status).toBe(200);
  next.write(requestBytes(apiKey, 'GET', '/api/v1/status/?external_id=a'));
  expect((await next.answer())?.status).toBe(404);
  next.socket.destroy();
});

test('a request sees the effects of the pipelined request before it', async () => {
  await using sandbox = await startTestSandbox();
  const { apiKey, port } = sandbox;
  const wire = await Wire.open(port);
  const status = requestBytes(apiKey, 'GET', '/api/v1/status/?external_id=first');
  wire.write(orderBytes(apiKey, 'first') + status + status);
  const answers = await wire.answers(3);
  expect(answers.map(one => one?.status)).toEqual([202, 200, 200]);
  wire.socket.destroy();
});

test('any number of pipelined requests gets responses in order, with a bounded number read ahead', async () => {
  await using sandbox = await startTestSandbox();
  const { apiKey, port } = sandbox;
  const wire = await Wire.open(port);
  wire.write(orderBytes(apiKey, 'first'));
  expect((await wire.answer())?.status).toBe(202);
  const count = amount({ first: 10, long: 30 }) * MAX_WAITING_REQUESTS;
  wire.write(statusBytes(apiKey, 1).repeat(count));
  const answers = await wire.answers(count);
  expect(answers.filter(one => one?.status === 200)).toHaveLength(count);
  wire.write(orderBytes(apiKey, 'last'));
  expect((await wire.answer())?.status).toBe(202);
  wire.socket.destroy();
});
