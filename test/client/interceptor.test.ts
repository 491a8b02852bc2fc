import { Agent, Client, MockAgent, Pool, fetch as undiciFetch } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { SandboxError } from '../../src/client/errors.ts';
import { interceptFetch, interceptor } from '../../src/client/interceptor.ts';
import type { Account, Sandbox } from '../../src/client/sandbox-interface.ts';
import { createSandbox } from '../../src/testing/create-sandbox.ts';

/** Where Node and undici keep the dispatcher of fetch. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1');

const ORIGIN = 'https://api.energy.example';

/** A client whose address cannot be changed. */
const readBalance = (apiKey: string): Promise<Response> =>
  fetch(`${ORIGIN}/api/v1/balance/`, { headers: { Authorization: `Bearer ${apiKey}` } });

describe('a client with a fixed https address', () => {
  const open: Sandbox[] = [];

  afterEach(async () => {
    for (const sandbox of open.splice(0)) await sandbox.close();
  });

  async function account(): Promise<{ sandbox: Sandbox; account: Account }> {
    const sandbox = await createSandbox();
    open.push(sandbox);
    return { sandbox, account: await sandbox.createAccount({ balance_trx: 70 }) };
  }

  test('calls a sandbox while its fetch is intercepted, and its own address afterwards', async () => {
    const { sandbox, account: own } = await account();
    {
      using _ = interceptFetch(sandbox, { origin: ORIGIN });
      const response = await readBalance(own.api_key);
      expect(await response.json()).toEqual({ success: true, data: { balance_trx: 70 } });
      await own.expectRequest({ operation: 'getBalance' }, { exactly: 1 });
    }
    await expect(readBalance(own.api_key)).rejects.toThrow('fetch failed');
    await own.expectRequest({ operation: 'getBalance' }, { exactly: 1 });
  });

  test('reaches every other address as before', async () => {
    const [one, other] = [await account(), await account()];
    using _ = interceptFetch(one.sandbox, { origin: ORIGIN });
    const response = await fetch(`${other.sandbox.url}/api/v1/balance/`, {
      headers: { Authorization: `Bearer ${other.account.api_key}` },
    });
    expect(response.status).toBe(200);
    expect(await one.account.requests()).toEqual([]);
  });

  test('posts bodies, and meets transport faults as such', async () => {
    const { sandbox, account: own } = await account();
    using _ = interceptFetch(sandbox, { origin: ORIGIN });
    const post = (externalId: string): Promise<Response> =>
      fetch(`${ORIGIN}/api/v1/order/`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${own.api_key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          external_id: externalId,
          package_id: 1,
          address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1',
        }),
      });
    expect((await post('inv-1')).status).toBe(202);
    await own.scenarios.use('response-lost');
    await expect(post('inv-2')).rejects.toThrow('fetch failed');
    expect(await own.orders()).toHaveLength(2);
  });

  test('calls the sandbox of each interception until it is ended, in whatever order they end', async () => {
    const [one, other] = [await account(), await account()];
    const first = interceptFetch(one.sandbox, { origin: ORIGIN });
    const second = interceptFetch(other.sandbox, { origin: ORIGIN });
    expect((await readBalance(other.account.api_key)).status).toBe(200);
    first.end();
    expect((await readBalance(other.account.api_key)).status).toBe(200);
    second.end();
    await expect(readBalance(one.account.api_key)).rejects.toThrow('fetch failed');
    expect(await one.account.requests()).toEqual([]);
  });

  test.each([
    ['Client', Client],
    ['Pool', Pool],
  ])('fails with a %s, which cannot be redirected, and sends nothing', async (_, Bound) => {
    const [one, other] = [await account(), await account()];
    const dispatcher = new Bound(other.sandbox.url).compose(interceptor(one.sandbox, { origin: ORIGIN }));
    const headers = { Authorization: `Bearer ${other.account.api_key}` };
    await expect(dispatcher.request({ path: '/api/v1/balance/', method: 'GET', headers })).rejects.toThrow(
      'interceptor: the request names no origin, because it was sent by a Client or Pool of undici',
    );
    expect(await other.account.requests()).toEqual([]);
    await dispatcher.close();
  });

  test('keeps a dispatcher that was set while fetch was intercepted', async () => {
    const { sandbox, account: own } = await account();
    const globals = globalThis as { [GLOBAL_DISPATCHER]?: Agent };
    const before = globals[GLOBAL_DISPATCHER];
    try {
      const interception = interceptFetch(sandbox, { origin: ORIGIN });
      expect((await readBalance(own.api_key)).status).toBe(200);
      // What undici's setGlobalDispatcher does.
      const during = globals[GLOBAL_DISPATCHER]!.compose(
        dispatch => (options, handler) => dispatch(options, handler),
      ) as Agent;
      globals[GLOBAL_DISPATCHER] = during;
      interception.end();
      expect(globals[GLOBAL_DISPATCHER]).toBe(during);
      await expect(readBalance(own.api_key)).rejects.toThrow('fetch failed');
    } finally {
      if (before) globals[GLOBAL_DISPATCHER] = before;
      else delete globals[GLOBAL_DISPATCHER];
    }
  });

  test('is mocked elsewhere by a MockAgent that allows connections to the sandbox', async () => {
    const { sandbox, account: own } = await account();
    const mocks = new MockAgent();
    mocks.disableNetConnect();
    mocks.enableNetConnect(new URL(sandbox.url).host);
    mocks.get('https://rates.example').intercept({ path: '/trx' }).reply(200, '0.25');
    const dispatcher = mocks.compose(interceptor(sandbox, { origin: ORIGIN }));
    const headers = { Authorization: `Bearer ${own.api_key}` };
    expect((await undiciFetch(`${ORIGIN}/api/v1/balance/`, { dispatcher, headers })).status).toBe(200);
    const rate = await undiciFetch('https://rates.example/trx', { dispatcher });
    expect(await rate.text()).toBe('0.25');
    await mocks.close();
  });

  test('can use a dispatcher of the undici package', async () => {
    const { sandbox, account: own } = await account();
    const dispatcher = new Agent().compose(interceptor(sandbox, { origin: ORIGIN }));
    const response = await undiciFetch(`${ORIGIN}/api/v1/balance/`, {
      dispatcher,
      headers: { Authorization: `Bearer ${own.api_key}` },
    });
    expect(response.status).toBe(200);
    await dispatcher.close();
  });

  test.for([
    { options: { origin: `${ORIGIN}/api` }, message: 'origin: expected the scheme and host' },
    { options: { origin: 'api.energy.example' }, message: "got 'api.energy.example'" },
    { options: { origin: 'ftp://api.energy.example' }, message: 'origin: expected' },
    { options: {}, message: 'got undefined' },
    { options: { orgin: ORIGIN }, message: 'did you mean "origin"?' },
  ])('fails with what is wrong with $options', ({ options, message }) => {
    const call = () => interceptFetch({ url: 'http://127.0.0.1:1' }, options as never);
    expect(call).toThrow(SandboxError);
    expect(call).toThrow(message);
  });
});
