import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type HarExchange, readHar } from '../../../src/lab/har/read-har.ts';

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

const textOf = (body: Uint8Array | null): string | null => body && Buffer.from(body).toString();

/** The body of a response whose content and Content-Encoding are as given. */
async function bodyOf(content: unknown, encoding?: string): Promise<string | null> {
  const headers = encoding === undefined ? [] : [{ name: 'Content-Encoding', value: encoding }];
  const [exchange] = await read({ request: REQUEST, response: { status: 200, headers, content } });
  return textOf(exchange!.response!.body);
}

const JSON_TEXT = '{"success":true,"name":"café"}';

test('an entry needs nothing but a method and a URL, and what has another form than HAR defines is not recorded', async () => {
  const bare = {
    number: 1,
    startedAt: null,
    durationMs: null,
    direction: null,
    method: 'GET',
    path: '/api/v1/balance/',
    search: '',
    request: { headers: {}, body: new Uint8Array() },
    response: null,
    isComplete: true,
    isRedacted: false,
  };
  const odd = {
    request: { ...REQUEST, headers: null },
    response: { status: '200', headers: 7 },
    startedDateTime: 'yesterday',
    time: -1,
    _outcome: 'odd',
  };
  expect(await read({ request: REQUEST }, odd)).toEqual([bare, { ...bare, number: 2 }]);
});

test('times, path, query and headers are read, without the pseudo-headers of HTTP/2', async () => {
  const [exchange] = await read({
    startedDateTime: '2026-01-05T13:00:00.000+01:00',
    time: 12.5,
    request: {
      method: 'post',
      url: '/proxy/api/v1/order/?a=b c&a=2#x',
      headers: [
        { name: ':path', value: '/' },
        { name: 'Authorization', value: 'Bearer k' },
        { name: 'authorization', value: 'later' },
      ],
    },
    response: { status: 202, headers: [] },
  });
  expect(exchange).toMatchObject({
    startedAt: Date.UTC(2026, 0, 5, 12),
    durationMs: 12.5,
    method: 'POST',
    path: '/proxy/api/v1/order/',
    search: 'a=b+c&a=2',
    response: { status: 202, headers: {} },
  });
  expect(exchange!.request.headers).toEqual({ authorization: 'Bearer k' });
});

test.each([0, -1, null, undefined])('a request without a response has the status %j', async status => {
  const [exchange] = await read({ request: REQUEST, response: { status, headers: [] } });
  expect(exchange!.response).toBeNull();
});

describe('a response body is read', () => {
  const zipped = gzipSync(JSON_TEXT);
  const base64 = (bytes: Uint8Array) => ({
    text: Buffer.from(bytes).toString('base64'),
    encoding: 'base64',
  });

  test.each([
    ['gzip', zipped],
    ['deflate', deflateSync(JSON_TEXT)],
    ['br', brotliCompressSync(JSON_TEXT)],
    ['gzip, gzip', gzipSync(zipped)],
  ])('compressed with %s as it was sent, and decompressed already', async (encoding, bytes) => {
    expect(await bodyOf(base64(bytes), encoding)).toBe(JSON_TEXT);
    expect(await bodyOf({ text: JSON_TEXT }, encoding)).toBe(JSON_TEXT);
    expect(await bodyOf(base64(Buffer.from(JSON_TEXT)), encoding)).toBe(JSON_TEXT);
  });

  test('as unknown if it is compressed and damaged, or with a method that is not known, or was not recorded', async () => {
    expect(await bodyOf(base64(zipped.subarray(0, 20)), 'gzip')).toBeNull();
    expect(await bodyOf({ text: zipped.toString('utf8') }, 'gzip')).toBeNull();
    expect(await bodyOf(base64(zipped), 'odd')).toBeNull();
    expect(await bodyOf({ size: 44 })).toBeNull();
    expect(await bodyOf({ size: 0 })).toBe('');
  });
});

test('a request body is read from text and base64, and otherwise unknown', async () => {
  const post = (postData: unknown): unknown => ({ request: { ...REQUEST, method: 'post', postData } });
  const found = await read(
    post({ mimeType: 'application/json', text: JSON_TEXT }),
    post({ text: Buffer.from(JSON_TEXT).toString('base64'), encoding: 'base64' }),
    post(undefined),
    { request: { ...REQUEST, method: 'POST', bodySize: 10 } },
    { request: { ...REQUEST, method: 'POST', bodySize: 0 } },
  );
  expect(found.map(({ request }) => textOf(request.body))).toEqual([JSON_TEXT, JSON_TEXT, null, null, '']);
});

test('what stands around the entries does not matter: order, other fields, a byte order mark', async () => {
  const text = `\ufeff{"x":[{"entries":[1]}],"log":{"pages":[{"id":"a","entries":[2]}],"entries":[{"request":${JSON.stringify(REQUEST)}}],"creator":{"name":"tool","version":"9"},"version":"1.2"}}`;
  const path = await fileOf(text);
  expect(await readHar(path, () => undefined)).toEqual({
    path,
    entries: 1,
    isCutOff: false,
  });
});

test('a recording is read up to the entry that its recorder was writing when it was killed', async () => {
  const head = `{"log":{"version":"1.2","creator":{"name":"energy-rental-sandbox","version":"1"},"entries":[`;
  const entry = JSON.stringify({ request: { ...REQUEST, comment: 'é' }, cache: null });
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
      /:3:24: the file is cut off; record or export it again$/,
    ],
    ['empty', '', /:1:1: the file is cut off; /],
    ['not JSON', '{"log":{"entries":[\n{"request": <html>}]}}', /:2:13: not .*: expected a value; /],
    ['not text', gzipSync('{}'), /:1:1: not a HAR file: not JSON: /],
    ['followed by something', `{"log":{"entries":[]}}\n}`, /:2:1: not .*: unexpected characters; /],
    [
      'JSON of another kind',
      '{"openapi":"3.0.3","entries":[]}',
      /: not a HAR file: log\.entries has no exchange$/,
    ],
    ['a list', '[{"request":{}}]', /: not a HAR file: /],
    ['entries that are no list', '{"log":{"entries":{}}}', /: not a HAR file: /],
    [
      'an entry that is no object',
      `{"log":{"entries":[${entry},7]}}`,
      /: log\.entries\[1\]: .*expected object/,
    ],
    [
      'an entry without a request',
      `{"log":{"entries":[${entry},{"response":{}}]}}`,
      /: log\.entries\[1\]\.request: .*expected object/,
    ],
    [
      'an entry without a URL',
      '{"log":{"entries":[{"request":{"method":"GET"}}]}}',
      /: log\.entries\[0\]\.request\.url: .*expected string/,
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
    readHar(path, ({ number }) => {
      seen = number;
    }),
  ).rejects.toThrow('the file is cut off');
  expect(seen).toBe(count);
});
