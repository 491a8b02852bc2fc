import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ipMatches, plainIp } from '../core/domain/ip.ts';
import { digestOf } from '../host/account-registry.ts';

const BEARER = /^bearer +([^\s]+) *$/i;

/** The API key or admin token after `Bearer` in an Authorization header, or null. */
export const bearerTokenOf = (authorization: string | undefined): string | null =>
  BEARER.exec(authorization ?? '')?.[1] ?? null;

/** What the server knows about a connection. */
class Connection {
  /** The client's address, or that of a proxy. */
  readonly ip: string;
  /** The response to the latest request that was received. */
  latest: ServerResponse | null = null;
  /** True while a request is handled. */
  isBusy = false;
  /** The responses to the pipelined requests that wait for their turn, oldest first. */
  readonly waiting: ServerResponse[] = [];
  /** When the latest 429 was sent, on the host's monotonic clock; null if none was. */
  limitedAtMs: number | null = null;
  /** The TCP connection that carries it, if it is a TLS connection. */
  carrier: Socket | null = null;
  #authorization: string | undefined;
  #keyDigest: string | null = null;

  constructor(ip: string) {
    this.ip = ip;
  }

  /**
   * The digest of the key in an Authorization header; null if there is none. A client sends the same header with every
   * request of a connection, and the digest takes 1.5 µs, as long as finding the account, the key and its rate.
   */
  digestOfKey(authorization: string | undefined): string | null {
    if (authorization === this.#authorization) return this.#keyDigest;
    const key = bearerTokenOf(authorization);
    this.#authorization = authorization;
    this.#keyDigest = key === null ? null : digestOf(key);
    return this.#keyDigest;
  }
}

const CONNECTION = Symbol('connection');

/** The connection of a socket. Kept on the socket, because every request needs it. */
export function connectionOf(socket: Socket & { [CONNECTION]?: Connection }): Connection {
  socket[CONNECTION] ??= new Connection(plainIp(socket.remoteAddress ?? ''));
  return socket[CONNECTION];
}

/** The client's address: that of the socket, or the address that a trusted proxy reports. */
export function callerIp({ socket, headers }: IncomingMessage, trustedProxies: readonly string[]): string {
  const { ip } = connectionOf(socket);
  if (trustedProxies.length === 0 || !ipMatches(ip, trustedProxies)) return ip;
  const hops = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(hop => hop.trim())
    .filter(Boolean);
  return hops.findLast(hop => !ipMatches(hop, trustedProxies)) ?? ip;
}

/** Closes a connection with a TCP reset. Node resets only TCP connections, so of a TLS connection it resets the carrier. */
export function resetConnection(socket: Socket): void {
  (connectionOf(socket).carrier ?? socket).resetAndDestroy();
}
