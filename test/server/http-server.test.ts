import type { RequestHandler } from 'express';
import { expect, test } from 'vitest';
import { lazyHandler } from '../../src/server/lazy-handler.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startTestSandbox } from '../support/sandbox.ts';

test('each response of the service has another request id, those to unreadable requests included', async () => {
  await using sandbox = await startTestSandbox();
  const ids: string[] = [];
  for (const request of [
    'GET /api/v1/balance/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'nonsense\r\n\r\n',
    'FOO /api/v1/balance/ HTTP/1.1\r\nHost: x\r\n\r\n',
    'nonsense\r\n\r\n',
    'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ]) {
    const { headers } = await sendRaw(sandbox.port, request);
    ids.push(headers['x-sandbox-request-id']!);
  }
  expect(ids).toEqual(['req-1', 'req-2', 'req-3', 'req-4', 'req-5']);
});

type Parameters = Required<globalThis.Parameters<RequestHandler>>;

const call = (handler: RequestHandler): unknown => handler({} as Parameters[0], {} as Parameters[1], () => 0);

test('a handler is created by its first request, and handles all of them', async () => {
  let created = 0;
  let handled = 0;
  const handler = lazyHandler(async () => {
    created += 1;
    return () => {
      handled += 1;
    };
  });
  expect(created).toBe(0);
  await Promise.all([call(handler), call(handler)]);
  await call(handler);
  expect({ created, handled }).toEqual({ created: 1, handled: 3 });
});

test('a handler that cannot be created is created again by the next request', async () => {
  let attempts = 0;
  const handler = lazyHandler(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('no file descriptors');
    return () => undefined;
  });
  await expect(Promise.all([call(handler), call(handler)])).rejects.toThrow('no file descriptors');
  expect(attempts).toBe(1);
  await call(handler);
  await call(handler);
  expect(attempts).toBe(2);
});
