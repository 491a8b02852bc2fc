import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InlineScenario } from '../../src/client/data-types.ts';
import type { Account, Sandbox } from '../../src/client/sandbox-interface.ts';
import { createReceiver } from '../../src/client/webhook-receiver.ts';
import { order, remoteSandbox } from './sandboxes.ts';

describe('a remote sandbox', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await remoteSandbox();
  });

  afterAll(() => sandbox.close());

  const open = (options: Parameters<Sandbox['createAccount']>[0] = {}): Promise<Account> =>
    sandbox.createAccount({ clock: 'manual', ...options });

  test('serves the API to a new account', async () => {
    const account = await open({ balance_trx: 10, discount_percent: 50 });
    expect(account.base_url).toBe(sandbox.url);
    expect(await order(account, { external_id: 'one' })).toMatchObject({ status: 202 });
    const [only] = await account.orders();
    expect(only).toMatchObject({ id: 1, external_id: 'one', status: 'processing', price_trx: 1.95 });
    expect((await account.read()).balance_trx).toBe(8.05);
  });

  test('advances the clock by, to and until, and returns what happened', async () => {
    const account = await open();
    await order(account);
    const first = await account.advance({ by: '3s' });
    expect(first.fired.map(({ kind, status }) => [kind, status])).toContainEqual(['order', 'delegating']);
    const until = await account.advance({ until: 'order.delegated', order: 1 });
    expect(until.now).toBe('2026-01-01T00:00:12.000Z');
    expect((await account.advance({ to: new Date('2026-01-01T02:00:00Z') })).now).toBe(
      '2026-01-01T02:00:00.000Z',
    );
    expect((await account.order(1)).timeline.map(({ status }) => status)).toEqual([
      'processing',
      'delegating',
      'delegated',
      'undelegating',
      'completed',
    ]);
    await expect(account.advance({ until: 'order.failed' })).rejects.toMatchObject({
      name: 'SandboxError',
      code: 'NOT_REACHABLE',
      status: 409,
    });
  });

  test('changes the mode of the clock', async () => {
    const account = await open();
    expect(await account.clock.set('60x')).toMatchObject({ mode: '60x', speed: 60 });
    expect(await account.clock.set('manual')).toMatchObject({ speed: 0 });
    expect((await account.clock.read()).mode).toBe('manual');
  });

  test('has a receiver in each account that fails and verifies as instructed', async () => {
    const account = await open();
    await account.receiver.use();
    expect(await account.receiver.set({ status: 503, times: 1 })).toMatchObject({
      is_destination: true,
      status: 503,
      verify: true,
    });
    await order(account, { external_id: 'dialled' });
    await account.advance({ until: 'order.delegated' });
    const arrivals = await account.receiver.arrivals();
    expect(arrivals[0]).toMatchObject({ event: 'order.processing', status: 503, duplicate_of: null });
    expect(arrivals.find(({ duplicate_of: duplicateOf }) => duplicateOf === 1)).toMatchObject({
      status: 200,
    });
    expect(await account.receiver.arrivals({ sort: 'newest', limit: 1 })).toEqual(arrivals.slice(-1));
    await account.receiver.clear();
    expect(await account.receiver.arrivals()).toEqual([]);
    const typo = account.receiver.set({ statos: 500 } as never);
    await expect(typo).rejects.toThrow('did you mean "status"');
    await account.expectNoFindings();
  });

  test('moves, refunds and triggers manually', async () => {
    await using receiver = await createReceiver();
    const account = await open({ webhook: receiver });
    await order(account, { external_id: 'by-hand' });
    expect((await account.move('by-hand', 'review')).status).toBe('review');
    expect((await account.move(1, 'failed', { refund: 'never' })).refunded).toBe(false);
    expect((await account.refund(1)).refunded).toBe(true);
    await expect(account.move(1, 'completed')).rejects.toThrow(/failed/);
    const made = await account.trigger('order.completed', { external_id: 'made' });
    expect(made.event).toMatchObject({ event: 'order.completed', external_id: 'made', acknowledged: true });
    const resent = await account.resend(made.event_id, { corrupt: 'wrong-secret' });
    expect(resent.corruption).toMatchObject({ name: 'wrong-secret', verifies: false });
    expect(receiver.received.at(-1)?.signature).toMatchObject({ valid: false, why: 'secret-or-bytes' });
  });

  test('activates scenarios by name and inline, in order of precedence', async () => {
    const mine: InlineScenario = {
      name: 'never-ready',
      summary: 'The first order is refused.',
      requests: [{ match: { operation: 'createOrder' }, times: 1, reply: { error: 'SERVICE_UNAVAILABLE' } }],
    };
    const account = await open({ scenarios: ['failed-with-refund', mine] });
    expect((await account.scenarios.active()).map(({ name }) => name)).toEqual([
      'failed-with-refund',
      'never-ready',
    ]);
    expect(await order(account)).toMatchObject({ status: 503, body: { error: 'SERVICE_UNAVAILABLE' } });
    expect(await order(account)).toMatchObject({ status: 202 });
    await account.advance({ until: 'order.failed' });
    expect((await account.scenarios.add('review')).map(({ name }) => name)[0]).toBe('review');
    expect((await account.scenarios.remove('review')).map(({ name }) => name)).not.toContain('review');
    const yaml = 'name: stored\nsummary: Orders stay in processing.\norders:\n  - lifecycle: []\n';
    const { digest } = await account.scenarios.save('stored', yaml, { expected_digest: null });
    const late = account.scenarios.save('stored', yaml, { expected_digest: '0'.repeat(64) });
    await expect(late).rejects.toMatchObject({ code: 'SCENARIO_CHANGED', path: 'body.expected_digest' });
    expect(await account.scenarios.file('stored')).toMatchObject({ yaml, digest, replaces_built_in: false });
    expect((await account.scenarios.own()).map(({ name }) => name)).toEqual(['never-ready', 'stored']);
    const outdated = account.scenarios.discard('stored', { expected_digest: '0'.repeat(64) });
    await expect(outdated).rejects.toMatchObject({ path: 'query.expected_digest' });
    const left = await account.scenarios.discard('stored', { expected_digest: digest! });
    expect(left.map(({ name }) => name)).not.toContain('stored');
    expect((await account.scenarios.use('stuck-processing')).map(({ name }) => name)).toEqual([
      'stuck-processing',
    ]);
    expect(await account.scenarios.clear()).toEqual([]);
    expect((await sandbox.scenarios()).map(({ name }) => name)).toContain('response-lost');
  });

  test('leaves no account behind if its scenarios are invalid', async () => {
    const before = (await sandbox.accounts()).length;
    await expect(open({ scenarios: ['failed-with-refnud'] })).rejects.toThrow(/failed-with-refund/);
    const bad = { name: 'bad', summary: 'Wrong.', requests: [{ reply: { status: 99 } }] };
    await expect(open({ scenarios: [bad] })).rejects.toThrow(/status/);
    expect(await sandbox.accounts()).toHaveLength(before);
  });

  test('records deposits, creates and revokes keys, and changes settings', async () => {
    const account = await open({ balance_trx: 1 });
    expect(await account.deposit(2.5)).toBe(3.5);
    expect(await account.setBalance(0)).toBe(0);
    expect((await account.ledger()).map(({ kind, amount_trx: amountTrx }) => [kind, amountTrx])).toEqual([
      ['opening', 1],
      ['deposit', 2.5],
      ['adjustment', -3.5],
    ]);
    const { api_key: apiKey, key } = await account.keys.create({ name: 'reader', scopes: ['balance'] });
    expect(key).toMatchObject({ name: 'reader', scopes: ['balance'], hint: apiKey.slice(-4) });
    expect((await account.keys.revoke(key.id)).revoked).toBe(true);
    expect((await account.keys.list()).map(({ revoked }) => revoked)).toEqual([false, true]);
    expect((await account.change({ discount_percent: 7 })).discount_percent).toBe(7);
    expect(await account.webhook.set({ url: null, secret: 'other' })).toEqual({ url: null, secret: 'other' });
    expect(await account.webhook.read()).toEqual({ url: null, secret: 'other' });
  });

  test('takes, restores, exports, imports and deletes snapshots', async () => {
    const account = await open();
    await order(account, { external_id: 'stored' });
    expect(await account.snapshots.take('stored')).toMatchObject({ name: 'stored', orders: 1 });
    await order(account);
    expect((await account.snapshots.restore('stored')).orders).toBe(1);
    const file = await account.snapshots.export('stored');
    const other = await open();
    const imported = await other.snapshots.import('from-afar', JSON.parse(JSON.stringify(file)));
    expect(imported).toMatchObject({ name: 'from-afar', orders: 1 });
    await other.snapshots.restore('from-afar');
    expect(await other.order('stored')).toMatchObject({ id: 1, status: 'processing' });
    await account.snapshots.delete('stored');
    expect(await account.snapshots.list()).toEqual([]);
  });

  test('has a request journal, and resets an account', async () => {
    const account = await open({ balance_trx: 1 });
    await order(account, { external_id: 'too dear' });
    await order(account);
    const [first, second] = await account.requests();
    expect(first).toMatchObject({ operation: 'createOrder', status: 422, error: 'EXTERNAL_ID_INVALID' });
    expect(second).toMatchObject({ status: 402, explanation: expect.stringContaining('balance') });
    const detail = await account.request(second!.id);
    expect(detail.json).toMatchObject({ package_id: 1 });
    expect(JSON.stringify(detail.headers)).not.toContain(account.api_key);
    await account.clearRequests();
    expect(await account.requests()).toEqual([]);
    await account.deposit(1);
    expect(await account.reset()).toMatchObject({ balance_trx: 1, orders: 0 });
  });

  test('finds an account by name and by key, unless it was deleted', async () => {
    const made = await open({ name: 'to-be-found' });
    const byName = await sandbox.account('to-be-found');
    expect(byName.webhook_secret).toBe(made.webhook_secret);
    expect(() => byName.api_key).toThrow(/keys\.create/);
    const byKey = await sandbox.account({ api_key: made.api_key });
    expect([byKey.name, byKey.api_key]).toEqual(['to-be-found', made.api_key]);
    await order(byKey);
    expect(await byKey.orders()).toHaveLength(1);
    await made.delete();
    await expect(sandbox.account('to-be-found')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    await expect(sandbox.account('dem')).rejects.toThrow(/demo/);
  });

  test('lists all items, page by page', async () => {
    const account = await open({ balance_trx: 100_000 });
    const items = Array.from({ length: 50 }, (_, index) => ({
      external_id: `n-${index}`,
      package_id: 1,
      address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1',
    }));
    for (let round = 0; round < 25; round++) {
      const orders = items.map(item => ({ ...item, external_id: `${item.external_id}-${round}` }));
      const response = await fetch(`${account.base_url}/api/v1/orders/bulk/`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ orders }),
      });
      expect(response.status).toBe(202);
    }
    expect(await account.orders()).toHaveLength(1_250);
    expect(await account.orders({ limit: 3, sort: 'newest' })).toMatchObject([
      { id: 1250 },
      { id: 1249 },
      { id: 1248 },
    ]);
    expect(await account.orders({ external_id: 'n-7-*' })).toHaveLength(25);
  });

  test('reports the invalid part of a call', async () => {
    const account = await open();
    await expect(account.advance({ by: '61 minutes' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      path: 'body.by',
      message: expect.stringMatching(/^by must match .* but is "61 minutes"$/),
    });
    await expect(account.order('nobody')).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    await expect(open({ clock: 'fast' as 'real' })).rejects.toThrow(/^clock must match/);
    await expect(open({ balance_trx: -1 })).rejects.toThrow('balance_trx must be at least 0, but is -1');
    await expect(open({ webhook: { url: 'x' } })).rejects.toThrow(/^webhook.url: "x" is not a valid URL/);
    await expect(account.order(0)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: 'order: id: expected an order id from 1 or an external_id, got 0',
    });
    await expect(account.keys.revoke('key-9')).rejects.toThrow(/^(?!.*params)/);
    await expect(account.scenarios.use('reveiw')).rejects.toThrow(
      'names[0]: there is no scenario named "reveiw"; did you mean "review"?',
    );
    const { event_id: eventId } = await account.trigger('order.processing');
    await expect(account.resend(eventId)).rejects.toThrow(
      'the account has no webhook destination; set the URL of its webhook',
    );
    await expect(sandbox.account('nobody-has-this-name')).rejects.toThrow(
      'GET /_sandbox/accounts lists all accounts',
    );
    const assumptions = { custom_energy_enable: true } as object;
    await expect(open({ assumptions })).rejects.toThrow(
      'assumptions.custom_energy_enable: there is no assumption named "custom_energy_enable"; did you mean "custom_energy_enabled"?',
    );
  });
});
