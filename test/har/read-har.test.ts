import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type HarExchange, jsonBodyOf } from '../../src/har/exchange.ts';
import { readHar } from '../../src/har/read-har.ts';

/** Writes a file that is removed when the test ends. */
async function fileOf(content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'har-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'traffic.har');
  await writeFile(path, content);
  return path;
}

const REQUEST = { method: 'GET', url: 'https://api.example.com/api/v1/balance/' };

async function read(...entries: readonly unknown[]): Promise<HarExchange[]> {
  const found: HarExchange[] = [];
  await readHar(await fileOf(JSON.stringify({ log: { version: '1.2', entries } })), one => found.push(one));
  return found;
}

const readOne = async (entry: unknown): Promise<HarExchange> => (await read(entry))[0]!;

/** The body of a response whose content and headers are as given. */
async function bodyOf(content: unknown, headers: unknown = []): Promise<string | null> {
  const { response } = await readOne({ request: REQUEST, response: { status: 200, headers, content } });
  return response!.body === null ? null : Buffer.from(response!.body).toString();
}

const JSON_TEXT = '{"success":true,"name":"café"}';

describe('a HAR file of another tool is read although', () => {
  test('it has nothing but a method and a URL', async () => {
    const exchange = await readOne({ request: REQUEST });
    expect(exchange).toEqual({
      number: 1,
      startedAt: null,
      durationMs: null,
      waitMs: null,
      direction: null,
      method: 'GET',
      url: REQUEST.url,
      path: '/api/v1/balance/',
      query: [],
      request: { headers: [], body: new Uint8Array() },
      response: null,
      outcome: null,
      signature: null,
      problems: [],
      redacted: false,
    });
  });

  test('its times are missing, numbers, strings or -1', async () => {
    const at = Date.UTC(2026, 0, 5, 12);
    const times = await read(
      {
        request: REQUEST,
        startedDateTime: '2026-01-05T13:00:00.000+01:00',
        time: '12.5',
        timings: { wait: 3 },
      },
      {
        request: REQUEST,
        startedDateTime: at,
        time: -1,
        timings: { send: 1, wait: '2', receive: 3, dns: -1 },
      },
      { request: REQUEST, startedDateTime: at / 1000, time: null, timings: { wait: -1 } },
      { request: REQUEST, startedDateTime: 'yesterday', time: 'long' },
    );
    expect(times.map(({ startedAt, durationMs, waitMs }) => [startedAt, durationMs, waitMs])).toEqual([
      [at, 12.5, 3],
      [at, 6, 2],
      [at, null, null],
      [null, null, null],
    ]);
  });

  test('HTTP/2 has the method, the URL and the status in pseudo-headers', async () => {
    const exchange = await readOne({
      request: {
        headers: [
          { name: ':method', value: 'post' },
          { name: ':authority', value: 'api.example.com' },
          { name: ':scheme', value: 'https' },
          { name: ':path', value: '/api/v1/order/?a=1' },
          { name: 'Authorization', value: 'Bearer k' },
        ],
      },
      response: { headers: [{ name: ':status', value: '202' }] },
    });
    expect(exchange).toMatchObject({
      method: 'POST',
      url: 'https://api.example.com/api/v1/order/?a=1',
      path: '/api/v1/order/',
    });
    expect(exchange.request.headers).toEqual([{ name: 'authorization', value: 'Bearer k' }]);
    expect(exchange.response).toMatchObject({ status: 202, headers: [] });
  });

  test('its headers are an object, its status is a string, and its query stands apart from the URL', async () => {
    const exchange = await readOne({
      request: {
        ...REQUEST,
        headers: { Accept: ['a', 'b'], 'X-N': 1 },
        queryString: [{ name: 'id', value: 7 }],
      },
      response: { status: '200', headers: null },
    });
    expect(exchange.request.headers).toEqual([
      { name: 'accept', value: 'a' },
      { name: 'accept', value: 'b' },
      { name: 'x-n', value: '1' },
    ]);
    expect(exchange.query).toEqual([{ name: 'id', value: '7' }]);
    expect(exchange.response?.status).toBe(200);
  });

  test.each([0, -1, null, undefined, ''])('a request without a response has the status %j', async status => {
    expect((await readOne({ request: REQUEST, response: { status, headers: [] } })).response).toBeNull();
  });
});

