import type { Random } from '../simulation/random.ts';
import { BODIES, queryOf } from './values.ts';

/** A request that is valid HTTP. */
export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | null;
  /** The sizes of the chunks, if the body is sent in chunks. */
  readonly chunks: readonly number[] | null;
}

const GETS = ['/api/v1/quote/', '/api/v1/status/', '/api/v1/balance/'];
const METHODS = 'GET POST PUT PATCH DELETE OPTIONS HEAD TRACE PROPFIND PURGE M-SEARCH'.split(' ');

const ODD_TARGETS: readonly string[] = [
  ...'/ /api /api/v1/ /api/v1 /api/v2/order/ /API/V1/ORDER/ //api/v1/order/ /api/v1//order/ *'.split(' '),
  ...'/api/v1/order /api/v1/orders/bulk /api/v1/order/? /api/v1/order/#x'.split(' '),
  ...'/api/v1/order/%2e%2e/balance/ /api/v1/../v1/balance/ /api/v1/balance/%00'.split(' '),
  ...'/api/v1/balance/;x /%zz /% /favicon.ico /__proto__/ ? /?a=b'.split(' '),
  ...'http://127.0.0.1/api/v1/balance/ /api/v1/balance/?x=%E0%A4%A'.split(' '),
  `/${'a'.repeat(8_000)}`,
];

const WRONG_KEYS: readonly string[] = [
  ...['', 'Bearer', 'Bearer ', 'bearer', 'x', 'Bearer nobody', 'Basic dXNlcjpwYXNz', 'Bearer a b'],
  'Bearer __proto__',
  `Bearer ${'k'.repeat(2_000)}`,
];

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'garbage',
  '',
  ';;;',
  'application/problem+json',
];

const EXTRA_HEADERS: readonly (readonly [string, string])[] = [
  ['Expect', '100-continue'],
  ['Expect', 'the-unexpected'],
  ['Accept-Encoding', 'gzip'],
  ['Content-Encoding', 'gzip'],
  ['X-Forwarded-For', '10.0.0.1, , ::1'],
  ['X-Sandbox-Scenario', 'no-such-scenario'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Origin', 'http://evil.example'],
  ['Upgrade', 'websocket'],
  ['Cookie', '='],
  ['X-Long', 'y'.repeat(4_000)],
  ['__proto__', 'x'],
  ['If-None-Match', '*'],
  ['Range', 'bytes=0-1'],
];

/** Flips, removes, inserts or truncates bytes. */
function damaged(random: Random, bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes;
  const place = random.below(bytes.length);
  const noise = Buffer.from(Array.from({ length: 1 + random.below(4) }, () => random.below(256)));
  return random.pick([
    () => Buffer.concat([bytes.subarray(0, place), noise, bytes.subarray(place + noise.length)]),
    () => Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)]),
    () => Buffer.concat([bytes.subarray(0, place), noise, bytes.subarray(place)]),
    () => bytes.subarray(0, place),
    () => Buffer.concat([bytes, bytes]),
    () => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes]),
    () => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  ])();
}

/** Bodies that are invalid for every operation. */
const HOSTILE_BODIES: readonly (() => Buffer)[] = [
  () => Buffer.alloc(0),
  () => Buffer.from('null'),
  () => Buffer.from('[{}]'),
  () => Buffer.from('{'.repeat(20_000)),
  () => Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  () => Buffer.from(`${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
  () => Buffer.from(`{"package_id":${'9'.repeat(60_000)}}`),
  () => Buffer.from(`{${Array.from({ length: 4_000 }, (_, key) => `"k${key}":0`).join(',')}}`),
  () => Buffer.from('{"__proto__":{"package_id":1},"constructor":{"prototype":{"address":"x"}}}'),
  () => Buffer.alloc(65_536, ' '),
  () => Buffer.alloc(65_537, ' '),
  () => Buffer.alloc(300_000, '[1,'),
  () => Buffer.of(0xff, 0xfe, 0x00),
];

/** Generates requests from a seed. */
export class RequestGenerator {
  readonly #random: Random;
  readonly #keys: readonly string[];

  /** @param keys API keys; the first one has all scopes */
  constructor(random: Random, keys: readonly string[]) {
    this.#random = random;
    this.#keys = keys;
  }

  next(): FuzzRequest {
    const random = this.#random;
    const path = random.chance(0.6) ? random.pick(Object.keys(BODIES)) : random.pick(GETS);
    const isPost = path in BODIES;
    const method = random.chance(0.05) ? random.pick(METHODS) : isPost ? 'POST' : 'GET';
    const query = !isPost || random.chance(0.05) ? queryOf(random, path) : '';
    const target = random.chance(0.04) ? random.pick(ODD_TARGETS) : `${path}${query}`;
    const takesBody = isPost ? random.chance(0.98) : random.chance(0.03);
    const body = takesBody ? this.#body(path) : null;
    return {
      method,
      target,
      headers: this.#headers(body !== null),
      body,
      chunks: body && this.#chunks(body),
    };
  }

  #headers(hasBody: boolean): [string, string][] {
    const random = this.#random;
    const headers: [string, string][] = [
      ['Host', random.chance(0.98) ? '127.0.0.1' : random.pick(['', 'evil.example', 'a b'])],
    ];
    if (random.chance(0.93)) {
      const key = random.chance(0.9) ? this.#keys[0]! : random.pick(this.#keys);
      headers.push([random.pick(['Authorization', 'authorization']), `Bearer ${key}`]);
    } else if (random.chance(0.8)) headers.push(['Authorization', random.pick(WRONG_KEYS)]);
    if (hasBody)
      headers.push(['Content-Type', random.chance(0.9) ? 'application/json' : random.pick(CONTENT_TYPES)]);
    if (random.chance(0.08)) headers.push([...random.pick(EXTRA_HEADERS)]);
    return headers;
  }

  #body(path: string): Buffer {
    const random = this.#random;
    if (random.chance(0.03)) return random.pick(HOSTILE_BODIES)();
    const text = Buffer.from((BODIES[path] ?? BODIES['/api/v1/order/'])!(random));
    return random.chance(0.12) ? damaged(random, text) : text;
  }

  #chunks(body: Buffer): number[] | null {
    if (!this.#random.chance(0.1)) return null;
    const sizes: number[] = [];
    for (let left = body.length; left > 0; ) {
      const size = Math.min(left, 1 + this.#random.below(Math.max(1, body.length)));
      sizes.push(size);
      left -= size;
    }
    return sizes;
  }
}

/** The request as bytes. */
export function bytesOf({ method, target, headers, body, chunks }: FuzzRequest): Buffer {
  const framing: (readonly [string, string])[] =
    body === null
      ? []
      : [chunks ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)]];
  const lines = [...headers, ...framing].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1');
  if (body === null) return head;
  if (!chunks) return Buffer.concat([head, body]);
  const parts: Buffer[] = [head];
  let from = 0;
  for (const size of chunks) {
    parts.push(
      Buffer.from(`${size.toString(16)}\r\n`),
      body.subarray(from, from + size),
      Buffer.from('\r\n'),
    );
    from += size;
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
