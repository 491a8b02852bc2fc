import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sign } from '../../src/webhooks/signature.ts';
import { cli, launch } from './support.ts';

const SECRET = 'whsec_test';
/** Bytes that no parser and serializer reproduces. */
const BODY = Buffer.from(
  '{ "event":"order.failed",\t"event_id":"order-1-order.failed-x", "data":{"order_id":1.0} }\n',
);

interface Seen {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let seen: Seen[] = [];
let status = 200;
const target = createServer(async (request, response) => {
  seen.push({ url: request.url!, headers: request.headers, body: await buffer(request) });
  response.writeHead(status, { 'Content-Type': 'text/plain', 'X-Receiver': 'shop' }).end('stored\nthanks');
});

beforeEach(async () => {
  seen = [];
  status = 200;
  target.listen(0, '127.0.0.1');
  await once(target, 'listening');
});

afterEach(async () => {
  target.closeAllConnections();
  if (target.listening) target.close();
});

const targetUrl = (): string => `http://127.0.0.1:${(target.address() as AddressInfo).port}/webhooks?shop=7`;

/** Starts a receiver that forwards. `send` sends a webhook to it. */
async function forwarding(...flags: string[]) {
  const running = launch(['listen', '--port', '0', '--secret', SECRET, ...flags]);
  const [, url] = await running.err.until(/Listening on (\S+)/);
  const send = (): Promise<Response> =>
    fetch(url!, {
      method: 'POST',
      body: BODY,
      headers: {
        'X-Webhook-Event': 'order.failed',
        'X-Webhook-Id': 'order-1-order.failed-x',
        'X-Webhook-Signature': sign(BODY, SECRET),
      },
    });
  return { running, send };
}

describe('listen --forward-to', () => {
  it('forwards the exact bytes and the headers, and responds as the other receiver did', async () => {
    const { running, send } = await forwarding('--forward-to', targetUrl());
    status = 202;
    const response = await send();
    expect(response.status).toBe(202);
    expect(response.headers.get('x-receiver')).toBe('shop');
    expect(await response.text()).toBe('stored\nthanks');
    expect(seen).toHaveLength(1);
    expect(seen[0]?.url).toBe('/webhooks?shop=7');
    expect(seen[0]?.body.equals(BODY)).toBe(true);
    expect(seen[0]?.headers).toMatchObject({
      'x-webhook-event': 'order.failed',
      'x-webhook-id': 'order-1-order.failed-x',
      'x-webhook-signature': sign(BODY, SECRET),
      host: new URL(targetUrl()).host,
    });
    expect(running.out.lines[0]).toMatch(/order\.failed .* signed .*→ 202$/);
    expect(running.out.lines[1]).toMatch(/forwarded to http:.*: 202 in \d+ ms, stored thanks$/);
    await running.interrupt();
  });

  it('passes on a failure, so that the sender retries', async () => {
    const { running, send } = await forwarding('--forward-to', targetUrl(), '--json');
    status = 500;
    expect((await send()).status).toBe(500);
    expect(JSON.parse(running.out.lines[0]!)).toMatchObject({
      answer: 500,
      forwarded: { url: targetUrl(), status: 500, error: null, body: 'stored\nthanks' },
    });
    await running.interrupt();
  });

  it('responds with 502 and says why if the other receiver does not respond', async () => {
    const url = targetUrl();
    target.close();
    const { running, send } = await forwarding('--forward-to', url);
    expect((await send()).status).toBe(502);
    expect(running.out.lines.at(-1)).toContain(
      `forwarded to ${url}: nothing listens there; responded with 502`,
    );
    await running.interrupt();
  });

  it('forwards neither what --fail-first refuses nor, with --strict, invalid signatures', async () => {
    const { running, send } = await forwarding('--forward-to', targetUrl(), '--fail-first', '1');
    expect((await send()).status).toBe(503);
    expect(seen).toEqual([]);
    expect((await send()).status).toBe(200);
    expect(seen).toHaveLength(1);
    await running.interrupt();
    const strict = await forwarding('--forward-to', targetUrl(), '--strict', '--secret', 'whsec_other');
    expect((await strict.send()).status).toBe(401);
    expect(seen).toHaveLength(1);
    await strict.running.interrupt();
  });

  it('stops with Ctrl-C while the other receiver is silent', async () => {
    const silent = createServer(() => undefined);
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const { running, send } = await forwarding('--forward-to', url);
    const arrived = once(silent, 'request');
    const response = send().catch(() => null);
    await arrived;
    expect(await running.interrupt()).toBe(0);
    expect(await response).toBeNull();
    silent.closeAllConnections();
    silent.close();
  });

  it.each([['--status', '500'], ['--hang']])('is refused together with %s', async (...flags) => {
    const { code, err } = await cli(['listen', '--forward-to', 'http://127.0.0.1:1/', ...flags]);
    expect(code).toBe(2);
    expect(err).toContain(`--forward-to and ${flags[0]} contradict each other`);
  });
});
