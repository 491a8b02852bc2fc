import { afterEach, expect, test } from 'vitest';
import { connectSandbox } from '../../src/client/remote-sandbox.ts';
import { OptionError } from '../../src/server/sandbox-options.ts';
import { createSandbox } from '../../src/testing/create-sandbox.ts';
import { httpServer } from '../support/http-server.ts';
import { order, PATIENT } from './sandboxes.ts';

const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const started = async (options: Parameters<typeof createSandbox>[0] = {}) => {
  const sandbox = await createSandbox(options);
  open.push(sandbox);
  return sandbox;
};

test('if no sandbox responds, the error says how to start one', async () => {
  await expect(connectSandbox('http://127.0.0.1:9')).rejects.toMatchObject({
    name: 'SandboxError',
    code: 'UNREACHABLE',
    message: expect.stringContaining('no sandbox responds at http://127.0.0.1:9 (ECONNREFUSED); start one'),
  });
});

test('an invalid address is reported', async () => {
  await expect(connectSandbox('localhost:4010')).rejects.toMatchObject({ code: 'INVALID_URL', path: 'url' });
});

test('a server that is not a sandbox is detected', async () => {
  await using server = await httpServer((_, response) => response.end('hello'));
  await expect(connectSandbox(server.url)).rejects.toThrow('is it a sandbox?');
});

test('a server with an admin token requires it, except for calls of an account about itself', async () => {
  const local = await started({ admin_token: 'secret-admin-token', clock: 'manual' });
  const account = await local.createAccount();
  const withoutToken = await connectSandbox(local.url);
  open.push(withoutToken);
  await expect(withoutToken.createAccount()).rejects.toMatchObject({
    code: 'ADMIN_TOKEN_REQUIRED',
    status: 401,
  });
  const own = await withoutToken.account({ api_key: account.api_key });
  await order(own);
  expect((await own.advance({ until: 'order.completed' })).now).toBe('2026-01-01T01:00:21.000Z');
  expect((await own.waitForOrder(48_211, 'completed')).id).toBe(48_211);
  const waiting = own.waitForOrder('later', 'processing', PATIENT);
  await order(own, { external_id: 'later' });
  expect((await waiting).id).toBe(48_212);
  const admin = await connectSandbox(local.url, { admin_token: 'secret-admin-token' });
  open.push(admin);
  expect((await admin.account(account.name)).name).toBe(account.name);
});

test('the demo account of a sandbox in this process knows its key', async () => {
  const sandbox = await started({ api_key: 'ersk_of_mine' });
  expect((await sandbox.account('demo')).api_key).toBe('ersk_of_mine');
});

test('sandboxes in one process share nothing', async () => {
  const [left, right] = await Promise.all([started(), started()]);
  expect(left.url).not.toBe(right.url);
  await left.createAccount({ name: 'twin' });
  await right.createAccount({ name: 'twin' });
  await left.close();
  expect((await right.accounts()).map(({ name }) => name)).toEqual(['demo', 'twin']);
});

test('an account is deleted at the end of its block', async () => {
  const sandbox = await started();
  {
    await using account = await sandbox.createAccount({ name: 'passing' });
    expect(account.name).toBe('passing');
  }
  {
    await using account = await sandbox.createAccount({ name: 'gone-before' });
    await account.delete();
  }
  expect((await sandbox.accounts()).map(({ name }) => name)).toEqual(['demo']);
});

test('a wait fails when its sandbox is closed', async () => {
  const sandbox = await started();
  const account = await sandbox.createAccount();
  await order(account);
  const waiting = account.waitForOrder(48_211, 'completed', PATIENT);
  const ended = expect(waiting).rejects.toMatchObject({ name: 'SandboxError' });
  await account.waitForRequest({ operation: 'createOrder' });
  await sandbox.close();
  await ended;
});

test('closing twice has the same effect as closing once', async () => {
  const sandbox = await createSandbox();
  await sandbox.close();
  await sandbox.close();
  await expect(sandbox.info()).rejects.toMatchObject({ code: 'UNREACHABLE' });
});

test('an unknown option is rejected with the nearest one', async () => {
  const mistyped = { balance: 5 } as Parameters<typeof createSandbox>[0];
  await expect(createSandbox(mistyped)).rejects.toThrow(
    'unknown option "balance"; did you mean "balance_trx"?',
  );
});

