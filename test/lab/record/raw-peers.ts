import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type HostClock, systemClock } from '../../../src/host/node/host-clock.ts';
import type { RawExchange } from '../../../src/lab/record/exchange.ts';
import { Listener } from '../../../src/lab/record/relay.ts';

/** How a connection ended. */
export type Ending = 'closed' | 'reset';

/** Everything that a side received on one connection, and how the connection ended. */
export interface Received {
  readonly bytes: Buffer;
  readonly ending: Ending;
}

/** Reads a socket to its end. */
export function readAll(socket: Socket): Promise<Received> {
  const chunks: Buffer[] = [];
  return new Promise(resolve => {
    let ending: Ending = 'closed';
    socket.on('data', chunk => chunks.push(chunk));
    socket.on('error', () => {
      ending = 'reset';
    });
    socket.on('close', () => resolve({ bytes: Buffer.concat(chunks), ending }));
  });
}

/** A server of bytes: calls a function with each connection. It closes when the test ends. */
export async function startPeer(act: (socket: Socket, server: Server) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    act(socket, server);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Resolves when a socket has received bytes that contain a text. */
export function untilReceived(socket: Socket, text: string): Promise<void> {
  let received = '';
  return new Promise(resolve => {
    const read = (chunk: Buffer): void => {
      received += chunk.toString('latin1');
      if (!received.includes(text)) return;
      socket.off('data', read);
      resolve();
    };
    socket.on('data', read);
  });
}

export interface RecorderPort {
  readonly port: number;
  readonly exchanges: RawExchange[];
  readonly unrecorded: string[];
  readonly listener: Listener;
}

/** The recorder's port in front of a server, without the part that writes files. */
export async function startProxy(
  targetPort: number,
  host = `127.0.0.1:${targetPort}`,
  clock: HostClock = systemClock,
): Promise<RecorderPort> {
  const exchanges: RawExchange[] = [];
  const unrecorded: string[] = [];
  const listener = await Listener.start({
    direction: 'api',
    host: '127.0.0.1',
    port: 0,
    target: {
      origin: `http://${host}`,
      authority: host,
      host: '127.0.0.1',
      port: targetPort,
      tls: false,
      ca: undefined,
    },
    clock,
    isOwnHost: () => true,
    onExchange: exchange => exchanges.push(exchange),
    onUnrecorded: reason => unrecorded.push(reason),
    onRefused: () => unrecorded.push('refused'),
  });
  onTestFinished(() => listener.close());
  return { port: listener.port, exchanges, unrecorded, listener };
}

/** Opens a connection that can end one side. */
export const open = (port: number): Socket =>
  connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });

/** A port on which nothing listens; unlike one that has just been closed, no other process is given it. */
export const CLOSED_PORT = 1;
