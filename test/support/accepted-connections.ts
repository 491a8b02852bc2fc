import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** The ports at which servers of this process accepted the connections that are still open. */
const ports = new Map<Socket, number>();

// Node publishes each accepted connection. Its lists of active resources change between versions.
subscribe('net.server.socket', message => {
  const { socket } = message as { readonly socket: Socket };
  ports.set(socket, socket.localPort ?? 0);
  socket.once('close', () => ports.delete(socket));
});

/** How many connections the server of this process that listens at a port has accepted and not closed. */
export const openConnections = (port: number): number =>
  [...ports.values()].filter(one => one === port).length;