describe('a response body is read', () => {
  const zipped = gzipSync(JSON_TEXT);
  const as = (encoding: string): { name: string; value: string }[] => [
    { name: 'Content-Encoding', value: encoding },
  ];

  test('as text, and from base64', async () => {
    expect(await bodyOf({ text: JSON_TEXT })).toBe(JSON_TEXT);
    expect(await bodyOf({ text: Buffer.from(JSON_TEXT).toString('base64'), encoding: 'base64' })).toBe(
      JSON_TEXT,
    );
  });

  test.each([
    ['gzip', zipped],
    ['deflate', deflateRawSync(JSON_TEXT)],
    ['br', brotliCompressSync(JSON_TEXT)],
    ['gzip, gzip', gzipSync(zipped)],
  ])('compressed with %s as it was sent, and decompressed already', async (encoding, bytes) => {
    expect(await bodyOf({ text: bytes.toString('base64'), encoding: 'base64' }, as(encoding))).toBe(
      JSON_TEXT,
    );
    expect(await bodyOf({ text: JSON_TEXT }, as(encoding))).toBe(JSON_TEXT);
  });

  test('compressed, as text with one character per byte', async () => {
    expect(await bodyOf({ text: zipped.toString('latin1') }, as('gzip'))).toBe(JSON_TEXT);
  });

  test('as unknown if it is compressed and damaged, or with a method that is not known, or was not recorded', async () => {
    const cut = zipped.subarray(0, 20).toString('base64');
    expect(await bodyOf({ text: cut, encoding: 'base64' }, as('gzip'))).toBeNull();
    expect(await bodyOf({ text: zipped.toString('utf8') }, as('gzip'))).toBeNull();
    expect(await bodyOf({ text: zipped.toString('base64'), encoding: 'base64' }, as('odd'))).toBeNull();
    expect(await bodyOf({ size: 44 })).toBeNull();
    expect(await bodyOf({ size: 0 })).toBe('');
  });
});

test('a request body is read from text, base64, and the parameters of a form', async () => {
  const post = (postData: unknown): unknown => ({ request: { ...REQUEST, method: 'post', postData } });
  const found = await read(
    post({ mimeType: 'application/json', text: JSON_TEXT }),
    post({ text: Buffer.from(JSON_TEXT).toString('base64'), encoding: 'base64' }),
    post({ params: [{ name: 'a b', value: '1&2' }, { name: 'c' }] }),
    post(undefined),
    { request: { ...REQUEST, method: 'POST', bodySize: 10 } },
  );
  expect(jsonBodyOf(found[0]!.request)).toEqual(JSON.parse(JSON_TEXT));
  expect(jsonBodyOf(found[1]!.request)).toEqual(JSON.parse(JSON_TEXT));
  expect(Buffer.from(found[2]!.request.body!).toString()).toBe('a+b=1%262&c=');
  expect(found[3]!.request.body).toBeNull();
  expect(found[4]!.request.body).toBeNull();
  expect(found[0]!.method).toBe('POST');
});

test('what stands around the entries does not matter: order, other fields, a byte order mark', async () => {
  const text = `\ufeff{"x":[{"entries":[1]}],"log":{"pages":[{"id":"a"}],"entries":[{"request":${JSON.stringify(REQUEST)}}],"creator":{"name":"tool","version":"9"},"version":"1.2"}}`;
  const path = await fileOf(text);
  expect(await readHar(path, () => undefined)).toEqual({
    path,
    version: '1.2',
    creator: 'tool',
    entries: 1,
    isCutOff: false,
  });
});

test('a recording is read up to the entry that its recorder was writing when it was killed', async () => {
  const head = `{"log":{"version":"1.2","creator":{"name":"energy-rental-sandbox","version":"1"},"entries":[`;
  const entry = JSON.stringify({ request: { ...REQUEST, comment: 'é' } });
  const whole = Buffer.from(`${head}\n${entry},\n${entry}\n]}}\n`);
  for (let length = Buffer.byteLength(`${head}\n${entry}`); length < whole.length - 1; length++) {
    const file = await readHar(await fileOf(whole.subarray(0, length)), () => undefined);
    const complete = length < Buffer.byteLength(`${head}\n${entry},\n${entry}`) ? 1 : 2;
    expect(file, `cut off at ${length}`).toMatchObject({ entries: complete, isCutOff: true });
  }
});

