import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox } from '../support/sandbox.ts';
import { freshFolder } from './folders.ts';

const ORDER = { package_id: 1, address: RECIPIENT };

/** A server on a folder, with what it reports to its operator. */
async function startOn(data: string, options: Parameters<typeof startTestSandbox>[0] = {}) {
  const remarks: string[] = [];
  const sandbox = await startTestSandbox({ data, onRemark: text => remarks.push(text), ...options });
  const call = (method: string, path: string, body?: unknown) =>
    sandbox.api.call<Record<string, unknown>>(method, `/_sandbox/accounts/${path}`, { key: null, body });
  return { sandbox, remarks, call };
}

test('an account that is handed over stays stopped after a restart, is reported, and hands over the same again', async () => {
  const data = await freshFolder();
  const first = await startOn(data);
  const made = await first.call('POST', 'shop', { clock: 'manual', balance_trx: 50 });
  const key = made.data.api_key as string;
  await first.sandbox.api.as(key).order({ ...ORDER, external_id: 'first' });
  const file = (await first.call('POST', 'shop/handover')).data;
  expect(Object.keys(file.state as object)).not.toContain('handover');
  await first.sandbox.close();

  const second = await startOn(data);
  expect(second.remarks).toEqual([
    expect.stringMatching(/^the account shop is being moved to another server and stays stopped: /),
  ]);
  expect((await second.sandbox.api.as(key).balance()).status).toBe(503);
  expect((await second.call('GET', 'shop')).data.trouble).toMatchObject({ code: 'ACCOUNT_HANDED_OVER' });
  expect((await second.call('POST', 'shop/handover')).data).toEqual(file);
  expect((await second.call('DELETE', 'shop/handover')).data.trouble).toBeNull();
  expect((await second.sandbox.api.as(key).order({ ...ORDER, external_id: 'second' })).status).toBe(202);
  await second.sandbox.close();

  const third = await startOn(data);
  expect(third.remarks).toEqual([]);
  expect((await third.sandbox.api.as(key).status({ external_id: 'second' })).status).toBe(200);
  await third.sandbox.close();
});

test('a server that an account was moved from says so after a restart, until there is an account of that name', async () => {
  const data = await freshFolder();
  const to = 'http://127.0.0.1:4014';
  const first = await startOn(data);
  const key = (await first.call('POST', 'shop')).data.api_key as string;
  await first.call('POST', 'shop/handover', { to });
  await first.sandbox.close();

  const second = await startOn(data);
  expect(second.remarks).toEqual([
    `the account shop is being moved to ${to} and stays stopped: repeat "account move shop --to ${to}", or give the move up: "account move shop --cancel"`,
  ]);
  await second.call('DELETE', 'shop');
  await second.sandbox.close();
  expect(await readdir(data)).toContain('shop.moved');

  const third = await startOn(data);
  const refused = await third.sandbox.api.as(key).balance();
  expect([refused.status, refused.headers['x-sandbox-explain']]).toEqual([
    503,
    expect.stringContaining(`the account shop was moved to ${to} at `),
  ]);
  await third.call('POST', 'shop');
  await third.sandbox.close();

  const fourth = await startOn(data);
  expect((await fourth.sandbox.api.as(key).balance()).status).toBe(401);
  expect((await fourth.call('GET', 'shop')).status).toBe(200);
  await fourth.call('DELETE', 'shop');
  await fourth.sandbox.close();
  expect(await readdir(data)).not.toContain('shop.moved');
});

test('a record of a moved account that cannot be read is reported and left alone', async () => {
  const data = await freshFolder();
  await (await startOn(data)).sandbox.close();
  await writeFile(join(data, 'shop.moved'), '{"name":"shop"');
  const { sandbox, remarks, call } = await startOn(data);
  expect(remarks).toEqual([
    expect.stringMatching(/shop\.moved: the file cannot be read, .*; remove the file$/),
  ]);
  expect((await call('POST', 'other')).status).toBe(201);
  await sandbox.close();
  expect(await readFile(join(data, 'shop.moved'), 'utf8')).toBe('{"name":"shop"');
});

test('a running clock stands still while the account is handed over, and then includes that time', async () => {
  const data = await freshFolder();
  const first = await startOn(data);
  await first.call('POST', 'shop', { clock: '3600x' });
  const file = (await first.call('POST', 'shop/handover')).data as { taken_at: string; host_time: string };
  await first.sandbox.close();
  const second = await startOn(data);
  const stopped = (await second.call('GET', 'shop')).data.clock as { now: string };
  expect(stopped.now).toBe(file.taken_at);
  expect((await second.call('POST', 'shop/handover')).data).toMatchObject(file);
  const { clock } = (await second.call('DELETE', 'shop/handover')).data as { clock: { now: string } };
  expect(Date.parse(clock.now)).toBeGreaterThan(Date.parse(file.taken_at));
  await second.sandbox.close();
});

test('a server whose demo accounts are handed over starts, with and without options that would change them', async () => {
  const data = await freshFolder();
  const first = await startOn(data, { demo: true });
  for (const name of ['demo', 'showroom']) await first.call('POST', `${name}/handover`);
  await first.sandbox.close();
  const second = await startOn(data, { demo: true, webhookUrl: 'http://127.0.0.1:9/' });
  expect(second.remarks.filter(text => text.startsWith('the demo does not run: '))).toHaveLength(1);
  await second.call('POST', 'other');
  expect((await second.call('GET', 'other')).status).toBe(200);
  await second.sandbox.close();
});
