import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ipMatches, plainIp } from '../core/domain/ip.ts';
import type { ConnectionFact } from '../core/facts.ts';
import { digestOf } from '../host/account-registry.ts';
import type { Owner, SharedLimit } from './shared-limit.ts';

const BEARER = /^bearer +([^\s]+) *$/i;

/** The API key or admin token after `Bearer` in an Authorization header, or null. */
export const bearerTokenOf = (authorization: string | undefined): string | null =>
  BEARER.exec(authorization ?? '')?.[1] ?? null;

export class Connection {
  /** The address of the client, or of a proxy. */
  readonly ip: string;
  /** The response to the latest request that was received. */
  latest: ServerResponse | null = null;
  isBusy = false;
  /** True once bytes have arrived that are not a request, or a request took too long: no further request can be read. */
  isUnreadable = false;
  /** The responses to the pipelined requests that wait for their turn, oldest first, and the memory that they take. */
  readonly waiting: { readonly response: ServerResponse; readonly bytes: number }[] = [];
  /** The bytes of the connection that were read before the latest of these requests. */
  bytesRead = 0;
  /** When the latest 429 was sent, on the host's monotonic clock; null if none was. */
  limitedAtMs: number | null = null;
  fact: ConnectionFact = { openedMs: Number.NEGATIVE_INFINITY };
  /** The number of service requests that were decided. */
  requests = 0;
  /** The TCP connection; a TLS connection is carried by one. */
  readonly tcp: Socket;
  #open: SharedLimit<Connection> | null = null;
  #owner: Owner = null;
  #authorization: string | undefined;
  #keyDigest: string | null = null;
  #rawHeaders: readonly string[] = [];

  constructor(tcp: Socket) {
    this.tcp = tcp;
    this.ip = plainIp(tcp.remoteAddress ?? '');
  }

  /** The account or operator that has last shown a valid key or token; null if none has. */
  get owner(): Owner {
    return this.#owner;
  }

  /** Counts the connection as one of a client without a valid key, until `belongTo` names its owner. */
  countIn(open: SharedLimit<Connection>): void {
    this.#open = open;
    open.add(null, this, 1);
  }

  belongTo(owner: Owner): void {
    if (owner === this.#owner) return;
    this.#owner = owner;
    this.#open?.free(this);
    this.#open?.add(owner, this, 1);
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

  /**
   * The headers of a request; the same list as for the request before it if they are equal, because the journal keeps the
   * headers of many requests, and a client sends the same ones again.
   */
  shared(rawHeaders: readonly string[]): readonly string[] {
    const known = this.#rawHeaders;
    const isKnown = known.length === rawHeaders.length && known.every((text, at) => text === rawHeaders[at]);
    if (!isKnown) this.#rawHeaders = rawHeaders;
    return this.#rawHeaders;
  }
}

const CONNECTION = Symbol('connection');

/** A socket with what the server knows about its connection, because every request needs it. */
type KnownSocket = Socket & { [CONNECTION]?: Connection };

export function connectionOf(socket: KnownSocket): Connection {
  socket[CONNECTION] ??= new Connection(socket);
  return socket[CONNECTION];
}

/** Assigns a TLS socket to the connection that carries it. */
export function carry(secure: KnownSocket, connection: Connection): void {
  secure[CONNECTION] = connection;
}

/** The client's address: the address of the socket, or the one that a trusted proxy reports. */
export function callerIp({ socket, headers }: IncomingMessage, trustedProxies: readonly string[]): string {
  const { ip } = connectionOf(socket);
  if (trustedProxies.length === 0 || !ipMatches(ip, trustedProxies)) return ip;
  const hops = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(hop => hop.trim())
    .filter(Boolean);
  return hops.findLast(hop => !ipMatches(hop, trustedProxies)) ?? ip;
}

/**
 * Closes a connection with a TCP reset. Node resets only TCP connections, so for TLS, this resets the underlying TCP
 * connection.
 */
export function resetConnection(socket: Socket): void {
  connectionOf(socket).tcp.resetAndDestroy();
}
