import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type RequestListener, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sign } from '../../../src/core/webhook/signature.ts';
import type { Report } from '../../../src/judge/report/report-model.ts';
import { type HarExchange, readHar } from '../../../src/lab/har/read-har.ts';
import { MAX_RECORDED_BODY } from '../../../src/lab/record/exchange.ts';
import type { RecordedEntry } from '../../../src/lab/record/har-entry.ts';
import {
  type Recording,
  type RecordOptions,
  record as startRecording,
} from '../../../src/lab/record/recorder.ts';
import { generateCertificate } from '../../../src/server/tls/generate-certificate.ts';
import { httpServer } from '../../support/http-server.ts';
import { harProblems } from './har-schema.ts';

const KEY = 'live_0a1b2c3d4e';
const SECRET = 'whsec_0a1b2c3d4e';
const ADDRESS = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const RATE = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59' };

/** A service that answers every request with the same JSON. */
const answering =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (incoming, response) => {
    incoming.resume().on('end', () => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...RATE, ...headers });
      response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
    });
  };

const jsonOf = ({ body }: { readonly body: Uint8Array | null }): unknown =>
  JSON.parse(Buffer.from(body!).toString());

const BALANCE = { success: true, data: { balance_trx: 12.5 } };

async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await httpServer(listener);
  onTestFinished(close);
  return url;
}

interface Recorded {
  readonly recording: Recording;
  readonly out: string;
  /** Ends the recording and reads the file. */
  readonly finish: () => Promise<{
    report: Report;
    text: string;
    entries: RecordedEntry[];
    exchanges: HarExchange[];
  }>;
}

