import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { builtinContract } from '../../../src/contract/load-contract.ts';
import { sharedSandbox } from '../../support/control-api.ts';
import { sendRaw } from '../../support/raw-http.ts';

const KEY = 'ersk_key_of_this_test';
const started = sharedSandbox({ api_key: KEY });

const ask = (method: string, path: string, lines: readonly string[]) =>
  sendRaw(
    started.sandbox.port,
    [`${method} ${path} HTTP/1.1`, ...lines, 'Connection: close', 'Content-Length: 0', '', ''].join('\r\n'),
  );

/** One path of each kind that only the server's own pages may call. */
const PLACES = [
  ...['/_sandbox/', '/_sandbox/docs', '/_sandbox/docs/start.js', '/_sandbox/openapi/control-v1.json'],
  ...['/_sandbox/info', '/_sandbox/accounts/demo', '/_sandbox/stream', '/healthz'],
];

describe.each(PLACES)('%s', path => {
  test.each([
    ...['', 'evil.example', 'evil.example:4010', 'x.localhost.evil.example'],
    ...['localhost.', '127.0.0.1.', '127.0.0.1@evil.example', 'evil.example#127.0.0.1'],
    ...['127.1', '2130706433', '0.0.0.0', '[::]', '[::ffff:127.0.0.1]'],
  ])('is refused under the name %s', async host => {
    const answer = await ask('GET', path, [`Host: ${host}`]);
    expect(`${answer.status} ${answer.error}`).toBe('403 HOST_NOT_ALLOWED');
  });

  test.each(['cross-site', 'same-site'])('is not there for the parts of a page that is %s', async site => {
    const host = `Host: 127.0.0.1:${started.sandbox.port}`;
    const parts = await ask('GET', path, [host, `Sec-Fetch-Site: ${site}`, 'Sec-Fetch-Mode: no-cors']);
    expect(`${parts.status} ${parts.error}`).toBe('403 ORIGIN_NOT_ALLOWED');
  });
});

test('a link on another site may open the dashboard, but a form on it may not', async () => {
  const host = `Host: 127.0.0.1:${started.sandbox.port}`;
  const link = [host, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate'];
  expect((await ask('GET', '/_sandbox/docs', link)).status).toBe(200);
  const form = await ask('POST', '/_sandbox/accounts/demo/reset', link);
  expect(`${form.status} ${form.error}`).toBe('403 ORIGIN_NOT_ALLOWED');
});

test('pages of the server itself are served', async () => {
  const own = [
    `Host: 127.0.0.1:${started.sandbox.port}`,
    `Origin: ${started.sandbox.baseUrl}`,
    'Sec-Fetch-Site: same-origin',
    'Sec-Fetch-Mode: cors',
  ];
  expect((await ask('GET', '/_sandbox/info', own)).status).toBe(200);
});

test.each(['localhost', 'app.localhost', '127.0.0.1', '[::1]:80'])(
  'the server is served under the name %s',
  async host => {
    expect((await ask('GET', '/_sandbox/info', [`Host: ${host}`])).status).toBe(200);
  },
);

test.each(['null', 'http://127.0.0.1:1', 'http://localhost'])('no page of %s may call it', async origin => {
  const host = `Host: 127.0.0.1:${started.sandbox.port}`;
  const answer = await ask('POST', '/_sandbox/accounts', [host, `Origin: ${origin}`]);
  expect(`${answer.status} ${answer.error}`).toBe('403 ORIGIN_NOT_ALLOWED');
});

test('nothing of the sandbox can be embedded in a page of another origin', async () => {
  for (const path of ['/_sandbox/docs', '/_sandbox/docs/start.js', '/_sandbox/info', '/healthz']) {
    const { headers } = await ask('GET', path, ['Host: localhost']);
    expect(headers['cross-origin-resource-policy'], path).toBe('same-origin');
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['access-control-allow-origin'], path).toBeUndefined();
  }
});

test('no call from another page changes anything, whatever its method and content type', async () => {
  const { sandbox } = started;
  const before = JSON.stringify(sandbox.state);
  for (const operation of (await builtinContract('control-v1')).operations) {
    const path = operation.path.replace('{account}', 'demo').replace(/\{\w+\}/g, '1');
    const answer = await ask(operation.method, path, [
      `Host: 127.0.0.1:${sandbox.port}`,
      'Origin: https://evil.example',
      'Content-Type: text/plain',
    ]);
    expect(`${operation.id} ${answer.status}`).toBe(`${operation.id} 403`);
  }
  expect(JSON.stringify(sandbox.state)).toBe(before);
});

test('a loopback server cannot be reached through another address of the machine', async () => {
  const socket = connect(started.sandbox.port, '127.0.0.2');
  const outcome = await new Promise<string>(resolve => {
    socket.once('connect', () => resolve('connected'));
    socket.once('error', error => resolve((error as NodeJS.ErrnoException).code ?? ''));
  });
  socket.destroy();
  expect(outcome).toBe('ECONNREFUSED');
});
