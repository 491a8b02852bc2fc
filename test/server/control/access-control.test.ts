import { Client } from 'undici';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startSandbox } from '../../../src/server/start-sandbox.ts';
import { createSandbox } from '../../../src/testing/create-sandbox.ts';
import { sharedSandbox, startControlled } from '../../support/control-api.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { SimulatedHost } from '../../system/integrators/simulated-host.ts';

describe('an admin token', () => {
  const options = { admin_token: 'secret-admin-token' };

  test.each([
    [{ 'x-admin-token': 'secret-admin-token' }, 200],
    [{ authorization: 'Bearer secret-admin-token' }, 200],
    [{ 'x-admin-token': 'secret-admin-toke' }, 401],
    [{ authorization: 'Basic secret-admin-token' }, 401],
  ])('given as %j gets %i', async (headers: Record<string, string>, status) => {
    await using started = await startControlled(options);
    expect((await started.control.answer('getInfo', { headers })).status).toBe(status);
  });

  test.each([
    [
      'short-of-16char',
      /^admin_token: expected 16 to 512 characters, got 15; generate one: openssl rand -hex 16$/,
    ],
    ['', /^admin_token: expected 16 to 512 characters, got 0/],
    ['x'.repeat(513), /^admin_token: expected 16 to 512 characters, got 513/],
    ['sixteen letters and spaces', /^admin_token: expected printable ASCII characters without spaces/],
    ['sixteen-lettérs-x', /^admin_token: expected printable ASCII characters without spaces/],
  ])('that is %j is refused at startup', async (adminToken, message) => {
    await expect(createSandbox({ admin_token: adminToken })).rejects.toThrow(message);
  });

  test('that is wrong is refused after a delay that grows up to two seconds, and only for its sender', async () => {
    const host = new SimulatedHost();
    await using started = await startControlled({ ...options, host: '0.0.0.0', hostClock: host });
    const from = (localAddress: string) => new Client(started.sandbox.baseUrl, { localAddress });
    const near = from('127.0.0.1');
    const far = from('127.0.0.2');
    const ask = async (token: string, client = near): Promise<number> => {
      const headers = { 'x-admin-token': token };
      const { statusCode, body } = await client.request({ method: 'GET', path: '/_sandbox/info', headers });
      await body.dump();
      return statusCode;
    };
    for (const delayMs of [100, 200, 400, 800, 1_600, 2_000, 2_000]) {
      let isAnswered = false;
      const guess = ask('wrong-admin-token').then(status => {
        isAnswered = true;
        return status;
      });
      await host.isAwaited(delayMs);
      host.pass(delayMs - 1);
      expect(await ask('secret-admin-token', far)).toBe(200);
      expect((await started.control.answer('getInfo')).status).toBe(401);
      expect(isAnswered).toBe(false);
      host.pass(1);
      expect(await guess).toBe(401);
    }
    const elsewhere = ask('wrong-admin-token', far);
    await host.isAwaited(100);
    host.pass(100);
    expect(await elsewhere).toBe(401);
    host.pass(60_000);
    const later = ask('wrong-admin-token');
    await host.isAwaited(100);
    host.pass(100);
    expect(await later).toBe(401);
    await Promise.all([near.destroy(), far.destroy()]);
  });

  test('is refused at once to an API key, with the way to its own account', async () => {
    const host = new SimulatedHost();
    await using started = await startControlled({ ...options, hostClock: host });
    const { apiKey } = started.sandbox.openAccount({ name: 'shop' });
    const headers = { authorization: `Bearer ${apiKey}` };
    expect((await started.control.of('me').call('getAccount', { headers })).name).toBe('shop');
    // No time passes on the host, so the refusals are not delayed.
    const message =
      'the API key opens only its own account, shop, as …/accounts/me; all else requires the admin token of this server: send it as X-Admin-Token';
    for (const account of ['shop', 'demo']) {
      const refused = await started.control.of(account).answer('getAccount', { headers });
      expect(refused).toMatchObject({ status: 401, body: { error: 'ADMIN_TOKEN_REQUIRED', message } });
    }
    expect((await started.control.answer('getInfo', { headers })).body).toMatchObject({ message });
  });

  test('is not needed for the assumptions of the account of an API key, and for the check of a scenario', async () => {
    await using started = await startControlled(options);
    const { apiKey } = started.sandbox.openAccount({ name: 'shop', settings: { discount_percent: 7 } });
    const call = async (authorization: string) => {
      const headers = { authorization };
      const yaml = 'name: mine\nsummary: Mine.\n';
      return Promise.all([
        started.control.answer('listAssumptions', { headers, query: { account: 'me' } }),
        started.control.answer('checkScenario', { headers, body: { yaml } }),
        started.control.answer('listAssumptions', { headers, query: { account: 'demo' } }),
      ]);
    };
    const [own, checked, others] = await call(`Bearer ${apiKey}`);
    expect(own.body).toMatchObject({
      data: {
        items: expect.arrayContaining([expect.objectContaining({ name: 'discount_percent', value: 7 })]),
      },
    });
    expect([checked.status, others.status]).toEqual([200, 401]);
    const unknown = await call('Bearer ersk_of_nobody');
    expect(unknown.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  test('lets a server be reached by container names, not by public DNS names', async () => {
    await using started = await startControlled({ ...options, host: '0.0.0.0' });
    const ask = (host: string) =>
      sendRaw(
        started.sandbox.port,
        `GET /_sandbox/info HTTP/1.1\r\nHost: ${host}\r\nX-Admin-Token: secret-admin-token\r\nConnection: close\r\n\r\n`,
      );
    expect((await ask('sandbox:4010')).status).toBe(200);
    expect((await ask('10.1.2.3:4010')).status).toBe(200);
    expect((await ask('sandbox.evil.example')).status).toBe(403);
  });
});

describe('a public URL', () => {
  const options = { public_url: 'https://sandbox.example/energy/', admin_token: 'secret-admin-token' };
  const started = sharedSandbox(options);
  const ask = (port: number, headers: readonly string[], path = '/_sandbox/info') =>
    sendRaw(
      port,
      [
        `GET ${path} HTTP/1.1`,
        ...headers,
        'X-Admin-Token: secret-admin-token',
        'Connection: close',
        '',
        '',
      ].join('\r\n'),
    );

  test.each([
    [['Host: sandbox.example'], 200],
    [['Host: SANDBOX.example:443'], 200],
    [['Host: sandbox.example', 'Origin: https://sandbox.example'], 200],
    [['Host: 127.0.0.1:4010', 'Origin: https://sandbox.example'], 200],
    [['Host: localhost'], 200],
    [['Host: other.sandbox.example'], 403],
    [['Host: sandbox.example.evil.example'], 403],
    [['Host: sandbox.example', 'Origin: https://evil.example'], 403],
    [['Host: sandbox.example', 'Origin: http://sandbox.example:8080'], 403],
  ])('allows its host and origin: %j gets %i', async (headers, status) => {
    expect((await ask(started.sandbox.port, headers)).status).toBe(status);
  });

  test('is the address in all responses and descriptions', async () => {
    const { sandbox, control } = started;
    const admin = { headers: { 'x-admin-token': 'secret-admin-token' } };
    expect(await control.call('getInfo', admin)).toMatchObject({
      base_url: 'https://sandbox.example/energy',
      docs_url: 'https://sandbox.example/energy/_sandbox/docs',
    });
    const created = await control.call('createAccount', { ...admin, body: {} });
    expect(created.base_url).toBe('https://sandbox.example/energy');
    for (const name of ['energy-rental-v1', 'control-v1']) {
      const described = await fetch(`${sandbox.baseUrl}/_sandbox/openapi/${name}.json`);
      expect(await described.json()).toMatchObject({ servers: [{ url: 'https://sandbox.example/energy' }] });
      const text = await (await fetch(`${sandbox.baseUrl}/_sandbox/openapi/${name}.yaml`)).text();
      expect(parse(text).servers).toMatchObject([{ url: 'https://sandbox.example/energy' }]);
    }
    expect(sandbox.running.publicUrl).toBe('https://sandbox.example/energy');
    expect(sandbox.baseUrl).toBe(`http://127.0.0.1:${sandbox.port}`);
  });

  test.each([
    [
      'sandbox.example',
      'expected an http or https URL such as https://sandbox.example, got "sandbox.example"',
    ],
    [
      'ftp://sandbox.example',
      'expected an http or https URL such as https://sandbox.example, got "ftp://sandbox.example"',
    ],
    ['', 'expected an http or https URL such as https://sandbox.example, got ""'],
    ['https://user:word@sandbox.example', 'omit the user and password'],
    ['https://sandbox.example/?a=1', 'omit the query and the fragment'],
    ['https://sandbox.example/#', 'omit the query and the fragment'],
  ])('that is %j is refused at startup', async (publicUrl, problem) => {
    await expect(createSandbox({ ...options, public_url: publicUrl })).rejects.toThrow(
      `public_url: ${problem}`,
    );
  });

  test('requires an admin token unless it is a loopback address', async () => {
    await expect(startSandbox({ public_url: 'https://sandbox.example' })).rejects.toThrow(
      'admin_token: required with the public URL https://sandbox.example, which other machines can reach; set one',
    );
    await using started = await startControlled({ public_url: 'https://sandbox.localhost:8443' });
    expect((await started.control.call('getInfo')).base_url).toBe('https://sandbox.localhost:8443');
  });
});

describe('an unknown call', () => {
  const started = sharedSandbox();

  test.each([
    ['GET', '/_sandbox/nothing', '404 CALL_NOT_FOUND'],
    ['GET', '/_sandbox/accounts/', '404 CALL_NOT_FOUND'],
    ['POST', '/_sandbox/info', '405 METHOD_NOT_ALLOWED'],
    ['GET', '/_sandbox/accounts/%zz', '400 INVALID_REQUEST'],
    ['GET', '/_sandbox/accounts?limit=1&limit=2', '400 INVALID_REQUEST'],
    ['GET', '/_sandbox/accounts?limit=0x10', '400 INVALID_REQUEST'],
    ['GET', '/_sandbox/accounts?limit=1001', '400 INVALID_REQUEST'],
    ['GET', '/_sandbox/accounts?cursor=x', '400 INVALID_REQUEST'],
  ])('%s %s gets %s', async (method, path, outcome) => {
    const { status, body } = await started.control.raw(method, path);
    expect(`${status} ${body.error}`).toBe(outcome);
    expect(body.message).toBeTruthy();
  });

  test('lists the allowed methods', async () => {
    const { headers } = await started.control.raw('DELETE', '/_sandbox/accounts/demo/clock');
    expect(headers.allow).toBe('GET, PUT');
  });
});