async function record(target: string, options: Partial<RecordOptions> = {}): Promise<Recorded> {
  const folder = await mkdtemp(join(tmpdir(), 'record-'));
  const out = options.out ?? join(folder, 'traffic.har');
  const recording = await startRecording({ target, ...options, out });
  let report: Promise<Report> | undefined;
  onTestFinished(async () => {
    await (report ?? recording.close());
    await rm(folder, { recursive: true });
  });
  const finish = async () => {
    report = recording.close();
    const closing = await report;
    const exchanges: HarExchange[] = [];
    await readHar(out, one => exchanges.push(one));
    const text = await readFile(out, 'utf8');
    return { report: closing, text, entries: JSON.parse(text).log.entries, exchanges };
  };
  return { recording, out, finish };
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Sends a request on a connection of its own. @returns status, headers and body as they arrive */
async function send(url: string, { method = 'GET', headers = {}, body = '' }: Sent = {}) {
  const outgoing = request(url, {
    method,
    headers: { Authorization: `Bearer ${KEY}`, ...headers },
    agent: false,
  });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [import('node:http').IncomingMessage];
  const chunks: Buffer[] = await response.toArray();
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

describe('a Host header', () => {
  test.each(['evil.example', 'evil.example:4030', 'x.localhost.evil.example', '0.0.0.0'])(
    '%j is refused, because a page of another site may have sent it',
    async host => {
      let calls = 0;
      const service = await serve((incoming, response) => {
        calls += 1;
        answering(200, BALANCE)(incoming, response);
      });
      const remarks: string[] = [];
      const { recording, finish } = await record(service, { on_remark: remark => remarks.push(remark) });
      const url = `${recording.url}/api/v1/balance/`;
      await expect(send(url, { headers: { Host: host } })).rejects.toThrow('ECONNRESET');
      await expect(send(url, { headers: { Host: host } })).rejects.toThrow('ECONNRESET');
      expect((await send(url, { headers: { Host: 'localhost:1' } })).status).toBe(200);
      expect(calls).toBe(1);
      expect((await finish()).entries).toHaveLength(1);
      expect(remarks).toEqual([
        expect.stringMatching(/^not passed on, .* does not name the recorder; call it as/),
      ]);
    },
  );

  test('of a webhook is any, because it may arrive through a tunnel', async () => {
    const service = await serve(answering(200, BALANCE));
    const receiver = await serve(answering(204, ''));
    const { recording } = await record(service, { webhooks_to: receiver });
    const sent = await send(recording.webhook_url!, { method: 'POST', headers: { Host: 'tunnel.example' } });
    expect(sent.status).toBe(204);
  });
});

describe('a recording', () => {
  test('is a HAR file that other tools accept, without the key and the secret, and says what was replaced', async () => {
    const service = await serve(answering(200, BALANCE, { 'Set-Cookie': 'session=s3cr3t-cookie; Path=/' }));
    const { recording, finish } = await record(service, { webhook_secret: SECRET });
    await send(`${recording.url}/api/v1/balance/`, { headers: { Cookie: 'session=s3cr3t-cookie' } });
    await send(`${recording.url}/api/v1/balance/?token=${KEY}`, { headers: { 'X-Note': SECRET } });
    await send(`${recording.url}/api/v1/order/`, { method: 'POST', body: Buffer.from('ff00fe', 'hex') });
    const { text, exchanges } = await finish();
    expect(harProblems(text)).toEqual([]);
    for (const secret of [KEY, SECRET, 's3cr3t-cookie']) expect(text).not.toContain(secret);
    const [first, second, third] = exchanges;
    expect(first).toMatchObject({
      direction: 'api',
      method: 'GET',
      path: '/api/v1/balance/',
      isComplete: true,
    });
    expect(first!.request.headers.authorization).toBe('Bearer key-1');
    expect(first!.request.headers.cookie).toBe('[redacted]');
    expect(first!.response!.headers['set-cookie']).toBe('[redacted]');
    expect(jsonOf(first!.response!)).toEqual(BALANCE);
    expect(second?.search).toBe('token=key-1');
    expect(second!.request.headers['x-note']).toBe('secret-1');
    expect(Buffer.from(third!.request.body!).toString('hex')).toBe('ff00fe');
  });

  test('has no key from its first exchange on, wherever the key occurs in it', async () => {
    const service = await serve(answering(200, { echo: KEY }));
    const { recording, finish } = await record(service);
    const path = `/api/v1/${KEY}/?note=${KEY}`;
    await send(`${recording.url}${path}`, { method: 'POST', body: JSON.stringify({ note: KEY }) });
    const { text, exchanges } = await finish();
    expect(text).not.toContain(KEY);
    expect(exchanges[0]!.path).toBe('/api/v1/key-1/');
    expect(jsonOf(exchanges[0]!.request)).toEqual({ note: 'key-1' });
  });

  test('has bodies that are not UTF-8 without their secrets, and leaves out what cannot be decompressed', async () => {
    const latin1 = Buffer.from('{"token":"t0ken-of-latin1","name":"caf\xe9"}', 'latin1');
    const damaged = gzipSync('{"token":"t0ken-in-gzip"}').subarray(0, -9);
    const service = await serve((incoming, response) => {
      const isDamaged = incoming.url!.includes('damaged');
      response.writeHead(200, isDamaged ? { 'Content-Encoding': 'gzip' } : {});
      response.end(isDamaged ? damaged : latin1);
    });
    const { recording, finish } = await record(service);
    await send(`${recording.url}/api/v1/balance/`);
    await send(`${recording.url}/api/v1/balance/?damaged`);
    const { text, exchanges } = await finish();
    expect(Buffer.from(exchanges[0]!.response!.body!).toString('latin1')).toBe(
      '{"token":"key-2","name":"caf\xe9"}',
    );
    expect(exchanges[1]?.response?.body).toBeNull();
    const entry = JSON.parse(text).log.entries[1];
    expect(entry.response.content.text).toBe('');
    expect(entry._notes).toEqual({ responseBytesDropped: damaged.length });
    expect(entry._problems).toEqual(['the body cannot be decompressed (Content-Encoding: gzip)']);
  });

  test('can be read again although bodies are as large as they can be in JSON, or larger when decompressed', async () => {
    const zipped = gzipSync('"'.repeat(30 * 1024 * 1024));
    const service = await serve((incoming, response) => {
      const isZipped = incoming.url === '/zipped';
      incoming.resume().on('end', () => {
        response.writeHead(200, isZipped ? { 'Content-Encoding': 'gzip' } : {});
        response.end(isZipped ? zipped : Buffer.alloc(MAX_RECORDED_BODY));
      });
    });
    const { recording, finish } = await record(service);
    await send(`${recording.url}/nul`, { method: 'POST', body: Buffer.alloc(MAX_RECORDED_BODY) });
    await send(`${recording.url}/zipped`);
    const { exchanges } = await finish();
    expect(exchanges[0]?.response?.body?.length).toBe(MAX_RECORDED_BODY);
    expect(exchanges[1]?.response?.body).toBeNull();
  });

  test('keeps control characters of a text, with values replaced', async () => {
    const service = await serve(answering(200, BALANCE));
    const { recording, finish } = await record(service, { redact: ['address'] });
    const body = `{"address":"${ADDRESS}","external_id":"a\u0001"}`;
    await send(`${recording.url}/api/v1/order/`, { method: 'POST', body });
    const { exchanges } = await finish();
    const sent = Buffer.from(exchanges[0]!.request.body!).toString();
    expect(sent).toContain('"external_id":"a\u0001"}');
    expect(sent).not.toContain(ADDRESS);
  });

  test('has compressed bodies as text, although they were passed on compressed', async () => {
    const zipped = gzipSync(JSON.stringify(BALANCE));
    const service = await serve(answering(200, zipped, { 'Content-Encoding': 'gzip' }));
    const { recording, finish } = await record(service);
    const received = await send(`${recording.url}/api/v1/balance/`);
    expect(received.body).toEqual(zipped);
    const { text, exchanges } = await finish();
    expect(JSON.parse(text).log.entries[0].response.content).toMatchObject({
      text: JSON.stringify(BALANCE),
      size: JSON.stringify(BALANCE).length,
    });
    expect(jsonOf(exchanges[0]!.response!)).toEqual(BALANCE);
  });

  test('reaches a target with TLS whose authority is named, and names it to nobody else', async () => {
    const { cert, key, ca } = await generateCertificate(['127.0.0.1'], Date.now());
    const server = createTlsServer({ cert, key }, answering(200, BALANCE)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const target = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const trusting = await record(target, { ca });
    expect((await send(`${trusting.recording.url}/api/v1/balance/`)).status).toBe(200);
    expect((await trusting.finish()).entries[0]!.request.url).toBe(`${target}/api/v1/balance/`);
    const distrusting = await record(target);
    await expect(send(`${distrusting.recording.url}/api/v1/balance/`)).rejects.toThrow(
      /ECONNRESET|socket hang up/,
    );
    expect((await distrusting.finish()).entries[0]?._outcome).toMatchObject({
      kind: 'upstream-error',
      error: expect.stringMatching(/SIGNATURE|SELF_SIGNED|ISSUER/),
    });
  });
});

const EVENT = {
  event: 'order.processing',
  event_id: 'order-7-order.processing-0a1b2c',
  created_at: '2026-01-05T12:00:00.000Z',
  data: {
    order_id: 7,
    external_id: 'inv-1001',
    address: ADDRESS,
    energy_amount: 65_000,
    duration_minutes: 60,
    price_trx: 3.9,
    status: 'processing',
    txid: null,
    refunded: false,
    error_code: null,
    created_at: '2026-01-05 12:00:00',
    delivered_at: null,
    completed_at: null,
    updated_at: '2026-01-05 12:00:00',
  },
};

/** A webhook as the service sends it. */
const webhook = (body: string, signature = sign(Buffer.from(body), SECRET)): Sent => ({
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-Webhook-Event': EVENT.event,
    'X-Webhook-Id': EVENT.event_id,
    'X-Webhook-Signature': signature,
  },
  body,
});

describe('webhooks', () => {
  test('reach the receiver with the bytes that were signed; whether they verify is known after values are replaced', async () => {
    const bodies: string[] = [];
    const receiver = await serve((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', chunk => chunks.push(chunk));
      incoming.on('end', () => {
        bodies.push(`${incoming.url} ${Buffer.concat(chunks)}`);
        response.end('ok');
      });
    });
    const { recording, finish } = await record('http://127.0.0.1:9', {
      webhooks_to: `${receiver}/hooks?from=service`,
      webhook_secret: SECRET,
      redact: ['address', 'external_id'],
    });
    const body = JSON.stringify(EVENT, null, 2);
    const url = recording.webhook_url!;
    expect(new URL(url).pathname + new URL(url).search).toBe('/hooks?from=service');
    await send(url, webhook(body));
    await send(url, webhook(body, sign(Buffer.from(body), 'another')));
    await send(url, webhook(body, 'none'));
    expect(bodies).toEqual(Array(3).fill(`/hooks?from=service ${body}`));
    const { entries, text, report } = await finish();
    expect(
      entries.map(({ _direction, _signature, _notes }) => ({
        direction: _direction,
        signature: _signature,
        redacted: _notes?.redacted,
      })),
    ).toEqual(
      [
        { verified: true, form: 'documented', flaw: null },
        { verified: false, form: 'documented', flaw: 'secret-or-bytes' },
        { verified: false, form: 'other', flaw: 'prefix' },
      ].map(signature => ({ direction: 'webhook', signature, redacted: true })),
    );
    expect(text).not.toContain(ADDRESS);
    expect(text).not.toContain('inv-1001');
    expect(report.results.map(({ rule, count }) => [rule, count])).toEqual([
      ['signature-differs', 1],
      ['signature-differs', 1],
    ]);
  });

  test('are not judged without the secret, and compared with the description', async () => {
    const receiver = await serve((_incoming, response) => response.writeHead(500).end());
    const { recording, finish } = await record('http://127.0.0.1:9', { webhooks_to: receiver });
    await send(recording.webhook_url!, webhook(JSON.stringify(EVENT)));
    const odd = { ...EVENT, tenant: 3, data: { ...EVENT.data, price_trx: '3.9' } };
    await send(recording.webhook_url!, webhook(JSON.stringify(odd)));
    const { entries, report } = await finish();
    expect(entries[0]?._signature).toEqual({ verified: null, form: 'documented', flaw: null });
    expect(entries[0]?._problems).toEqual([]);
    expect(report.results.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^order\.processing: body\.data\.price_trx: .*number \(exchange 2\)$/),
      'order.processing: body.tenant is not described (exchange 2)',
    ]);
  });
});

