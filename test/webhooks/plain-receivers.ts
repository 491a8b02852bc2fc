import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';

/** A request as received, including its body. */
interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** The sender's port, which identifies the connection. */
  readonly port: number;
}

/** A server on a free port of 127.0.0.1. */
export interface Receiver extends AsyncDisposable {
  readonly host: string;
  readonly url: string;
  readonly received: readonly Received[];
}

type Respond = (response: ServerResponse, request: Received) => void;

/** A webhook receiver that reads each request completely and then calls `respond`. */
export async function startReceiver(respond: Respond): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers, socket } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks), port: socket.remotePort! };
    received.push(one);
    respond(response, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/hooks?shop=1`,
    received,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A TCP server that passes each connection to a callback. It does not have to speak HTTP. */
export async function startTcpReceiver(onConnection: (socket: Socket) => void): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const server = createTcpServer(socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/`,
    received: [],
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
