import type { Socket } from 'node:net';

/** The TCP connections that carry TLS connections. */
const carriers = new WeakMap<Socket, Socket>();

/** Records the TCP connection that carries a TLS connection. */
export function carryOver(connection: Socket, carrier: Socket): void {
  carriers.set(connection, carrier);
}

/** Closes a connection with a TCP reset. Node can reset TCP connections only, so for TLS it is the carrier's. */
export function resetConnection(connection: Socket): void {
  (carriers.get(connection) ?? connection).resetAndDestroy();
}
