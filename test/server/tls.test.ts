import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { Agent, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectSandbox } from '../../src/client/remote-sandbox.ts';
import type { TransportFault } from '../../src/core/scenario/rule-effects.ts';
import type { SandboxOptions } from '../../src/server/sandbox-options.ts';
import { type RunningSandbox, startSandbox } from '../../src/server/start-sandbox.ts';
import { generateCertificate } from '../../src/server/tls/generate-certificate.ts';
import { createSandbox } from '../../src/testing/create-sandbox.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { needing } from '../support/needing.ts';
import { inline } from '../system/integrators/inline.ts';

/** A running server with TLS, and the authority that its clients trust. */
interface Secure {
  readonly running: RunningSandbox;
  readonly ca: string;
}

const started: RunningSandbox[] = [];
const folders: string[] = [];

async function start(options: SandboxOptions = {}): Promise<Secure> {
  const running = await startSandbox({ clock: 'manual', tls: true, ...options });
  started.push(running);
  return { running, ca: await readFile(running.caFile!, 'utf8') };
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tls-test-'));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map(one => one.close()));
  await Promise.all(folders.splice(0).map(one => rm(one, { recursive: true })));
});

interface Call {
  readonly method?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly host?: string;
  readonly servername?: string;
}

/** Calls a server over TLS. */
async function call(
  { running, ca }: Secure,
  path: string,
  { method = 'GET', body, headers, ...names }: Call = {},
) {
  const request = requestHttps(new URL(path, running.baseUrl), {
    method,
    ca,
    ...names,
    agent: false,
    headers: { Authorization: `Bearer ${running.apiKey}`, 'Content-Type': 'application/json', ...headers },
  });
  request.end(body && JSON.stringify(body));
  const [response] = await once(request, 'response');
  return { status: response.statusCode as number, body: JSON.parse(await text(response)) };
}

const order = (externalId: string): Call => ({
  method: 'POST',
  body: { external_id: externalId, package_id: 1, address: RECIPIENT },
});

/** A connection after the TLS handshake. */
async function handshake({ running, ca }: Secure): Promise<TLSSocket> {
  const secure = connectTls({ port: running.port, host: '127.0.0.1', ca });
  await once(secure, 'secureConnect');
  return secure;
}

/** Everything that a server sent until it closed the connection, and the code of the error if that was no proper end. */
async function untilClosed(secure: TLSSocket): Promise<{ received: string; error: string | null }> {
  let received = '';
  let error: string | null = null;
  secure.on('data', bytes => (received += bytes));
  secure.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    error = code;
  });
  await new Promise(resolve => secure.once('close', resolve));
  return { received, error };
}