describe('the closing report lists', () => {
  const ORDER = { external_id: 'inv-1', package_id: 1, address: ADDRESS, duration_minutes: 60 };
  const post = (body: unknown): Sent => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

  /** Sends requests to a service that answers all alike. @returns the lines of the report */
  async function disagreements(listener: RequestListener, requests: readonly (readonly [string, Sent?])[]) {
    const { recording, finish } = await record(await serve(listener));
    for (const [path, sent] of requests) await send(recording.url + path, sent);
    const { report } = await finish();
    return report.results.map(({ rule, message, file }) => `${rule} ${message} line ${file?.line}`);
  }

  test('nothing for a service that does as it is described', async () => {
    expect(await disagreements(answering(200, BALANCE), [['/api/v1/balance/']])).toEqual([]);
    const invalid = answering(422, { success: false, error: 'INVALID_TRON_ADDRESS' });
    expect(await disagreements(invalid, [['/api/v1/order/', post({ ...ORDER, address: 'T1' })]])).toEqual([]);
    const notFound = answering(404, { success: false, error: 'NOT_FOUND' });
    expect(await disagreements(notFound, [['/api/v2/anything']])).toEqual([]);
  });

  test('fields and statuses that are not described, once, with all exchanges', async () => {
    const odd = answering(200, { success: true, data: { balance_trx: '12.5', currency: 'TRX' } });
    const lines = await disagreements(odd, [['/api/v1/balance/'], ['/api/v1/balance/']]);
    expect(lines).toEqual([
      expect.stringMatching(
        /^response-differs getBalance 200: .*balance_trx.*number \(exchanges 1, 2\) line 2$/,
      ),
      expect.stringMatching(
        /^response-differs getBalance 200: .*currency is not described \(exchanges 1, 2\) line 2$/,
      ),
    ]);
    const teapot = await disagreements(answering(418, { success: false, error: 'TEAPOT' }), [
      ['/api/v1/balance/'],
    ]);
    expect(teapot).toEqual([expect.stringMatching(/^response-differs getBalance 418: /)]);
    const html = await disagreements(answering(200, '<html>', { 'Content-Type': 'text/html' }), [
      ['/api/v1/balance/'],
    ]);
    expect(html).toEqual(['response-differs getBalance 200: the body is not JSON (exchange 1) line 2']);
  });

  test('requests that were accepted or refused otherwise than described', async () => {
    const accepted = answering(202, {
      success: true,
      data: { order_id: 1, external_id: 'a b', status: 'processing', idempotent: false },
    });
    const lines = await disagreements(accepted, [['/api/v1/order/', post({ ...ORDER, external_id: 'a b' })]]);
    expect(lines.filter(line => line.startsWith('verdict-differs'))).toEqual([
      'verdict-differs createOrder 202: accepted; by the description it is refused with 422 EXTERNAL_ID_INVALID (body.external_id) (exchange 1) line 2',
    ]);
    const refused = answering(422, { success: false, error: 'INVALID_TRON_ADDRESS' });
    expect(await disagreements(refused, [['/api/v1/order/', post('{"external_id":')]])).toEqual([
      'verdict-differs createOrder 422: refused with 422 INVALID_TRON_ADDRESS; by the description it is refused with 400 INVALID_JSON (body) (exchange 1) line 2',
    ]);
  });

  test('paths that the description does not have and the service answers', async () => {
    expect(
      await disagreements(answering(200, BALANCE), [['/api/v1/packages/'], ['/api/v1/balance']]),
    ).toEqual([
      'undescribed-path GET /api/v1/packages/ 200: the description has no GET /api/v1/packages/, but the service answered it (exchange 1) line 2',
      'undescribed-path GET /api/v1/balance 200: the description has no GET /api/v1/balance, but the service answered it (exchange 2) line 3',
    ]);
  });
});

