import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Sandbox } from '../../src/client/sandbox-interface.ts';
import { createReceiver } from '../../src/client/webhook-receiver.ts';
import { createSandbox } from '../../src/testing/create-sandbox.ts';
import { order } from './sandboxes.ts';

const poll = (account: Account, externalId: string): Promise<Response> =>
  fetch(`${account.base_url}/api/v1/status/?external_id=${externalId}`, {
    headers: { Authorization: `Bearer ${account.api_key}` },
  });

describe('the story of an account', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await createSandbox({ assumptions: { first_order_id: 1 } });
  });

  afterAll(() => sandbox.close());

  test('lists in order what was requested, and what happened then', async () => {
    await using receiver = await createReceiver({ fail_first: 1 });
    const account = await sandbox.createAccount({ name: 'shop', clock: 'manual', webhook: receiver });
    await order(account, { external_id: 'a' });
    await account.advance({ until: 'order.delegated' });
    for (let index = 0; index < 3; index++) await poll(account, 'a');
    await order(account, { package_id: 99 });
    const [created, firstPoll, , lastPoll, refused] = (await account.requests()).map(({ id }) => id);
    const [head, ...lines] = (await account.story()).split('\n');
    expect(head).toBe('Account shop at 2026-01-01T00:00:12.000Z, balance 996.1 TRX, orders: 1, requests: 5');
    expect(lines).toEqual([
      `  01-01 00:00:00 POST /api/v1/order/ → 202, order 1 [${created}]`,
      '  01-01 00:00:00 order 1 (a) is processing; webhook delivered',
      '  01-01 00:00:00 order.processing of order 1 → refused 503',
      '  01-01 00:00:03 order 1 (a) is delegating; webhook delivered',
      '  01-01 00:00:05 order.processing of order 1 → acknowledged 204 [attempt 2]',
      '  01-01 00:00:12 order 1 (a) is delegated; webhook delivered',
      `  01-01 00:00:12 GET /api/v1/status/?external_id=a → 200, order 1 [${firstPoll}] (3 times, to ${lastPoll})`,
      `  01-01 00:00:12 POST /api/v1/order/ → 404 PACKAGE_NOT_FOUND [${refused}]`,
    ]);
  });

  test('has at most 40 lines, with the findings and the latest of the rest', async () => {
    const account = await sandbox.createAccount({ clock: 'manual' });
    for (let index = 0; index < 30; index++) await order(account, { external_id: `id-${index}` });
    for (let index = 0; index < 15; index++) await order(account, { external_id: 'id-0', package_id: index });
    await account.advance({ until: 'order.completed' });
    const lines = (await account.story()).split('\n');
    expect(lines).toHaveLength(40);
    expect(lines[1]).toMatch(/^… \d+ lines left out$/);
    expect(lines.filter(line => line.includes('error external-id-reused:'))).not.toEqual([]);
    expect(lines.findLast(line => line.includes('is completed'))).toMatch(/order 30 \(id-29\)/);
    // A finding is what its reader needs, so it is not cut off.
    const others = lines.filter(line => !line.includes('external-id-reused:'));
    expect(Math.max(...others.map(line => line.length))).toBeLessThan(170);
    expect(lines.some(line => line.includes('external-id-reused:') && line.endsWith('…'))).toBe(false);
  });

  test('shows no control characters of the texts that a client has sent', async () => {
    const account = await sandbox.createAccount({ clock: 'manual' });
    await fetch(`${account.base_url}/api/v1/status/?external_id=%1b[31m`, {
      headers: { Authorization: `Bearer ${account.api_key}` },
    });
    await order(account, { external_id: 'a\u001b[31m\nb' });
    expect(await account.story()).not.toMatch(/[^\P{Cc}\n]|^b/mu);
  });

  test('says why it cannot be read, and does not reject', async () => {
    const account = await sandbox.createAccount({ name: 'gone' });
    await account.delete();
    expect(await account.story()).toMatch(
      /^The story of account gone could not be read: .*there is no account "gone"/,
    );
  });
});

describe('the diagram of an order', () => {
  let sandbox: Sandbox;
  let account: Account;

  beforeAll(async () => {
    sandbox = await createSandbox({ clock: 'manual', assumptions: { first_order_id: 1 } });
    account = await sandbox.createAccount();
    await order(account, { external_id: 'a' });
    await account.advance({ until: 'order.delegating' });
  });

  afterAll(() => sandbox.close());

  test('is Mermaid by default, for an id or an external_id', async () => {
    const text = await account.diagram('a');
    expect(text).toMatch(/^sequenceDiagram\n {4}title Order 1, a, 2026-01-01 UTC\n/);
    expect(text).toContain('clock advanced by 3 s');
    expect(await account.diagram(1)).toBe(text);
  });

  test('is SVG on request', async () => {
    expect(await account.diagram('a', { format: 'svg' })).toMatch(/^<svg /);
  });

  test('refuses what it does not know', async () => {
    await expect(account.diagram('b')).rejects.toThrow('has no order with external_id "b"');
    await expect(account.diagram('a', { format: 'png' as never })).rejects.toThrow(
      'format: expected one of mermaid, svg',
    );
    await expect(account.diagram('a', { width: 3 } as never)).rejects.toThrow('unknown option "width"');
  });
});
