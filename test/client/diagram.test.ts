import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Sandbox } from '../../src/client/sandbox-interface.ts';
import { createSandbox } from '../../src/testing/create-sandbox.ts';
import { order } from './sandboxes.ts';

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
