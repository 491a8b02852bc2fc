import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { httpServer } from '../support/http-server.ts';
import { startTestSandbox } from '../support/sandbox.ts';
import { cli, temporaryFolder } from './support.ts';

describe('a command that needs a server', () => {
  it.each([['orders'], ['advance', '1h'], ['tail'], ['account', 'list']])(
    'says in one line that no server responds, and how to start one: %s',
    async (...words) => {
      const { code, out, err } = await cli([...words, '--url', 'http://127.0.0.1:1']);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toBe(
        'energy-sandbox: no sandbox responds at http://127.0.0.1:1; start one with "energy-sandbox", or set the address with --url\n',
      );
    },
  );

  it('reports a server that is not a sandbox', async () => {
    await using server = await httpServer((_request, response) => response.end('<h1>It works!</h1>'));
    const { code, err } = await cli(['orders', '--url', server.url]);
    expect(code).toBe(1);
    expect(err).toContain(`the server at ${server.url} is not an energy-sandbox (HTTP 200)`);
  });

  it('takes the server and the account from the environment', async () => {
    await using sandbox = await startTestSandbox();
    sandbox.openAccount({ name: 'shop', balanceSun: 7_000_000 });
    const environment = { ENERGY_SANDBOX_URL: sandbox.baseUrl, ENERGY_SANDBOX_ACCOUNT: 'shop' };
    expect(await cli(['balance'], { environment })).toMatchObject({ code: 0, out: '7 TRX\n' });
    expect(await cli(['balance', '--account', 'demo'], { environment })).toMatchObject({
      out: '1,000 TRX\n',
    });
  });

  /** What the server refuses, by the exit code: 2 if the request itself is invalid. */
  const REFUSED: Readonly<Record<number, readonly (readonly [readonly string[], string])[]>> = {
    1: [
      [
        ['balance', '--account', 'nobody'],
        '--account: there is no account "nobody"; list them with: energy-sandbox account list',
      ],
      [['account', 'delete', 'nobody'], 'name: there is no account "nobody"'],
      [['account', 'create', 'a', '--scenario', 'revew'], '--scenario: there is no scenario named "revew"'],
      [['advance', '--until', 'completed'], '--until: order.completed cannot happen'],
      [['advance', '--until', 'completed', '--order', '17'], '--order: the account has no order 17'],
      [
        ['advance', '--until', 'completed', '--order', 'inv-1'],
        '--order: the account has no order with external_id',
      ],
      [['order', '17'], 'order: the account has no order 17'],
      [['move', '17', 'review'], 'order: the account has no order 17'],
      [['request', '99'], 'id: the journal has no request "req-99"'],
      [
        ['resend', 'order-1'],
        'event_id: the account has no event "order-1"; list them with: energy-sandbox events',
      ],
      [['trigger', 'completed', '--address', 'TX'], ': INVALID_TRON_ADDRESS: address "TX" is not'],
      [['key', 'revoke', 'key-99'], 'id: '],
      [['trigger', 'completed', '--package', '99'], 'PACKAGE_NOT_FOUND'],
      [['scenario', 'use', 'revew'], 'name|file: there is no scenario named "revew"'],
      [['snapshot', 'restore', 'nothing'], 'name: '],
    ],
    2: [
      [['account', 'create', 'me'], 'name: the name me is reserved'],
      [['account', 'create', 'a', '--clock', 'soon'], '--clock'],
      [['advance', '--to', '2020-01-01T00:00:00Z'], '--to is 2020-01-01T00:00:00.000Z, but the clock'],
      [['advance', '90000000d'], 'duration'],
      [['deposit', '0'], 'trx must be greater than 0'],
      [['snapshot', 'import', 'package.json'], 'is not a field of importSnapshot'],
      [['key', 'create', '--ip', 'nowhere'], '--ip'],
      [['webhook', 'non'], 'url: "non" is not a valid URL; a webhook URL looks like http://'],
      [['account', 'create', 'a', '--webhook-url', 'ftp://x'], '--webhook-url: ftp: is not supported'],
      [
        ['deposit', '0.0000001'],
        'trx must be an amount of TRX in steps of 1/1000000, at most 8589934592, but is',
      ],
      [['account', 'create', 'a', '--balance', '-1'], '--balance must be at least 0, but is -1'],
    ],
  };
  const refused = Object.entries(REFUSED).flatMap(([code, rows]) =>
    rows.map(([words, message]) => [words, Number(code), message] as const),
  );

  it.each(refused)('names what was typed when the server refuses %j', async (words, expected, message) => {
    await using sandbox = await startTestSandbox();
    const { code, out, err } = await cli([...words, '--url', sandbox.baseUrl]);
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(err).toMatch(/^energy-sandbox: [^\n]+\n$/);
    expect(err).toContain(message);
    expect(err).not.toMatch(/\b(body|params|query)\./);
  });

  it('names the variable of the environment that a refused value came from', async () => {
    await using sandbox = await startTestSandbox({ admin_token: '0123456789abcdef' });
    const environment = {
      ENERGY_SANDBOX_URL: sandbox.baseUrl,
      ENERGY_SANDBOX_ACCOUNT: 'ghost',
      ENERGY_SANDBOX_ADMIN_TOKEN: '0123456789abcdef',
    };
    expect((await cli(['orders'], { environment })).err).toContain(
      'energy-sandbox: ENERGY_SANDBOX_ACCOUNT: there is no account "ghost"',
    );
    const wrong = { ...environment, ENERGY_SANDBOX_ADMIN_TOKEN: 'fedcba9876543210' };
    expect((await cli(['orders'], { environment: wrong })).err).toContain(
      'energy-sandbox: ENERGY_SANDBOX_ADMIN_TOKEN: the admin token is not the one',
    );
    const missing = { ENERGY_SANDBOX_URL: sandbox.baseUrl };
    expect((await cli(['orders'], { environment: missing })).err).toBe(
      'energy-sandbox: this server requires its admin token; give it with --admin-token, ENERGY_SANDBOX_ADMIN_TOKEN or ENERGY_SANDBOX_ADMIN_TOKEN_FILE, or the API key of an account with ENERGY_SANDBOX_API_KEY\n',
    );
  });

  it.each(['127.0.0.1:4443', 'nonsense'])('refuses the address %j in the environment', async url => {
    for (const words of [['orders'], ['mcp']]) {
      expect(await cli(words, { environment: { ENERGY_SANDBOX_URL: url } })).toEqual({
        code: 2,
        out: '',
        err: `energy-sandbox: ENERGY_SANDBOX_URL: expected an http or https URL, got ${JSON.stringify(url)}\n`,
      });
    }
  });

  it('sends the admin token from the flag or the environment', async () => {
    await using sandbox = await startTestSandbox({ admin_token: 's3cret-s3cret-s3cret' });
    const words = ['balance', '--url', sandbox.baseUrl];
    expect(await cli([...words, '--admin-token', 's3cret-s3cret-s3cret'])).toMatchObject({ code: 0 });
    const environment = { ENERGY_SANDBOX_ADMIN_TOKEN: 's3cret-s3cret-s3cret' };
    expect(await cli(words, { environment })).toMatchObject({ code: 0 });
  });

  it('controls the account of ENERGY_SANDBOX_API_KEY, and no other', async () => {
    await using sandbox = await startTestSandbox({ admin_token: 's3cret-s3cret-s3cret' });
    const { apiKey } = sandbox.openAccount({ name: 'shop', balanceSun: 7_000_000 });
    const environment = { ENERGY_SANDBOX_URL: sandbox.baseUrl, ENERGY_SANDBOX_API_KEY: apiKey };
    for (const words of [[], ['--account', 'me']]) {
      expect(await cli(['balance', ...words], { environment })).toMatchObject({ code: 0, out: '7 TRX\n' });
    }
    for (const words of [
      ['balance', '--account', 'demo'],
      ['account', 'list'],
    ]) {
      const { code, err } = await cli(words, { environment });
      expect({ code, err }).toEqual({
        code: 1,
        err: 'energy-sandbox: the API key opens only its own account, shop, as --account me; all else requires the admin token of this server; give it with --admin-token, ENERGY_SANDBOX_ADMIN_TOKEN or ENERGY_SANDBOX_ADMIN_TOKEN_FILE\n',
      });
    }
    const unknown = { ...environment, ENERGY_SANDBOX_API_KEY: 'ersk_of_nobody' };
    expect(await cli(['balance'], { environment: unknown })).toMatchObject({
      code: 1,
      err: 'energy-sandbox: ENERGY_SANDBOX_API_KEY: no account has this API key\n',
    });
  });

  it('names the file whose content the server refuses', async () => {
    await using sandbox = await startTestSandbox();
    await using folder = await temporaryFolder();
    const path = `${folder.path}/list.json`;
    await writeFile(path, '[1]');
    expect(await cli(['snapshot', 'import', path, '--url', sandbox.baseUrl])).toMatchObject({
      code: 2,
      err: `energy-sandbox: ${path}: the content must be an object, but is an array of 1 item\n`,
    });
  });

  it('prefers the admin token to an API key', async () => {
    await using sandbox = await startTestSandbox({ admin_token: 's3cret-s3cret-s3cret' });
    const { apiKey } = sandbox.openAccount({ name: 'shop', balanceSun: 7_000_000 });
    const environment = {
      ENERGY_SANDBOX_URL: sandbox.baseUrl,
      ENERGY_SANDBOX_API_KEY: apiKey,
      ENERGY_SANDBOX_ADMIN_TOKEN: 's3cret-s3cret-s3cret',
    };
    expect(await cli(['balance'], { environment })).toMatchObject({ out: '1,000 TRX\n' });
  });

  it('rejects an invalid URL', async () => {
    const { code, err } = await cli(['orders', '--url', 'localhost:4010']);
    expect(code).toBe(2);
    expect(err).toContain('--url: expected an http or https URL, got "localhost:4010"');
  });
});