const orderBytes = (apiKey: string, externalId: string): string => {
  const body = JSON.stringify(order(externalId).body);
  const head = ['POST /api/v1/order/ HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${apiKey}`];
  return [...head, 'Content-Type: application/json', `Content-Length: ${body.length}`, '', body].join('\r\n');
};

describe('a server with TLS', () => {
  let server: Secure;
  beforeAll(async () => {
    server = await start();
    started.pop();
  });
  afterAll(() => server.running.close());

  test('accepts an order from a client that trusts the generated authority, under each local name', async () => {
    expect(server.running.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    for (const servername of ['localhost', '']) {
      const { status, body } = await call(server, '/api/v1/order/', { ...order('one'), servername });
      expect({ status, external: body.data.external_id }).toEqual({
        status: servername === '' ? 200 : 202,
        external: 'one',
      });
    }
  });

  test('is refused by a client that does not trust the authority', async () => {
    const { running } = server;
    const other = await generateCertificate(['127.0.0.1'], Date.now());
    await expect(call({ running, ca: other.ca }, '/healthz')).rejects.toMatchObject({
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
  });

  test('has a certificate for the names that --tls-name adds, and for no other', async () => {
    const named = await start({ tls_names: ['api.energy.example', '*.test.example', '10.0.0.7'] });
    for (const servername of ['api.energy.example', 'one.test.example', 'localhost']) {
      expect((await call(named, '/api/v1/balance/', { servername })).status).toBe(200);
    }
    await expect(call(named, '/api/v1/balance/', { servername: 'energy.example' })).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  needing('openssl').test('satisfies the strict checks of OpenSSL', async () => {
    const folder = await temporaryFolder();
    const { cert, ca } = await generateCertificate(['localhost', '::1'], Date.now());
    await writeFile(join(folder, 'ca.pem'), ca);
    await writeFile(join(folder, 'cert.pem'), cert);
    const words = 'verify -x509_strict -verify_hostname localhost -CAfile ca.pem cert.pem'.split(' ');
    expect(execFileSync('openssl', words, { cwd: folder, env: childEnvironment(), encoding: 'utf8' })).toBe(
      'cert.pem: OK\n',
    );
  });

  test('says https in the addresses that it reports', async () => {
    const { body } = await call(server, '/_sandbox/info');
    expect(body.data.base_url).toBe(server.running.baseUrl);
    const account = await call(server, '/_sandbox/accounts', { method: 'POST', body: {} });
    expect(account.body.data.base_url).toBe(server.running.baseUrl);
  });

  test('accepts control calls from its own pages only', async () => {
    const withOrigin = (Origin: string) => call(server, '/_sandbox/info', { headers: { Origin } });
    expect((await withOrigin(server.running.baseUrl)).status).toBe(200);
    expect((await withOrigin('https://energy.example')).status).toBe(403);
  });

  test('handles pipelined requests one after the other', async () => {
    const secure = await handshake(server);
    const status = `GET /api/v1/status/?external_id=pipelined HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.running.apiKey}\r\nConnection: close\r\n\r\n`;
    secure.write(orderBytes(server.running.apiKey, 'pipelined') + status);
    const { received } = await untilClosed(secure);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 202', 'HTTP/1.1 200']);
  });

  test('answers bytes that are not HTTP with an error of the API', async () => {
    const secure = await handshake(server);
    secure.write('this is not HTTP\r\n\r\n');
    const { received } = await untilClosed(secure);
    expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(received).toContain('"INVALID_JSON"');
  });

  test('closes a connection that does not begin with a handshake, and serves the next', async () => {
    const { port } = server.running;
    const request = requestHttp({ port, host: '127.0.0.1', path: '/healthz', agent: new Agent() }).end();
    await expect(once(request, 'response')).rejects.toThrow();
    expect((await call(server, '/healthz')).status).toBe(200);
  });
});

describe('a fault over TLS', () => {
  async function faulty(fault: TransportFault): Promise<Secure> {
    const server = await start();
    const scenario = inline(`requests:\n  - match: { operation: createOrder }\n    fault: ${fault}\n`);
    const { accounts, runner } = server.running.core;
    runner.execute(accounts.get('demo')!, 'setScenarios', { scenarios: [scenario] });
    return server;
  }

  test('connection-reset resets the TCP connection', async () => {
    const server = await faulty('connection-reset');
    const secure = await handshake(server);
    // Otherwise the rest of the handshake arrives together with the reset, and Node's client reports an end instead.
    secure.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(secure, 'data');
    secure.write(orderBytes(server.running.apiKey, 'reset'));
    expect(await untilClosed(secure)).toEqual({ received: '', error: 'ECONNRESET' });
    expect((await call(server, '/healthz')).status).toBe(200);
  });

  test('empty-reply closes the connection without a reset', async () => {
    const server = await faulty('empty-reply');
    const secure = await handshake(server);
    secure.write(orderBytes(server.running.apiKey, 'empty'));
    expect(await untilClosed(secure)).toEqual({ received: '', error: null });
  });
});

describe('when a server with TLS stops', () => {
  test('idle connections and unfinished handshakes do not delay it, and its CA file is removed', async () => {
    const { running, ca } = await start();
    const secure = await handshake({ running, ca });
    secure.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(secure, 'data');
    const silent = connect(running.port, '127.0.0.1');
    await once(silent, 'connect');
    const ends = [untilClosed(secure), once(silent.resume(), 'close')];
    await running.close();
    await Promise.all(ends);
    expect(existsSync(running.caFile!)).toBe(false);
  });

  test('a CA file that the user chose remains', async () => {
    const tlsCaFile = join(await temporaryFolder(), 'chosen.pem');
    const { running } = await start({ tls_ca_file: tlsCaFile });
    expect(running.caFile).toBe(tlsCaFile);
    await running.close();
    expect((await stat(tlsCaFile)).size).toBeGreaterThan(0);
  });
});

test('a server that cannot have its port leaves the CA file of the running one', async () => {
  const tlsCaFile = join(await temporaryFolder(), 'ca.pem');
  const first = await start({ tls_ca_file: tlsCaFile });
  await expect(startSandbox({ tls_ca_file: tlsCaFile, port: first.running.port })).rejects.toThrow(
    'is in use',
  );
  expect(await readFile(tlsCaFile, 'utf8')).toBe(first.ca);
});

test('a server whose CA file cannot be written does not start, and frees its port', async () => {
  const tlsCaFile = join(await temporaryFolder(), 'no-such-folder', 'ca.pem');
  await expect(startSandbox({ tls_ca_file: tlsCaFile })).rejects.toThrow(
    `tls_ca_file: ${tlsCaFile}: no such file or folder`,
  );
});

describe('a certificate of the user', () => {
  // A key that others can read is used with a warning.
  const PRIVATE = { mode: 0o600 };
  let own: Awaited<ReturnType<typeof generateCertificate>>;

  beforeAll(async () => {
    own = await generateCertificate(['api.energy.example'], Date.now());
  });

  async function files(): Promise<{ tlsCert: string; tlsKey: string; other: string; empty: string }> {
    const folder = await temporaryFolder();
    const [tlsCert, tlsKey, other, empty] = ['cert.pem', 'key.pem', 'other.pem', 'empty.pem'].map(name =>
      join(folder, name),
    );
    await writeFile(empty!, '', PRIVATE);
    await writeFile(tlsCert!, own.cert, PRIVATE);
    await writeFile(tlsKey!, own.key, PRIVATE);
    await writeFile(other!, (await generateCertificate(['localhost'], Date.now())).key, PRIVATE);
    return { tlsCert: tlsCert!, tlsKey: tlsKey!, other: other!, empty: empty! };
  }

  test('is served', async () => {
    const { tlsCert, tlsKey } = await files();
    const running = await startSandbox({ tls_cert: tlsCert, tls_key: tlsKey });
    started.push(running);
    expect(running.caFile).toBeNull();
    const { status } = await call({ running, ca: own.ca }, '/healthz', { servername: 'api.energy.example' });
    expect(status).toBe(200);
  });

  test('is refused if it or its key is missing, unreadable or wrong', async () => {
    const { tlsCert, tlsKey, other, empty } = await files();
    const refused: readonly (readonly [SandboxOptions, string])[] = [
      [{ tls_cert: tlsCert }, 'tls_key: missing; tls_cert needs'],
      [{ tls_key: tlsKey }, 'tls_cert: missing; tls_key needs'],
      [{ tls_cert: '/nowhere.pem', tls_key: tlsKey }, 'tls_cert: /nowhere.pem: no such file'],
      [{ tls_cert: tlsCert, tls_key: tmpdir() }, `tls_key: ${tmpdir()}: it is a folder; name a file in it`],
      [{ tls_cert: tlsKey, tls_key: tlsKey }, `tls_cert: ${tlsKey}: not a certificate in PEM format`],
      [
        { tls_cert: empty, tls_key: tlsKey },
        `tls_cert: ${empty}: not a certificate in PEM format (the file is empty)`,
      ],
      [{ tls_cert: tlsCert, tls_key: empty }, `tls_key: ${empty}: not a private key`],
      [{ tls_cert: tlsCert, tls_key: tlsCert }, `tls_key: ${tlsCert}: not a private key`],
      [
        { tls_cert: tlsCert, tls_key: other },
        `tls_key: ${other}: not the key of the certificate in ${tlsCert}`,
      ],
      [
        { tls_cert: tlsCert, tls_key: tlsKey, tls_names: ['a.example'] },
        'tls_names: applies to a generated certificate',
      ],
      [
        { tls_names: ['https://a.example'] },
        'tls_names: expected a host name or an IP address, without scheme',
      ],
      [{ tls_names: ['a.example:443'] }, 'without scheme and port, got "a.example:443"'],
    ];
    for (const [options, message] of refused) {
      await expect(startSandbox(options), message).rejects.toThrow(message);
    }
  });
});

describe('the client library over TLS', () => {
  test('reaches a server with the option ca', async () => {
    const { running, ca } = await start();
    const sandbox = await connectSandbox(running.baseUrl, { ca });
    const account = await sandbox.createAccount({ clock: 'manual' });
    expect(account.base_url).toBe(running.baseUrl);
    await sandbox.close();
  });

  test('says how to trust the server without it', async () => {
    const { running } = await start();
    await expect(connectSandbox(running.baseUrl)).rejects.toThrow(
      /is not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\); pass the text of its CA file as the option ca/,
    );
  });

  test('starts a server in its own process', async () => {
    await using sandbox = await createSandbox({ tls_names: ['api.energy.example'] });
    const { base_url: baseUrl } = await sandbox.createAccount();
    expect(baseUrl).toMatch(/^https:/);
  });
});

test('the shops of the demo reach a server with TLS', async () => {
  const { running } = await start({ demo: true });
  const naive = running.core.accounts.get('naive')!;
  expect(naive.orderByExternalId('lost-response')).not.toBeNull();
});
