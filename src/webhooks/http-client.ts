import type { LookupFunction, Socket } from 'node:net';
import { buildConnector, Pool } from 'undici';
import { MAX_HEADER_BYTES } from './attempt-outcome.ts';

const CONTINUE = /^(HTTP\/1\.[01] 10)0(?=[ \r])/;
const HEAD_END = '\r\n\r\n';

/** A status line with 100 as one with 102, wherever a head in these bytes begins. Other bytes stay as they are. */
function skipping(bytes: Buffer): Buffer {
  for (let start = 0; CONTINUE.test(bytes.toString('latin1', start, start + 13)); ) {
    bytes.write('2', start + 11);
    const end = bytes.indexOf(HEAD_END, start);
    if (end < 0) break;
    start = end + HEAD_END.length;
  }
  return bytes;
}

/**
 * Connections on which a response may begin with 100 Continue although nobody has asked for it, as some servers do.
 * undici would close the connection. It skips every other interim response, such as 102.
 */
const skippingContinue =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, done) =>
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket) {
        const read: Socket['read'] = socket.read.bind(socket);
        socket.read = size => {
          const bytes: Buffer | null = read(size);
          return bytes && skipping(bytes);
        };
      }
      done(...result);
    });

/**
 * Idle connections are closed after this short time: if the receiver closed one just as it is reused, the delivery
 * would fail.
 */
const IDLE_MS = 1_000;

interface PoolOptions {
  readonly maxConcurrency: number;
  readonly timeoutMs: number;
  /** Ends connections that are being established. */
  readonly signal: AbortSignal;
  /** Looks up the host; undefined if it is an address. */
  readonly lookup: LookupFunction | undefined;
}

/** The connections to an origin. */
export const createPool = (
  origin: string,
  { maxConcurrency, timeoutMs, signal, lookup }: PoolOptions,
): Pool =>
  new Pool(origin, {
    connections: maxConcurrency,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: skippingContinue(buildConnector({ timeout: timeoutMs, signal, ...(lookup ? { lookup } : {}) })),
  });
