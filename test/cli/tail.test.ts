import { describe, expect, it } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox } from '../support/sandbox.ts';
import { launch, type Running } from './support.ts';

async function following(url: string, ...flags: string[]): Promise<Running> {
  const running = launch(['tail', '--url', url, ...flags]);
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

  it('prints findings as they are reported', async () => {
    await using sandbox = await startTestSandbox();
    const running = await following(sandbox.baseUrl);
    await sandbox.api.order({ ...order, external_id: undefined });
    await running.out.until(/without an external_id/);
    expect(running.out.text).toMatch(
      /^2026-01-01 00:00:00 {2}order 1 +warning order-without-external-id +At 00:00:00, req-1 made order 1/m,
    );
    await running.interrupt();
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
    await Promise.all([own.interrupt(), all.interrupt()]);
  });

  it('prints each message as one line of JSON with --json', async () => {
    await using sandbox = await startTestSandbox();
    const running = await following(sandbox.baseUrl, '--json');
    await sandbox.api.order(order);
    await running.out.until(/"kind":"request"/);
    const kinds = running.out.lines.map(line => (JSON.parse(line) as { kind: string }).kind);
    expect(kinds).toEqual(expect.arrayContaining(['order', 'ledger', 'request']));
    await running.interrupt();
  });

  it('reconnects when the server is started again', async () => {
    const first = await startTestSandbox();
    const running = await following(first.baseUrl);
    const { port } = first;
    await first.close();
    await running.err.until(/Connection lost/);
    await using second = await startTestSandbox({ port });
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
});
