import type { Random } from '../simulation/random.ts';
import { bytesOf, type RequestGenerator } from './requests.ts';

type Maker = (random: Random, requests: RequestGenerator, key: string) => Buffer;

const text = (value: string): Buffer => Buffer.from(value, 'latin1');

const ORDER = '/api/v1/order/';
const head = (key: string, ...lines: string[]): string =>
  `POST ${ORDER} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n${lines.map(line => `${line}\r\n`).join('')}\r\n`;

/** Ways to break HTTP on purpose. */
const BREAKAGES: readonly Maker[] = [
  random => Buffer.from(Array.from({ length: 1 + random.below(200) }, () => random.below(256))),
  random =>
    text(
      random.pick([
        '\r\n\r\n',
        '\n',
        '\0',
        'GET',
        'GET /\r\n\r\n',
        'GET / HTTP/0.9\r\n\r\n',
        'GET / HTTP/3.0\r\n\r\n',
      ]),
    ),
  random => text(`${random.pick(['get', 'G\0T', 'FOO', 'GET\t', 'CONNECT'])} / HTTP/1.1\r\nHost: x\r\n\r\n`),
  () => text('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
  (_random, _requests, key) => text(`${head(key, `X-Big: ${'z'.repeat(20_000)}`)}`),
  (_random, _requests, key) => text(head(key, ...Array.from({ length: 3_000 }, (_, line) => `x${line}: 1`))),
  (_random, _requests, key) => text(`${head(key, 'Content-Length: 5', 'Content-Length: 6')}{"a":1}`),
  (_random, _requests, key) =>
    text(`${head(key, 'Content-Length: 2', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`),
  (random, _requests, key) =>
    text(
      `${head(key, `Content-Length: ${random.pick(['-1', '1e3', '0x10', 'abc', '99999999999999999999', '+2', ''])}`)}{}`,
    ),
  (random, _requests, key) =>
    text(
      `${head(key, 'Transfer-Encoding: chunked')}${random.pick(['zz\r\n{}\r\n', '-1\r\n', 'fffffffffffffffff\r\n', '2\r\n{}x\r\n0\r\n\r\n', '5\r\n{}\r\n0\r\n\r\n', '2;a=b\r\n{}\r\n0\r\nTrailer: x\r\n\r\n', '0\r\n\r\n'])}`,
    ),
  (random, _requests, key) =>
    text(
      `${head(key, `Transfer-Encoding: ${random.pick(['identity', 'gzip', 'chunked, chunked', 'xchunked'])}`)}2\r\n{}\r\n0\r\n\r\n`,
    ),
  (_random, _requests, key) => text(`${head(key, 'Content-Length: 100')}{"package_id":1`),
  (random, _requests, key) =>
    text(
      head(key, random.pick(['X: a\rb', 'X: a\nb', 'X : a', ': a', 'X', ' X: a', 'X\0: a', 'X: \x7f\xff'])),
    ),
  (_random, _requests, key) =>
    text(`GET /api/v1/bal\xe9nce/?\xff=\xfe HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`),
  (_random, _requests, key) =>
    text(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`),
];

/** Complete requests one after the other on one connection, without waiting for responses. */
const pipelined: Maker = (random, requests) =>
  Buffer.concat(Array.from({ length: 2 + random.below(6) }, () => bytesOf(requests.next())));

/** A complete request with some bytes changed, including its head and framing. */
const damagedWhole: Maker = (random, requests) => {
  const bytes = Buffer.from(bytesOf(requests.next()));
  const reach = Math.min(bytes.length, 400);
  for (let times = 1 + random.below(4); times > 0; times--) bytes[random.below(reach)] = random.below(256);
  return bytes;
};

const cutOff: Maker = (random, requests) => {
  const bytes = bytesOf(requests.next());
  return bytes.subarray(0, random.below(bytes.length));
};

/** Bytes to write on a new connection. */
export const hostileBytes: Maker = (random, requests, key) =>
  random.weighted<Maker>([
    [5, random.pick(BREAKAGES)],
    [3, pipelined],
    [3, damagedWhole],
    [1, cutOff],
  ])(random, requests, key);
