import { describe, expect, it } from 'vitest';
import { sign } from '../../src/webhooks/signature.ts';
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

  it('explains an invalid signature', async () => {
    const { running, send } = await listening();
    const body = bodyOf(1);
    await send(body, { 'X-Webhook-Signature': sign(Buffer.from(body), 'other') });
    expect(running.out.lines[0]).toContain('UNSIGNED');
    expect(lastLine(running)).toContain('compare the secrets');
    await running.interrupt();
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
    await running.interrupt();
  });

  it('fails the first deliveries, then responds with the given status', async () => {
    const { running, send } = await listening('--fail-first', '2', '--status', '204');
    const statuses = [await send(bodyOf(1)), await send(bodyOf(1)), await send(bodyOf(1))];
    expect(statuses).toEqual([503, 503, 204]);
    await running.interrupt();
  });

  it('refuses invalid signatures with --strict', async () => {
    const { running, send } = await listening('--strict');
    expect(await send(bodyOf(1), { 'X-Webhook-Signature': 'sha256=00' })).toBe(401);
    expect(await send(bodyOf(1))).toBe(200);
    await running.interrupt();
  });

  it('responds no earlier than --delay says', async () => {
    const { running, send } = await listening('--delay', '80ms');
    const startedMs = performance.now();
    await send(bodyOf(1));
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(79);
    await running.interrupt();
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
    await running.interrupt();
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
    await running.interrupt();
  });

  it('accepts only POST, and limits the size of bodies', async () => {
    const { running, url, send } = await listening();
    expect((await fetch(url)).status).toBe(405);
    expect(await send('x'.repeat(1_100_000)).catch(() => 413)).toBe(413);
    await running.interrupt();
  });

  it('says how to fix a port that is in use', async () => {
    const { running, url } = await listening();
    const { code, err } = await cli(['listen', '--port', new URL(url).port]);
    expect(code).toBe(1);
    expect(err).toContain('is in use; stop the other program, or choose another port with --port');
    await running.interrupt();
  });
});
