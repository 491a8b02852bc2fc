import { describe, expect, it, onTestFinished } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox } from '../support/sandbox.ts';
import { TcpGate } from '../support/tcp-gate.ts';
import { launch, type Running } from './support.ts';

async function following(url: string, ...flags: string[]): Promise<Running> {
  const running = launch(['tail', '--url', url, ...flags]);
  onTestFinished(() => void running.interrupt());
  await running.err.until(/Following/);
  return running;
}

const order = { external_id: 'inv-1', package_id: 1, address: RECIPIENT };

describe('tail', () => {
  it('prints what happens live, and stops with Ctrl-C', async () => {
    await using sandbox = await startTestSandbox();
    const running = await following(sandbox.baseUrl);
    await sandbox.api.order(order);
    await sandbox.api.status({ id: 99 });
    await running.out.until(/NOT_FOUND\n.*99/);
    await sandbox.advance(3_000);
    await running.out.until(/order 1 +delegating/);
    expect(await running.interrupt()).toBe(0);
    expect(running.out.text).toMatch(/^2026-01-01 00:00:00 {2}order 1 +processing +api$/m);
    expect(running.out.text).toMatch(/req-1 +POST \/api\/v1\/order\/ +202 +order 1$/m);
  });

  it('prints what changes on the chain', async () => {
    await using sandbox = await startTestSandbox();
    const running = await following(sandbox.baseUrl);
    const url = `${sandbox.baseUrl}/_sandbox/accounts/demo/chain/wallets/${RECIPIENT}`;
    const headers = { 'Content-Type': 'application/json' };
    await fetch(url, { method: 'PUT', headers, body: '{"balance_trx":5}' });
    await running.out.until(/chain changed +the balances of T\w+ were set/);
  });

  it('prints findings as they are reported', async () => {
    await using sandbox = await startTestSandbox();
    const running = await following(sandbox.baseUrl);
    await sandbox.api.order({ ...order, external_id: undefined });
    await running.out.until(/without an external_id/);
    expect(running.out.text).toMatch(
      /^2026-01-01 00:00:00 {2}order 1 +warning order-without-external-id +At 00:00:00, req-1 made order 1/m,
    );
  });

  it('prints a delivery to the built-in receiver once, not also its arrival', async () => {
    await using sandbox = await startTestSandbox({ webhook_url: 'sandbox:receiver' });
    const running = await following(sandbox.baseUrl);
    await sandbox.api.order(order);
    await sandbox.quiet();
    await sandbox.api.status({ id: 99 });
    await running.out.until(/NOT_FOUND\n.*99/);
    const deliveries = running.out.lines.filter(line => line.includes('order.processing'));
    expect(deliveries).toEqual([expect.stringContaining('order.processing → 200')]);
  });

  it('follows one account, or with --all every account and names it', async () => {
    await using sandbox = await startTestSandbox();
    const shop = sandbox.openAccount({ name: 'shop' });
    const [own, all] = await Promise.all([following(sandbox.baseUrl), following(sandbox.baseUrl, '--all')]);
    await shop.api.order(order);
    await sandbox.api.balance();
    await all.out.until(/demo +req-\d+ +GET \/api\/v1\/balance\//);
    await own.out.until(/balance/);
    expect(all.out.text).toMatch(/shop +req-\d+ +POST/);
    expect(own.out.text).not.toContain('POST');
  });

  it('prints each message as one line of JSON with --json', async () => {
    await using sandbox = await startTestSandbox();
    const running = await following(sandbox.baseUrl, '--json');
    await sandbox.api.order(order);
    await running.out.until(/"kind":"request"/);
    const kinds = running.out.lines.map(line => (JSON.parse(line) as { kind: string }).kind);
    expect(kinds).toEqual(expect.arrayContaining(['order', 'ledger', 'request']));
  });

  it('reconnects when the server is started again', async () => {
    const first = await startTestSandbox();
    await using gate = await TcpGate.open(first.port);
    const running = await following(gate.url);
    gate.target = null;
    await first.close();
    await running.err.until(/Connection lost/);
    await using second = await startTestSandbox();
    gate.target = second.port;
    await running.err.until(/Reconnected/);
    await second.api.order(order);
    await running.out.until(/order 1 +processing/);
    expect(await running.interrupt()).toBe(0);
  });

  it('stops with Ctrl-C while it waits for the server', async () => {
    const sandbox = await startTestSandbox();
    const running = await following(sandbox.baseUrl);
    await sandbox.close();
    await running.err.until(/Connection lost/);
    expect(await running.interrupt()).toBe(0);
  });

  it.each([
    [
      ['--order', '2'],
      ['order 2 processing', 'order 2 delegating'],
    ],
    [
      ['--external-id', 'inv-*'],
      ['order 1 processing', 'order 1 delegating'],
    ],
    [
      ['--event', 'delegating'],
      ['order 1 delegating', 'order 2 delegating'],
    ],
    [
      ['--kind', 'order', '--order', '1'],
      ['order 1 processing', 'order 1 delegating'],
    ],
    [['--kind', 'account'], []],
  ])('prints only what satisfies the filters %j', async (flags, expected) => {
    await using sandbox = await startTestSandbox();
    const [running, all] = await Promise.all([
      following(sandbox.baseUrl, '--json', ...flags),
      following(sandbox.baseUrl, '--json'),
    ]);
    await sandbox.api.order(order);
    await sandbox.api.order({ ...order, external_id: 'other-1' });
    await sandbox.advance(3_000);
    await sandbox.api.status({ id: 99 });
    await all.out.until(/"NOT_FOUND"/);
    const wanted = expected.length === 0 ? null : expected.at(-1)!.split(' ');
    if (wanted) await running.out.until(new RegExp(`"order_id":${wanted[1]},[^\\n]*"status":"${wanted[2]}"`));
    const items = running.out.text
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as Record<string, unknown>);
    const orders = items.filter(({ kind }) => kind === 'order');
    expect(orders.map(({ order_id, status }) => `order ${order_id} ${status}`)).toEqual(expected);
  });

  it('prints requests of an operation, with a status, and with an external_id that no order has', async () => {
    await using sandbox = await startTestSandbox();
    const flags = [
      ['--operation', 'getOrderStatus'],
      ['--status', '404'],
      ['--external-id', 'nobody*'],
    ];
    const running = await Promise.all(flags.map(one => following(sandbox.baseUrl, '--json', ...one)));
    await sandbox.api.order(order);
    await sandbox.api.balance();
    await sandbox.api.status({ external_id: 'nobody-1' });
    for (const one of running) {
      await one.out.until(/"kind":"request"/);
      expect(one.out.lines.map(line => (JSON.parse(line) as { operation: string }).operation)).toEqual([
        'getOrderStatus',
      ]);
      await one.interrupt();
    }
  });
});
