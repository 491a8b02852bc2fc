import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on a free port of the loopback interface. */
export async function httpServer(listener?: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.close().closeAllConnections();
    await once(server, 'close');
  };
  return { server, port, url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}
