import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Gate } from '../crash/gate.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { cli, type Outcome } from './support.ts';

describe('account move', () => {
  let here: TestSandbox;
  let there: TestSandbox;

  beforeEach(async () => {
    [here, there] = await Promise.all([
      startTestSandbox({ behindBalancer: true }),
      startTestSandbox({ behindBalancer: true }),
    ]);
  });

  afterEach(() => Promise.all([here.close(), there.close()]));

  const on = (sandbox: TestSandbox, ...words: string[]): Promise<Outcome> =>
    cli(words, { environment: { ENERGY_SANDBOX_URL: sandbox.baseUrl } });
  const move = (...names: string[]): Promise<Outcome> =>
    on(here, 'account', 'move', ...names, '--to', there.baseUrl);
  const call = async (sandbox: TestSandbox, method: string, path: string, body?: unknown) =>
    sandbox.api.call(method, `/_sandbox/accounts/${path}`, { body, key: null });

  /** Creates an account with an order and a named snapshot. @returns its API key */
  async function open(name: string): Promise<string> {
    const { out } = await on(here, 'account', 'create', name, '--json');
    const { api_key: key } = JSON.parse(out) as { api_key: string };
    await here.api.as(key).order({ external_id: 'first', package_id: 1, address: RECIPIENT });
    await on(here, 'snapshot', 'take', 'before', '--account', name);
    return key;
  }

  test('moves accounts with their keys, orders and snapshots, and leaves nothing behind', async () => {
    const [one, two] = [await open('one'), await open('two')];
    const moved = await move('one', 'two');
    expect(moved).toMatchObject({
      code: 0,
      out: ['one', 'two'].map(name => `Moved ${name}: 1 order, 1 event, 1 key, 1 snapshot\n`).join(''),
    });
    for (const key of [one, two]) {
      expect((await there.api.as(key).status({ external_id: 'first' })).status).toBe(200);
      expect((await here.api.as(key).status({ external_id: 'first' })).status).toBe(401);
    }
    expect(await on(there, 'snapshot', 'restore', 'before', '--account', 'two')).toMatchObject({ code: 0 });
  });

  test('lets the account continue where it is if the other server refuses it', async () => {
    const key = await open('one');
    await here.api.call('POST', '/_sandbox/accounts/one/keys', { body: { name: 'second' }, key: null });
    there.core.accounts.index(there.account, here.core.accounts.get('one')!.state.keys[0]!);
    const refused = await move('one');
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('another account has this key');
    expect(refused.err).toContain(`one was not moved and continues on ${here.baseUrl}`);
    expect((await here.api.as(key).balance()).status).toBe(200);
  });

  test('does not touch an account of the same name on the other server', async () => {
    const key = await open('one');
    await call(there, 'POST', 'one');
    const refused = await move('one');
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`${there.baseUrl} already has an account one; nothing was moved`),
    ]);
    expect((await here.api.as(key).balance()).status).toBe(200);
  });

  test('continues after an interruption between the import and the deletion', async () => {
    const key = await open('one');
    const file = (await call(here, 'POST', 'one/handover')).data;
    await call(there, 'PUT', 'one', file);
    await there.api.as(key).order({ external_id: 'second', package_id: 1, address: RECIPIENT });
    const finished = await move('one');
    expect(finished).toMatchObject({ code: 0, out: 'Moved one: 2 orders, 2 events, 1 key, 1 snapshot\n' });
    expect((await call(here, 'GET', 'one')).status).toBe(404);
  });

  test('names accounts that an earlier call has moved, and moves the others', async () => {
    await open('one');
    await open('two');
    expect((await move('one')).code).toBe(0);
    const second = await on(here, 'account', 'move', 'one', 'two', '--to', there.baseUrl, '--json');
    expect(JSON.parse(second.out)).toMatchObject([
      { account: 'one', already: true, orders: 1, snapshots: 1 },
      { account: 'two', already: false, orders: 1, snapshots: 1 },
    ]);
    const third = await move('one');
    expect(third).toMatchObject({ code: 0, out: 'Already moved one: 1 order, 1 event, 1 key, 1 snapshot\n' });
    const nowhere = await move('neither');
    expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining('neither')]);
  });

  test('keeps the account stopped if the other server does not respond to the import', async () => {
    const key = await open('one');
    await using gate = await Gate.open(there.port);
    gate.watched = {
      method: 'PUT',
      path: '/accounts/one',
      moment: 'after',
      happens: async () => {
        // As if the server were still importing.
        await call(there, 'DELETE', 'one');
      },
    };
    const lost = await on(here, 'account', 'move', 'one', '--to', gate.url);
    expect([lost.code, lost.err]).toEqual([1, expect.stringContaining('it stays stopped on')]);
    expect((await here.api.as(key).balance()).status).toBe(503);
    expect((await move('one')).code).toBe(0);
    expect((await there.api.as(key).balance()).status).toBe(200);
  });

  test('with --keep, leaves the account stopped where it was until it is called without', async () => {
    const key = await open('one');
    const words = ['account', 'move', 'one', '--to', there.baseUrl];
    expect((await on(here, ...words, '--keep')).code).toBe(0);
    expect((await here.api.as(key).balance()).status).toBe(503);
    expect((await there.api.as(key).balance()).status).toBe(200);
    await there.api.as(key).order({ external_id: 'second', package_id: 1, address: RECIPIENT });
    await on(there, 'snapshot', 'take', 'before', '--account', 'one');
    expect((await on(here, ...words)).code).toBe(0);
    const { out } = await on(there, 'snapshot', 'list', '--account', 'one', '--json');
    expect(JSON.parse(out)).toMatchObject([{ name: 'before', orders: 2 }]);
    expect((await here.api.as(key).balance()).status).toBe(401);
    expect((await there.api.as(key).balance()).status).toBe(200);
  });

  test('deletes nothing if the account on the other server lacks something', async () => {
    await open('one');
    await call(here, 'POST', 'one/handover');
    await call(there, 'POST', 'one');
    const refused = await move('one');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('nothing was deleted')]);
    expect((await call(here, 'GET', 'one')).status).toBe(200);
  });

  test('needs two different servers, and both to respond', async () => {
    const key = await open('one');
    expect((await on(here, 'account', 'move', 'one', '--to', here.baseUrl)).err).toContain(
      'name another server',
    );
    const dead = await on(here, 'account', 'move', 'one', '--to', 'http://127.0.0.1:9');
    expect([dead.code, dead.err]).toEqual([1, expect.stringContaining('no sandbox responds')]);
    expect((await here.api.as(key).balance()).status).toBe(200);
  });
});
