import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { ipMatches, plainIp } from '../domain/ip.ts';

const EMPTY: Readonly<Record<string, string>> = Object.freeze(Object.create(null) as Record<string, string>);

/** A decoded query. A repeated name keeps its last value and is listed in `repeated`. */
export interface Query {
  readonly values: Readonly<Record<string, string>>;
  readonly repeated: readonly string[];
}

const NO_QUERY: Query = { values: EMPTY, repeated: [] };

/** Parses a query string. A malformed escape is kept as is. */
export function parseQuery(text: string): Query {
  if (text === '') return NO_QUERY;
  const values = parse(text, '&', '=', { maxKeys: 0 }) as Record<string, string | string[]>;
  const repeated: string[] = [];
  for (const name in values) {
    const value = values[name]!;
    if (typeof value === 'string') continue;
    repeated.push(name);
    values[name] = value.at(-1)!;
  }
  return { values: values as Record<string, string>, repeated };
}

const ORIGIN = /^https?:\/\/[^/?]*/i;

/** The path and the query of a request target, which may also be an absolute URL. */
export function splitUrl(url: string): readonly [path: string, query: string] {
  const target = url.startsWith('/') ? url : url.replace(ORIGIN, '');
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

const BEARER = /^bearer +([^\s]+) *$/i;

/** The API key or admin token after `Bearer` in an Authorization header, or null. */
export const bearerTokenOf = (authorization: string | undefined): string | null =>
  BEARER.exec(authorization ?? '')?.[1] ?? null;

/** The client's address: that of the socket, or the one that a trusted proxy reports. */
export function callerIp(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const socketIp = plainIp(request.socket.remoteAddress ?? '');
  if (trustedProxies.length === 0 || !ipMatches(socketIp, trustedProxies)) return socketIp;
  const hops = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(hop => hop.trim())
    .filter(Boolean);
  return hops.findLast(hop => !ipMatches(hop, trustedProxies)) ?? socketIp;
}

/** The result of reading a request's body; `aborted` means that the client closed the connection. */
export type ReadBody =
  | { readonly kind: 'complete'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'aborted' };

/** Reads a body, chunked or not, and stops reading once it exceeds the limit. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes)
    return Promise.resolve({ kind: 'too-large' });
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) {
        request.pause();
        request.removeAllListeners('data');
        resolve({ kind: 'too-large' });
      } else chunks.push(chunk);
    });
    request.on('end', () => {
      resolve({ kind: 'complete', bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) });
    });
    request.on('error', () => resolve({ kind: 'aborted' }));
    request.on('close', () => resolve({ kind: 'aborted' }));
  });
}
