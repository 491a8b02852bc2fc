import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sign } from '../../src/core/webhook/signature.ts';
import { freePorts } from '../support/free-ports.ts';
import { httpServer } from '../support/http-server.ts';
import { cli, launch, type Running } from './support.ts';

const SECRET = 'whsec_test';

const bodyOf = (id: number, change: object = {}): string =>
  JSON.stringify({
    event: 'order.delegated',
    event_id: `order-${id}-order.delegated-ab12cd34`,
    created_at: '2026-01-01T00:00:00.000Z',
    data: { order_id: id, status: 'delegated' },
    ...change,
  });

/** Starts a receiver. `send` sends a webhook to it and returns the response status. */
async function listening(...flags: string[]) {
  const running = launch(['listen', '--port', '0', '--secret', SECRET, ...flags]);
  onTestFinished(() => void running.interrupt());
  const [, url] = await running.err.until(/Listening on (\S+)/);
  const send = async (body: string, headers: Record<string, string> = {}): Promise<number> => {
    const response = await fetch(url!, {
      method: 'POST',
      body,
      headers: {
        'X-Webhook-Event': 'order.delegated',
        'X-Webhook-Id': /"event_id":"([^"]*)"/.exec(body)?.[1] ?? '',
        'X-Webhook-Signature': sign(Buffer.from(body), SECRET),
        ...headers,
      },
      signal: AbortSignal.timeout(60_000),
    });
    await response.arrayBuffer();
    return response.status;
  };
  return { running, url: url!, send };
}

const lastLine = (running: Running): string => running.out.lines.at(-1) ?? '';