describe('a recording does not begin', () => {
  const beginning = (options: Partial<RecordOptions>): Promise<unknown> =>
    startRecording({
      target: 'http://127.0.0.1:9',
      out: join(tmpdir(), `never-${process.pid}.har`),
      ...options,
    });

  test.each([
    [{ target: 'api.example.com' }, /^target: expected a URL such as/],
    [
      { target: 'https://api.example.com/v2' },
      /^target: expected the origin alone, https:\/\/api\.example\.com; .*add \/v2/,
    ],
    [{ target: 'https://a:b@api.example.com' }, /^target: a URL with a user or password/],
    [{ webhooks_to: 'ftp://a' }, /^webhooks_to: expected a URL/],
    [
      { out: '/nowhere/at/all.har' },
      /^out: \/nowhere\/at\/all\.har cannot be opened: its folder does not exist; create it \(ENOENT\)$/,
    ],
    [{ out: tmpdir() }, /^out: \/.* exists; choose another name, or remove it$/],
    [
      { webhooksTo: 'http://127.0.0.1:1' } as object,
      /^unknown option "webhooksTo"; did you mean "webhooks_to"\?$/,
    ],
  ] as const)('with %j', async (options, message) => {
    await expect(beginning(options)).rejects.toThrow(message);
  });

  test('with a file that exists, or a port that is in use', async () => {
    const { recording, out } = await record('http://127.0.0.1:9');
    await expect(beginning({ out })).rejects.toThrow(`out: ${out} exists; choose another name, or remove it`);
    const port = Number(new URL(recording.url).port);
    await expect(beginning({ port, out: `${out}.2` })).rejects.toThrow(
      `port: ${port} on 127.0.0.1 is in use; stop the other program, or choose another port (0 selects a free one)`,
    );
  });
});
