import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { cli, type Outcome, temporaryFolder } from './support.ts';

let sandbox: TestSandbox;

const ask = (...words: string[]): Promise<Outcome> =>
  cli(words, { environment: { ENERGY_SANDBOX_URL: sandbox.baseUrl } });

const askJson = async <T>(...words: string[]): Promise<T> =>
  JSON.parse((await ask(...words, '--json')).out) as T;

beforeEach(async () => {
  sandbox = await startTestSandbox();
});

afterEach(() => sandbox.close());

describe('account', () => {
  it('creates an account with a working key, lists it and deletes it', async () => {
    const made = await askJson<{ api_key: string }>(
      ...['account', 'create', 'shop', '--balance', '5', '--clock', '60x'],
      ...['--scenario', 'review', '--scenario', 'webhook-late', '--scope', 'balance'],
    );
    const balance = await sandbox.api.as(made.api_key).balance();
    expect(balance.status).toBe(200);
    const { out } = await ask('account', 'list');
    expect(out).toMatch(/^shop +5 TRX +0 +\S+ \S+ 60x +review, webhook-late$/m);
    expect(await ask('account', 'delete', 'shop')).toMatchObject({ code: 0, err: 'Deleted account shop.\n' });
    expect(await ask('account', 'delete', 'shop')).toMatchObject({ code: 1 });
  });

  it('creates an account that refuses what the description does not define, for some addresses and a time', async () => {
    const { api_key } = await askJson<{ api_key: string }>(
      ...['account', 'create', 'contract', '--strict', '--ip', '127.0.0.1', '--ip', '::1'],
      ...['--expires-at', '2026-01-01T01:00:00Z', '--clock', 'manual'],
    );
    const api = sandbox.api.as(api_key);
    const order = { address: RECIPIENT, package_id: 1, external_id: 'a' };
    expect((await api.order({ ...order, extra: 1 })).status).toBe(400);
    expect((await api.order(order)).status).toBe(202);
    expect((await ask('key', 'list', '--account', 'contract')).out).toContain(
      'from 127.0.0.1, ::1; until 2026-01-01 01:00:00',
    );
  });

  it('lists why an account cannot be used, if there is such an account', async () => {
    expect((await ask('account', 'list')).out).not.toContain('trouble');
    const { account } = sandbox.openAccount({ name: 'broken' });
    sandbox.core.runner.fail(account, new Error('a bug'));
    const { out } = await ask('account', 'list');
    expect(out).toMatch(/^name .* webhook +trouble$/m);
    expect(out).toMatch(/^broken .* ACCOUNT_FAILED: \S/m);
    expect(out).toMatch(/^demo .*(manual|real)$/m);
  });

  it('says that the key is shown only once', async () => {
    expect((await ask('account', 'create', 'shop')).out).toMatch(/API key +ersk_\S+ {2}\(shown only once\)/);
    expect((await ask('account', 'create', 'shop')).err).toContain('an account named shop already');
  });

  it('suggests the nearest scope', async () => {
    expect((await ask('account', 'create', '--scope', 'order:read')).err).toContain(
      'did you mean "orders:read"?',
    );
  });

  it('has its initial state after a reset', async () => {
    await ask('trigger', 'order.processing');
    expect((await ask('reset')).out).toBe('Reset account demo: 1,000 TRX, 2026-01-01 00:00:00 (manual)\n');
    expect(await askJson('orders')).toEqual([]);
  });
});

describe('key', () => {
  it('creates a key, prints only the key on stdout, and revokes it', async () => {
    const { out } = await ask('key', 'create', 'reader', '--scope', 'balance', '--rate-limit', '10');
    expect(out).toMatch(/^ersk_\S+\n$/);
    const reader = sandbox.api.as(out.trim());
    expect((await reader.balance()).status).toBe(200);
    expect((await ask('key', 'list')).out).toMatch(/^key-2 +reader +…\S{4} +balance +10 per minute$/m);
    expect(await ask('key', 'revoke', 'key-2')).toMatchObject({ code: 0 });
    expect((await reader.balance()).status).toBe(401);
    expect(await ask('key', 'revoke', 'key-9')).toMatchObject({ code: 1 });
    const late = await ask('key', 'create', '--expires-at', '2026-02-30T00:00:00Z');
    expect(late).toMatchObject({
      code: 2,
      err: expect.stringContaining('is a date or time that does not exist'),
    });
  });
});

