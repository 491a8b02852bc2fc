import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ListenOptions, listen } from './listen.ts';

/** The maximum size of a body that is received in memory. */
const MAX_BODY_BYTES = 1024 * 1024;

class TooLargeError extends Error {}

/** The whole body of a message. @throws Error as soon as it is larger than 1 MiB */
export async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The sender of a large body gets a response, for which its connection must stay open.
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new TooLargeError(`the body is larger than ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A request with its whole body, and its response. If it rejects, the connection is closed without a response. */
type HandlePost = (request: IncomingMessage, body: Buffer, response: ServerResponse) => Promise<void>;

export interface PostServer {
  readonly port: number;
  /** Closes all connections; requests that wait for a response get none. */
  close(): Promise<void>;
}

/** Serves what webhooks are sent with. Another method gets 405, and a body of more than 1 MiB gets 413. @throws ListenError */
export async function servePosts(options: ListenOptions, handle: HandlePost): Promise<PostServer> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405, { Allow: 'POST' }).end('webhooks must be sent with POST\n');
      return;
    }
    try {
      await handle(request, await bodyOf(request), response);
    } catch (error) {
      // Otherwise, the sender has gone, or the server is closed.
      if (!(error instanceof TooLargeError)) response.destroy();
      else response.writeHead(413, { Connection: 'close' }).end(`${error.message}\n`);
    }
  });
  const port = await listen(server, options);
  return {
    port,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