test.each([
  [{ clock: 'fast' }, 'clock: expected real, manual or a speed such as 60x (at most 10000x), got "fast"'],
  [{ port: 'x' }, 'port: expected an integer from 0 (a free port) to 65535, got "x"'],
  [{ host: '' }, 'host: expected an address or name of this machine, such as "127.0.0.1", got ""'],
  [{ scenarios: 'review' }, 'scenarios: expected an array of names or files of scenarios, got "review"'],
  [{ scenarios: ['reveiw'] }, 'scenarios: there is no scenario named "reveiw"; did you mean "review"?'],
  [{ scenarios_dir: 5 }, 'scenarios_dir: expected the path of a folder, got 5'],
  [{ webhook_url: 'here' }, 'webhook_url: expected an http or https URL, or sandbox:receiver, got "here"'],
  [{ webhook_secret: '' }, 'webhook_secret: expected a non-empty string, got ""'],
  [{ api_key: 5 }, 'api_key: expected a non-empty string, got 5'],
  [{ demo: 'yes' }, 'demo: expected true or false, got "yes"'],
  [{ admin_token: 5 }, 'admin_token: expected a non-empty string, got 5'],
  [{ webhook_hosts: 'a' }, 'webhook_hosts: expected an array of hosts, got "a"'],
  [{ data: 5 }, 'data: expected the path of a folder, got 5'],
  [{ on_remark: 'x' }, 'on_remark: expected a function, got "x"'],
  [{ assumptions: { corse: 'off' } }, 'there is no assumption named "corse"; did you mean "cors"?'],
  [{ apiKey: 'x' }, 'unknown option "apiKey"; did you mean "api_key"?'],
  ['4010', 'expected an object with options, such as { port: 4010 }, got "4010"'],
])('the options %j are refused with the option, the value and what is allowed', async (options, message) => {
  await expect(createSandbox(options as Parameters<typeof createSandbox>[0])).rejects.toThrow(message);
});

test.each<[Parameters<typeof createSandbox>[0], string]>([
  [{ tls_cert: 'cert.pem' }, 'tls_key: missing; tls_cert needs the private key of the certificate'],
  [{ tls_names: ['a.example:443'] }, 'tls_names: expected a host name or an IP address'],
  [{ admin_token: 'short' }, 'admin_token: expected 16 to 512 characters, got 5'],
  [{ public_url: 'https://a.example/?b' }, 'public_url: omit the query and the fragment'],
  [{ webhook_hosts: ['a b'] }, 'webhook_hosts: '],
  [{ host: '0.0.0.0' }, 'admin_token: required when listening on 0.0.0.0'],
  [{ disturbances: ['revieww'] }, 'disturbances: '],
  [{ disturbances: ['review'], data: '/nowhere/data' }, 'disturbances: cannot be combined'],
])(
  'what the server finds wrong with %j is reported with the names of the options',
  async (options, message) => {
    const error = await createSandbox(options).catch((reason: unknown) => reason as Error);
    expect(error).toBeInstanceOf(OptionError);
    expect((error as Error).message.slice(0, message.length)).toBe(message);
  },
);

test('a port in use is refused without mentioning flags of the command line', async () => {
  const sandbox = await started();
  const port = Number(new URL(sandbox.url).port);
  await expect(createSandbox({ port })).rejects.toThrow(
    `port: ${port} on 127.0.0.1 is in use; stop the other program, or choose another port (0 selects a free one)`,
  );
});

test('the library follows the redirect of a load-balanced server to the path of a new account', async () => {
  await using local = await createSandbox({ behind_balancer: true });
  await using remote = await connectSandbox(local.url);
  for (const sandbox of [local, remote]) {
    const name = `shop-${sandbox === local ? 'local' : 'remote'}`;
    const named = await sandbox.createAccount({ name, balance_trx: 7 });
    const unnamed = await sandbox.createAccount({ balance_trx: 8 });
    expect([named.name, unnamed.name]).toEqual([name, expect.stringMatching(/^account-[0-9a-f]{12}$/)]);
    expect((await named.read()).balance_trx).toBe(7);
    expect((await unnamed.read()).balance_trx).toBe(8);
    expect(await order(unnamed, { external_id: 'one' })).toMatchObject({ status: 202 });
    await expect(sandbox.createAccount({ name })).rejects.toMatchObject({ code: 'ACCOUNT_EXISTS' });
  }
});