describe('balance and deposit', () => {
  it('show, set and add to the balance, and list every change', async () => {
    expect((await ask('balance')).out).toBe('1,000 TRX\n');
    expect((await ask('balance', '0.5')).out).toBe('0.5 TRX\n');
    expect((await ask('deposit', '50')).out).toBe('50.5 TRX\n');
    const kinds = (await askJson<{ kind: string }[]>('balance', '--ledger')).map(({ kind }) => kind);
    expect(kinds).toEqual(['opening', 'adjustment', 'deposit']);
    expect((await ask('balance', '--ledger')).out).toMatch(/deposit +50 TRX +50\.5 TRX$/m);
  });

  it.each(['-5', 'much', '0.00000001'])('refuse %s TRX', async amount => {
    expect(await ask('deposit', '--', amount)).toMatchObject({ code: 2 });
  });
});

describe('snapshot', () => {
  it('takes, lists, restores, exports, imports and deletes', async () => {
    await using folder = await temporaryFolder();
    const file = `${folder.path}/before.json`;
    await ask('balance', '7');
    expect((await ask('snapshot', 'take', 'before')).out).toBe(
      'before  2026-01-01 00:00:00  7 TRX  0 orders  0 events\n',
    );
    await ask('deposit', '1');
    expect((await ask('snapshot', 'restore', 'before')).out).toContain(
      'Restored account demo: 7 TRX, 0 orders',
    );
    expect(await ask('snapshot', 'export', 'before', file)).toMatchObject({ code: 0, out: '' });
    expect(await ask('snapshot', 'delete', 'before')).toMatchObject({ code: 0 });
    expect(await ask('snapshot', 'restore', 'before')).toMatchObject({ code: 1 });
    expect(await ask('snapshot', 'import', file)).toMatchObject({
      out: expect.stringMatching(/^before /),
      err: '',
    });
    const { checksum, ...unchecked } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(
      file,
      JSON.stringify({ ...unchecked, checksum: checksum === '00000000' ? '1'.repeat(8) : '00000000' }),
    );
    expect((await ask('snapshot', 'import', file)).err).toMatch(
      /changed after it was exported.* with --force\n$/,
    );
    expect((await ask('snapshot', 'import', file, '--force')).out).toMatch(/^before /);
    await writeFile(file, JSON.stringify(unchecked));
    expect((await ask('snapshot', 'import', file)).err).toMatch(/the file has no checksum/);
    expect(await askJson<object[]>('snapshot', 'list')).toHaveLength(1);
    expect(JSON.parse((await ask('snapshot', 'export', 'before')).out)).toMatchObject({ format: 2 });
  });

  it('rejects a file that is not a snapshot', async () => {
    await using folder = await temporaryFolder();
    const file = `${folder.path}/notes.json`;
    await writeFile(file, 'not JSON');
    expect((await ask('snapshot', 'import', file)).err).toContain('not valid JSON');
    await writeFile(file, '{"a":1}');
    expect(await ask('snapshot', 'import', file)).toMatchObject({ code: 2, out: '' });
  });
});