describe('a file that cannot be read is refused with its name, the position, and what to do:', () => {
  const entry = JSON.stringify({ request: REQUEST });

  test.each([
    [
      'cut off in an entry',
      `{"log":{"entries":[\n${entry},\n{"request":{"method":"G`,
      /:3:24: the file is cut off: it ends inside log\.entries\[1\]; record or export it again$/,
    ],
    [
      'cut off after an entry',
      `{"log":{"entries":[${entry}`,
      /:1:\d+: the file is cut off: it ends inside log\.entries; /,
    ],
    ['empty', '', /:1:1: the file is cut off: it is empty/],
    ['not JSON', '{"log":{"entries":[\n{"request": <html>}]}}', /:2:13: not JSON: expected a value; /],
    ['not JSON at all', '<!DOCTYPE html>', /:1:1: not JSON: expected a value; /],
    ['followed by something', `{"log":{"entries":[]}}\n}`, /:2:1: not JSON: unexpected characters; /],
    [
      'JSON of another kind',
      '{"openapi":"3.0.3","paths":{}}',
      /: not a HAR file: it has no array log\.entries; it has "openapi", "paths"$/,
    ],
    ['a list', '[{"request":{}}]', /: not a HAR file: it is an array; expected an object with log\.entries$/],
    ['entries that are no list', '{"log":{"entries":{}}}', /: log\.entries is an object; expected an array$/],
    [
      'an entry that is no object',
      `{"log":{"entries":[${entry},7]}}`,
      /: log\.entries\[1\] is a number; expected an object$/,
    ],
    [
      'an entry without a request',
      `{"log":{"entries":[${entry},{"response":{}}]}}`,
      /: log\.entries\[1\]\.request: missing; /,
    ],
    [
      'an entry without a URL',
      '{"log":{"entries":[{"request":{"method":"GET"}}]}}',
      /: log\.entries\[0\]\.request\.url: missing; /,
    ],
    [
      'deep nesting',
      `{"log":{"entries":[{"a":${'['.repeat(200)}`,
      /: log\.entries\[0\] is nested deeper than 100 levels$/,
    ],
    [
      'compressed',
      gzipSync('{}'),
      /:1:1: not a HAR file: it is compressed with gzip; decompress it with gunzip$/,
    ],
    [
      'in UTF-16',
      Buffer.from('\ufeff{"log":{}}', 'utf16le'),
      /:1:1: not a HAR file: it is encoded in UTF-16; convert it to UTF-8$/,
    ],
  ])('%s', async (_name, content, message) => {
    const path = await fileOf(content);
    const failure = readHar(path, () => undefined);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toMatchObject({
      name: 'HarFileError',
      message: expect.stringContaining(path),
    });
  });

  test('missing, or a folder', async () => {
    await expect(readHar('/nowhere.har', () => undefined)).rejects.toThrow(
      '/nowhere.har: cannot be read: no such file or folder; check the path (ENOENT)',
    );
    await expect(readHar(tmpdir(), () => undefined)).rejects.toThrow(
      `${tmpdir()}: cannot be read: it is a folder; name the HAR files in it (EISDIR)`,
    );
  });

  test('with an entry that is larger than 32 MiB, without reading it to its end', async () => {
    const path = await fileOf(`{"log":{"entries":[{"request":{"method":"${'a'.repeat(33 * 1024 * 1024)}`);
    await expect(readHar(path, () => undefined)).rejects.toThrow(
      'log.entries[0] is larger than 33554432 bytes',
    );
  });
});

test('entries are handed over while the file is read, so that its size does not matter', async () => {
  const entry = JSON.stringify({
    request: REQUEST,
    response: { status: 200, content: { text: 'x'.repeat(2_000) } },
  });
  const count = 2_000;
  const path = await fileOf(`{"log":{"entries":[${Array(count).fill(entry).join(',')},{"cut`);
  let seen = 0;
  await expect(
    readHar(path, async ({ number }) => {
      seen = number;
      await null;
    }),
  ).rejects.toThrow(`it ends inside log.entries[${count}]`);
  expect(seen).toBe(count);
});

test('an error of the callback is passed on as it is', async () => {
  const path = await fileOf(JSON.stringify({ log: { entries: [{ request: REQUEST }] } }));
  const failure = new SyntaxError('mine');
  await expect(readHar(path, () => Promise.reject(failure))).rejects.toBe(failure);
});
