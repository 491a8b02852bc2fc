import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scenarioTemplate } from '../../src/cli/commands/scenario/template.ts';
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
  it('makes one whose key works, lists it and drops it', async () => {
    const made = await askJson<{ api_key: string }>(
      ...['account', 'create', 'shop', '--balance', '5', '--clock', '60x'],
      ...['--scenario', 'review', '--scenario', 'webhook-late', '--scope', 'balance'],
    );
    const balance = await sandbox.api.as(made.api_key).balance();
    expect(balance.status).toBe(200);
    const { out } = await ask('account', 'list');
    expect(out).toMatch(/^shop +5 TRX +0 +\S+ \S+ 60x +review, webhook-late$/m);
    expect(await ask('account', 'delete', 'shop')).toMatchObject({ code: 0, err: 'shop is gone.\n' });
    expect(await ask('account', 'delete', 'shop')).toMatchObject({ code: 1 });
  });

  it('says that the key is shown only now', async () => {
    expect((await ask('account', 'create', 'shop')).out).toMatch(/API key +ersk_\S+ {2}\(shown only now\)/);
    expect((await ask('account', 'create', 'shop')).err).toContain('an account named shop already');
  });

  it('names the nearest scope and scenario', async () => {
    expect((await ask('account', 'create', '--scope', 'order:read')).err).toContain(
      'did you mean "orders:read"?',
    );
    expect((await ask('account', 'create', '--scenario', 'reviw')).err).toContain('did you mean "review"?');
  });

  it('is as new after a reset', async () => {
    await ask('trigger', 'order.processing');
    expect((await ask('reset')).out).toBe('demo is as new: 1,000 TRX, 2026-01-01 00:00:00 (manual)\n');
    expect(await askJson('orders')).toEqual([]);
  });
});

describe('key', () => {
  it('makes a key, prints its text alone on stdout, and revokes it', async () => {
    const { out } = await ask('key', 'create', 'reader', '--scope', 'balance', '--rate-limit', '10');
    expect(out).toMatch(/^ersk_\S+\n$/);
    const reader = sandbox.api.as(out.trim());
    expect((await reader.balance()).status).toBe(200);
    expect((await ask('key', 'list')).out).toMatch(/^key-2 +reader +…\S{4} +balance +10 a minute$/m);
    expect(await ask('key', 'revoke', 'key-2')).toMatchObject({ code: 0 });
    expect((await reader.balance()).status).toBe(401);
    expect(await ask('key', 'revoke', 'key-9')).toMatchObject({ code: 1 });
  });
});

describe('balance and deposit', () => {
  it('shows, sets and adds to it, and tells every change', async () => {
    expect((await ask('balance')).out).toBe('1,000 TRX\n');
    expect((await ask('balance', '0.5')).out).toBe('0.5 TRX\n');
    expect((await ask('deposit', '50')).out).toBe('50.5 TRX\n');
    const kinds = (await askJson<{ kind: string }[]>('balance', '--ledger')).map(({ kind }) => kind);
    expect(kinds).toEqual(['opening', 'adjustment', 'deposit']);
    expect((await ask('balance', '--ledger')).out).toMatch(/deposit +50 TRX +50\.5 TRX$/m);
  });

  it.each(['-5', 'much', '0.00000001'])('refuses %s TRX', async amount => {
    expect(await ask('deposit', '--', amount)).toMatchObject({ code: 2 });
  });
});

describe('snapshot', () => {
  it('takes, lists, restores, exports, imports and forgets', async () => {
    await using folder = await temporaryFolder();
    const file = `${folder.path}/before.json`;
    await ask('balance', '7');
    expect((await ask('snapshot', 'take', 'before')).out).toBe(
      'before  2026-01-01 00:00:00  7 TRX  0 orders  0 events\n',
    );
    await ask('deposit', '1');
    expect((await ask('snapshot', 'restore', 'before')).out).toContain('demo is as it was: 7 TRX, 0 orders');
    expect(await ask('snapshot', 'export', 'before', file)).toMatchObject({ code: 0, out: '' });
    expect(await ask('snapshot', 'delete', 'before')).toMatchObject({ code: 0 });
    expect(await ask('snapshot', 'restore', 'before')).toMatchObject({ code: 1 });
    expect((await ask('snapshot', 'import', file)).out).toMatch(/^before /);
    expect(await askJson<object[]>('snapshot', 'list')).toHaveLength(1);
    expect(JSON.parse((await ask('snapshot', 'export', 'before')).out)).toMatchObject({ format: 1 });
  });

  it('refuses a file that is none', async () => {
    await using folder = await temporaryFolder();
    const file = `${folder.path}/notes.json`;
    await writeFile(file, 'not JSON');
    expect((await ask('snapshot', 'import', file)).err).toContain('is not JSON');
    expect((await ask('snapshot', 'import', 'nowhere.json')).err).toContain('there is no such file');
    await writeFile(file, '{"a":1}');
    expect(await ask('snapshot', 'import', file)).toMatchObject({ code: 1, out: '' });
  });
});

describe('scenario use and none', () => {
  it('switches scenarios on and off by name and by file, first asked first', async () => {
    await using folder = await temporaryFolder();
    const file = `${folder.path}/mine.yaml`;
    await writeFile(file, scenarioTemplate('mine', null));
    const names = async (...words: string[]) =>
      (await askJson<{ name: string }[]>('scenario', ...words)).map(({ name }) => name);
    expect(await names('use', 'review', 'rate-limited')).toEqual(['review', 'rate-limited']);
    expect(await names('use')).toEqual(['review', 'rate-limited']);
    expect(await names('use', file, 'review')).toEqual(['mine', 'review']);
    expect(sandbox.state.scenarios.map(({ name }) => name)).toEqual(['mine', 'review']);
    expect(await ask('scenario', 'none')).toMatchObject({ code: 0, out: '' });
    expect(sandbox.state.scenarios).toEqual([]);
  });

  it('sends nothing where a file does not pass the check, and names the nearest scenario', async () => {
    await using folder = await temporaryFolder();
    const file = `${folder.path}/bad.yaml`;
    await writeFile(file, 'name: bad\nsummary: Bad.\nordes: []\n');
    await ask('scenario', 'use', 'review');
    expect((await ask('scenario', 'use', file)).err).toContain('bad.yaml:3:1: unknown key "ordes"');
    expect((await ask('scenario', 'use', 'reveiw')).err).toContain('did you mean "review"?');
    expect(sandbox.state.scenarios.map(({ name }) => name)).toEqual(['review']);
  });
});
