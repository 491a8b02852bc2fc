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
      const refused = await here.api.as(key).status({ external_id: 'first' });
      expect([refused.status, refused.headers['x-sandbox-explain']]).toEqual([
        503,
        expect.stringContaining(`was moved to ${there.baseUrl} at `),
      ]);
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
    const elsewhere = await move('one');
    expect([elsewhere.code, elsewhere.err]).toEqual([
      1,
      expect.stringContaining(`one is already being moved to ${gate.url}`),
    ]);
    expect((await on(here, 'account', 'move', 'one', '--to', gate.url)).code).toBe(0);
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
    expect((await here.api.as(key).balance()).status).toBe(503);
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

  describe('with --cancel', () => {
    const cancel = (...words: string[]): Promise<Outcome> =>
      on(here, 'account', 'move', 'one', '--cancel', ...words);
    const stop = (to: string | null = there.baseUrl) =>
      call(here, 'POST', 'one/handover', to === null ? undefined : { to });

    test('lets an account whose move was interrupted continue, and the other server refuse it', async () => {
      const key = await open('one');
      const file = (await stop()).data;
      expect(await cancel()).toMatchObject({
        code: 0,
        out: 'Canceled the move of one: it continues where it is\n',
      });
      expect((await here.api.as(key).balance()).status).toBe(200);
      expect((await call(there, 'PUT', 'one', file)).status).toBe(400);
      expect(await cancel()).toMatchObject({ code: 0, out: 'Nothing to cancel: one is not being moved\n' });
      expect(JSON.parse((await cancel('--json')).out)).toEqual([{ account: 'one', canceled: false }]);
      expect((await move('one')).code).toBe(0);
      const gone = await cancel();
      expect([gone.code, gone.err]).toEqual([
        1,
        expect.stringMatching(
          new RegExp(
            `: the account one was moved to ${there.baseUrl} at \\S+; name that address with --url\n$`,
          ),
        ),
      ]);
    });

    test('refuses if the other server has the account, unless --force says that it is another one', async () => {
      const key = await open('one');
      await stop();
      await call(there, 'POST', 'one');
      const refused = await cancel();
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringContaining(`${there.baseUrl} has imported one, so its move cannot be canceled`),
      ]);
      expect((await here.api.as(key).balance()).status).toBe(503);
      expect((await cancel('--force')).code).toBe(0);
      expect((await here.api.as(key).balance()).status).toBe(200);
    });

    test('refuses if the other server does not respond, unless --force says that it never will', async () => {
      const key = await open('one');
      await stop('http://127.0.0.1:9');
      const refused = await cancel();
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringContaining('whether http://127.0.0.1:9 has imported one is unknown'),
      ]);
      expect((await here.api.as(key).balance()).status).toBe(503);
      expect((await cancel('--force', '--json')).out).toContain('"canceled":true');
      expect((await here.api.as(key).balance()).status).toBe(200);
    });

    test('needs --to only if the server does not know where the account was moving', async () => {
      await open('one');
      await stop(null);
      const refused = await cancel();
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('add --to <url>')]);
      expect((await cancel('--to', there.baseUrl)).code).toBe(0);
      await stop();
      const other = await cancel('--to', 'http://127.0.0.1:9');
      expect([other.code, other.err]).toEqual([
        1,
        expect.stringContaining(`one is being moved to ${there.baseUrl}, not to http://127.0.0.1:9`),
      ]);
    });
  });

  test.each([
    [[], 'account move needs --to <url>'],
    [['--to', 'http://127.0.0.1:9', '--force'], 'only --cancel can be forced'],
    [['--cancel', '--keep'], 'leaves nothing to keep'],
  ])('refuses the flags %j', async (flags, message) => {
    const refused = await on(here, 'account', 'move', 'one', ...flags);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(message)]);
  });
});
