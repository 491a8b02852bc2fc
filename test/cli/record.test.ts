import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { httpServer } from '../support/http-server.ts';
import { startProgram } from './built-program.ts';
import { cli, launch, temporaryFolder } from './support.ts';

const KEY = 'live_0a1b2c3d4e';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let out: string;
let service: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  out = join(folder.path, 'traffic.har');
  const server = await httpServer((request, response) => {
    if (request.url === '/hang') return;
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('X-RateLimit-Limit', '60').setHeader('X-RateLimit-Remaining', '59');
    response.end('{"success":true,"data":{"balance_trx":"12.5"}}');
  });
  onTestFinished(server.close);
  service = server.url;
});

afterEach(() => folder[Symbol.asyncDispose]());

/** Resolves once the whole response has arrived: the recorder has seen it then. */
async function get(url: string): Promise<Response> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${KEY}` } });
  await response.arrayBuffer();
  return response;
}

const BASE_URL = /base URL for clients: +(\S+)/;

test('record prints the URL to use, a line for each exchange, and where service and description disagree', async () => {
  const running = launch(['record', '--target', service, '--out', out, '--port', '0']);
  const [, url] = await running.err.until(BASE_URL);
  expect((await get(`${url}/api/v1/balance/`)).status).toBe(200);
  await running.err.until(/#1 +GET +\/api\/v1\/balance\/ → 200 /);
  expect(await running.interrupt()).toBe(1);
  expect(running.out.text).toMatch(/^Where the service and the description disagree\n/);
  expect(running.out.text).toMatch(
    /warning +response-differs .*getBalance 200: .*balance_trx.*number \(exchange 1\)/,
  );
  expect(running.out.text).toContain(`1 exchange in ${out}.`);
  const text = await readFile(out, 'utf8');
  expect(JSON.parse(text).log.entries).toHaveLength(1);
  expect(text).not.toContain(KEY);
});

test('--fail-on never makes the exit code 0, and --report writes the report to a file', async () => {
  const report = join(folder.path, 'report.json');
  const running = launch([
    'record',
    '--target',
    service,
    '--out',
    out,
    '--port',
    '0',
    '--fail-on',
    'never',
    '--report',
    report,
    '--quiet',
  ]);
  const [, url] = await running.err.until(BASE_URL);
  await get(`${url}/api/v1/balance/`);
  expect(await running.interrupt()).toBe(0);
  const { tool, results } = JSON.parse(await readFile(report, 'utf8'));
  expect({ tool, rules: results.map(({ rule }: { rule: string }) => rule) }).toEqual({
    tool: 'record',
    rules: ['response-differs'],
  });
  expect(running.err.text).not.toContain('#1');
});

test('a target that is down is a line that says so, and a reset for the client', async () => {
  const running = launch(['record', '--target', 'http://127.0.0.1:1', '--out', out, '--port', '0']);
  const [, url] = await running.err.until(BASE_URL);
  await expect(get(`${url}/api/v1/balance/`)).rejects.toThrow('fetch failed');
  await running.err.until(/#1 .*no response: ECONNREFUSED \(nothing listens at --target\)/);
  expect(await running.interrupt()).toBe(0);
  expect(running.out.text).toContain('1 without a complete response');
  expect(running.out.text).toContain('0 errors, 0 warnings, 0 passed');
});

test('a webhook receiver that is down is a line that names --webhooks-to', async () => {
  const words = ['record', '--target', service, '--out', out, '--port', '0', '--webhook-port', '0'];
  const running = launch([...words, '--webhooks-to', 'http://127.0.0.1:1/webhooks']);
  const [, url] = await running.err.until(/webhook destination: +(\S+)/);
  await expect(fetch(url!, { method: 'POST', body: '{}' })).rejects.toThrow('fetch failed');
  await running.err.until(/#1 .*no response: ECONNREFUSED \(nothing listens at --webhooks-to\)/);
  await running.interrupt();
});

const NODE = process.execPath;

test('with a command, the recording lasts as long as the command, which finds its URL in ENERGY_URL', async () => {
  const call = `fetch(process.env.ENERGY_URL + '/api/v1/balance/').then(one => process.exit(one.ok ? 0 : 9))`;
  const words = ['record', '--target', service, '--out', out, '--port', '0', '--fail-on', 'never'];
  const { code, out: report, err } = await cli([...words, '--', NODE, '-e', call]);
  expect(code).toBe(0);
  expect(report).toContain(`1 exchange in ${out}.`);
  expect(err).toMatch(/^Recording to .*traffic\.har\.\n/);
});

test('a command that fails or is missing is a failure of the recording, which writes what it has', async () => {
  const call = `fetch(process.env.ENERGY_URL + '/api/v1/balance/').then(() => process.exit(3))`;
  const words = ['record', '--target', service, '--port', '0', '--out'];
  expect(await cli([...words, out, '--', NODE, '-e', call])).toMatchObject({
    code: 2,
    out: expect.stringContaining(`1 exchange in ${out}.`),
    err: expect.stringContaining(`energy-sandbox: ${NODE} ended with exit code 3\n`),
  });
  expect(await cli([...words, `${out}.2`, '--', 'no-such-command'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('no-such-command: command not found'),
  });
});

test.each([
  [
    ['--target', 'https://api.example.com/v2'],
    '--target: expected the origin alone, https://api.example.com',
  ],
  [
    ['--target', 'https://api.example.com', '--format', 'odd'],
    '--format: unknown format "odd"; expected one of text, json',
  ],
])('a recording that cannot begin ends with exit code 2: %j', async (flags, message) => {
  const { code, err } = await cli(['record', ...flags, '--out', out, '--port', '0']);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('a kill loses the exchange in progress and nothing else', async () => {
  const program = startProgram(['record', '--target', service, '--out', out, '--port', '0']);
  onTestFinished(() => void program.child.kill('SIGKILL'));
  const [, url] = await program.until(BASE_URL);
  for (const count of [1, 2]) {
    await get(`${url}/api/v1/balance/`);
    await program.until(new RegExp(`^#${count} `, 'm'));
  }
  const hanging = connect(Number(new URL(url!).port), '127.0.0.1');
  hanging.on('error', () => undefined);
  hanging.write('GET /hang HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(hanging, 'connect');
  await program.kill('SIGKILL');
  expect(JSON.parse(await readFile(out, 'utf8')).log.entries).toHaveLength(2);
});