describe('scenario use and none', () => {
  it('activate and deactivate scenarios by name and by file, in order of precedence', async () => {
    await using folder = await temporaryFolder();
    const file = `${folder.path}/mine.yaml`;
    await writeFile(file, 'name: mine\nsummary: Mine.\n');
    const names = async (...words: string[]) =>
      (await askJson<{ name: string }[]>('scenario', ...words)).map(({ name }) => name);
    expect(await names('use', 'review', 'rate-limited')).toEqual(['review', 'rate-limited']);
    expect(await names('use')).toEqual(['review', 'rate-limited']);
    expect(await names('use', file, 'review')).toEqual(['mine', 'review']);
    expect(sandbox.state.scenarios.map(({ name }) => name)).toEqual(['mine', 'review']);
    expect(await ask('scenario', 'none')).toMatchObject({ code: 0, out: '' });
    expect(sandbox.state.scenarios).toEqual([]);
  });

  it('print what is dubious in a file, and activate it all the same', async () => {
    await using folder = await temporaryFolder();
    const file = `${folder.path}/early.yaml`;
    const given = 'given: { assumptions: { webhook_retry_delays_ms: [1] } }\n';
    const webhooks = 'webhooks:\n  - { match: { attempt: 3 }, corrupt: extra-field }\n';
    await writeFile(file, `name: early\nsummary: Early.\n${given}${webhooks}`);
    const { code, err } = await ask('scenario', 'use', file);
    expect(code).toBe(0);
    expect(err).toContain('early.yaml:5:25: warning: with the retry delays in given.assumptions');
    expect(sandbox.state.scenarios.map(({ name }) => name)).toEqual(['early']);
  });

  it('send nothing if a file is invalid', async () => {
    await using folder = await temporaryFolder();
    const file = `${folder.path}/bad.yaml`;
    await writeFile(file, 'name: bad\nsummary: Bad.\nordes: []\n');
    await ask('scenario', 'use', 'review');
    expect((await ask('scenario', 'use', file)).err).toContain('bad.yaml:3:1: unknown key "ordes"');
    expect(sandbox.state.scenarios.map(({ name }) => name)).toEqual(['review']);
  });
});

const order = async (): Promise<void> => {
  await sandbox.api.order({ package_id: 1, address: RECIPIENT });
  await sandbox.quiet();
};

it('says that the receiver is not the destination, and how to make it so', async () => {
  const { code, err } = await ask('receiver');
  expect(code).toBe(0);
  expect(err).toBe(
    [
      'The receiver of demo responds with 200 and verifies signatures.',
      'It is not the webhook destination; make it so with: energy-sandbox receiver --use',
      'Nothing arrived yet.',
      '',
    ].join('\n'),
  );
});

it('makes the receiver the destination, sets its dial and lists what arrived, newest first', async () => {
  const set = await ask('receiver', '--use', '--status', '500', '--times', '1');
  expect(set.err).toContain(
    'The receiver of demo responds with 500 to the next delivery and verifies signatures.',
  );
  await order();
  await sandbox.advance(30_000);
  const { out, err } = await ask('receiver');
  expect(err).toContain('responds with 200 and verifies signatures');
  const rows = out
    .trimEnd()
    .split('\n')
    .map(line => line.split(/ {2,}/).map(cell => cell.trim()));
  expect(rows[0]).toEqual(['no.', 'arrived', 'event', 'order', 'signature', 'repeat', 'response']);
  expect(rows.at(-1)).toEqual(['1', '2026-01-01 00:00:00', 'order.processing', '1', 'verified', '500']);
  expect(out).toContain('duplicate of 1');
});

it('prints dial and arrivals as JSON, and forgets the arrivals', async () => {
  await ask('webhook', 'sandbox:receiver');
  await order();
  const shown = JSON.parse((await ask('receiver', '--no-verify', '--delay', '2s', '--json')).out);
  expect(shown).toMatchObject({ is_destination: true, verify: false, delay_ms: 2_000, times: null });
  expect(shown.arrivals).toHaveLength(1);
  const cleared = JSON.parse((await ask('receiver', '--clear', '--default', '--json')).out);
  expect(cleared).toMatchObject({ verify: true, delay_ms: 0, arrivals: [] });
});

it('is suggested by the error about another destination that is no URL', async () => {
  const { err } = await ask('webhook', 'sandbox:receivr');
  expect(err).toContain('did you mean "sandbox:receiver"?');
});