describe('listen', () => {
  it('prints one line per delivery and responds with 200', async () => {
    const { running, send } = await listening();
    expect(await send(bodyOf(17))).toBe(200);
    expect(lastLine(running)).toMatch(
      /^\d\d:\d\d:\d\d {2}order\.delegated {5}order 17 {3}ab12cd34 {2}signed {4}→ 200$/,
    );
    expect(await running.interrupt()).toBe(0);
    expect(running.err.lines.at(-1)).toBe('1 received: 1 with a valid signature, 0 without; 0 repeated');
  });

  it('refuses a body of more than a mebibyte, and goes on', async () => {
    const { url, send } = await listening();
    const response = await fetch(url, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
    expect([response.status, await response.text()]).toEqual([
      413,
      'the body is larger than 1048576 bytes\n',
    ]);
    expect(await send(bodyOf(1))).toBe(200);
  });

  it('refuses a delivery that --forward-to has led back to it', async () => {
    const port = String(await freePorts(1));
    const flags = ['--secret', SECRET, '--forward-to', `http://127.0.0.1:${port}/`];
    const running = launch(['listen', '--port', port, ...flags]);
    onTestFinished(() => void running.interrupt());
    const [, url] = await running.err.until(/Listening on (\S+)/);
    const response = await fetch(url!, { method: 'POST', body: bodyOf(1) });
    expect([response.status, await response.text()]).toEqual([
      508,
      '--forward-to leads back to this receiver; name another one\n',
    ]);
    expect(running.out.lines.filter(line => line.includes('order.delegated'))).toHaveLength(1);
  });

  it('explains an invalid signature', async () => {
    const { running, send } = await listening();
    const body = bodyOf(1);
    await send(body, { 'X-Webhook-Signature': sign(Buffer.from(body), 'other') });
    expect(running.out.lines[0]).toContain('UNSIGNED');
    expect(lastLine(running)).toContain('compare the secrets');
  });

  it.each([
    ['the same event_id again', bodyOf(1), {}, 'duplicate, received 1 × before'],
    [
      'the same event_id with other bytes',
      bodyOf(1, { data: { order_id: 1, status: 'failed' } }),
      {},
      'the body differs from the first delivery',
    ],
    [
      'a header that contradicts the body',
      bodyOf(2),
      { 'X-Webhook-Event': 'order.failed' },
      'X-Webhook-Event says order.failed',
    ],
    ['a body that is not JSON', '<html>', {}, 'the body is not a JSON object'],
  ])('reports %s', async (_what, body, headers, remark) => {
    const { running, send } = await listening();
    await send(bodyOf(1));
    await send(body, headers);
    expect(running.out.text).toContain(remark);
  });

  it('fails the first deliveries, then responds with the given status', async () => {
    const { send } = await listening('--fail-first', '2', '--status', '204');
    const statuses = [await send(bodyOf(1)), await send(bodyOf(1)), await send(bodyOf(1))];
    expect(statuses).toEqual([503, 503, 204]);
  });

  it('refuses invalid signatures with --strict', async () => {
    const { send } = await listening('--strict');
    expect(await send(bodyOf(1), { 'X-Webhook-Signature': 'sha256=00' })).toBe(401);
    expect(await send(bodyOf(1))).toBe(200);
  });

  it('responds no earlier than --delay says', async () => {
    const { send } = await listening('--delay', '80ms');
    const startedMs = performance.now();
    await send(bodyOf(1));
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(79);
  });

  it('never responds with --hang, and can still be stopped', async () => {
    const { running, send } = await listening('--hang');
    const sent = send(bodyOf(1)).catch(error => (error as Error).name);
    await running.out.until(/no response/);
    expect(await running.interrupt()).toBe(0);
    expect(await sent).toBe('TypeError');
  });

  it('prints bodies with --body, with control characters escaped', async () => {
    const { running, send } = await listening('--body');
    await send(bodyOf(1, { added: '\u009b2J' }));
    expect(running.out.text).toContain('"added":"\\u009b2J"');
  });

  it('prints one line of JSON per delivery with --json, including the exact body', async () => {
    const { running, send } = await listening('--json');
    await send(bodyOf(5));
    expect(running.out.lines).toHaveLength(1);
    expect(JSON.parse(lastLine(running))).toMatchObject({
      number: 1,
      event: 'order.delegated',
      order_id: 5,
      signature: { valid: true },
      seen_before: 0,
      answer: 200,
      body: bodyOf(5),
    });
  });

  it('accepts only POST', async () => {
    const { url } = await listening();
    expect((await fetch(url)).status).toBe(405);
  });

  it('says how to fix a port that is in use', async () => {
    const { url } = await listening();
    const { code, err } = await cli(['listen', '--port', new URL(url).port]);
    expect(code).toBe(2);
    expect(err).toContain('is in use; stop the other program, or choose another port with --port');
  });
});

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
let target: Awaited<ReturnType<typeof httpServer>>;

beforeEach(async () => {
  seen = [];
  status = 200;
  target = await httpServer(async (request, response) => {
    seen.push({ url: request.url!, headers: request.headers, body: await buffer(request) });
    response.writeHead(status, { 'Content-Type': 'text/plain', 'X-Receiver': 'shop' }).end('stored\nthanks');
  });
});

afterEach(() => target.close());

const targetUrl = (): string => `${target.url}/webhooks?shop=7`;

/** Starts a receiver that forwards. `send` sends a webhook to it. */
async function forwarding(...flags: string[]) {
  const { running, url } = await listening(...flags);
  const send = (): Promise<Response> =>
    fetch(url, {
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
  });

  it('passes on a failure, so that the sender retries', async () => {
    const { running, send } = await forwarding('--forward-to', targetUrl(), '--json');
    status = 500;
    expect((await send()).status).toBe(500);
    expect(JSON.parse(running.out.lines[0]!)).toMatchObject({
      answer: 500,
      forwarded: { url: targetUrl(), status: 500, error: null, body: 'stored\nthanks' },
    });
  });

  it('responds with 502 and says why if the other receiver does not respond', async () => {
    const url = targetUrl();
    await target.close();
    const { running, send } = await forwarding('--forward-to', url);
    expect((await send()).status).toBe(502);
    expect(running.out.lines.at(-1)).toContain(
      `forwarded to ${url}: nothing listens there; responded with 502`,
    );
  });

  it('forwards neither what --fail-first refuses nor, with --strict, invalid signatures', async () => {
    const { send } = await forwarding('--forward-to', targetUrl(), '--fail-first', '1');
    expect((await send()).status).toBe(503);
    expect(seen).toEqual([]);
    expect((await send()).status).toBe(200);
    expect(seen).toHaveLength(1);
    const strict = await forwarding('--forward-to', targetUrl(), '--strict', '--secret', 'whsec_other');
    expect((await strict.send()).status).toBe(401);
    expect(seen).toHaveLength(1);
  });

  it('stops with Ctrl-C while the other receiver is silent', async () => {
    await using silent = await httpServer();
    const { running, send } = await forwarding('--forward-to', silent.url);
    const arrived = once(silent.server, 'request');
    const response = send().catch(() => null);
    await arrived;
    expect(await running.interrupt()).toBe(0);
    expect(await response).toBeNull();
  });

  it('is refused with an empty secret, as a variable that is not set gives', async () => {
    const { code, err } = await cli(['listen', '--secret', '']);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'energy-sandbox: --secret: the value is empty; give one, or omit the flag\n',
    });
  });

  it.each([['--status', '500'], ['--hang']])('is refused together with %s', async (...flags) => {
    const { code, err } = await cli(['listen', '--forward-to', 'http://127.0.0.1:1/', ...flags]);
    expect(code).toBe(2);
    expect(err).toContain(`--forward-to and ${flags[0]} contradict each other`);
  });
});
