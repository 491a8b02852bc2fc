import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../support/sandbox.ts';
import { cli } from './support.ts';

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
    const server = createServer((_request, response) => response.end('<h1>It works!</h1>'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, err } = await cli(['orders', '--url', url]);
    server.close();
    expect(code).toBe(1);
    expect(err).toContain(`the server at ${url} is not an energy-sandbox (HTTP 200)`);
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

  it('prints the message of a refusal with the invalid part of the request', async () => {
    await using sandbox = await startTestSandbox();
    const { code, out, err } = await cli(['balance', '--account', 'nobody', '--url', sandbox.baseUrl]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^energy-sandbox: params\.account: there is no account "nobody"[^\n]*\n$/);
  });

  it('sends the admin token from the flag or the environment', async () => {
    await using sandbox = await startTestSandbox({ adminToken: 's3cret-s3cret-s3cret' });
    const words = ['balance', '--url', sandbox.baseUrl];
    const without = await cli(words);
    expect(without.code).toBe(1);
    expect(without.err).toContain('admin token');
    expect(await cli([...words, '--admin-token', 's3cret-s3cret-s3cret'])).toMatchObject({ code: 0 });
    const environment = { ENERGY_SANDBOX_ADMIN_TOKEN: 's3cret-s3cret-s3cret' };
    expect(await cli(words, { environment })).toMatchObject({ code: 0 });
  });

  it('rejects an invalid URL', async () => {
    const { code, err } = await cli(['orders', '--url', 'localhost:4010']);
    expect(code).toBe(2);
    expect(err).toContain('--url: expected an http or https URL, got "localhost:4010"');
  });
});
