import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError } from '../cli-error.ts';
import { DeliveryChecker, type DeliveryCheck } from './check-delivery.ts';

/** How a receiver is set up. */
export interface ReceiverOptions {
  readonly port: number;
  readonly host: string;
  readonly secret: string;
  /** What it answers. */
  readonly status: number;
  /** So many deliveries are answered with 503 first. */
  readonly failFirst: number;
  /** Real time before it answers. */
  readonly delayMs: number;
  /** Takes deliveries and never answers. */
  readonly hang: boolean;
  /** A wrong signature is answered with 401, whatever else was asked for. */
  readonly strict: boolean;
}

/** A delivery with what the receiver made of it. */
export interface Received {
  /** Counted from 1. */
  readonly number: number;
  readonly atMs: number;
  readonly check: DeliveryCheck;
  readonly body: Buffer;
  readonly headers: IncomingMessage['headers'];
  /** Null where it is left hanging. */
  readonly answer: number | null;
}

const MAX_BODY_BYTES = 1_048_576;
const FAILURE = 503;
const UNAUTHORIZED = 401;

/** The whole body, or null where it is too large or the sender went away. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_BODY_BYTES) return null;
      chunks.push(chunk as Buffer);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

async function bind(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CliError(
      code === 'EADDRINUSE'
        ? `port ${port} on ${host} is in use; end the other program, or choose another with --port (0 picks a free one)`
        : `cannot listen on ${host}:${port}: ${message}`,
    );
  }
  return (server.address() as AddressInfo).port;
}

/** A server that takes webhooks, tells of each, and answers as it was told to. */
export class Receiver {
  readonly port: number;
  readonly #server: Server;
  readonly #timers = new Set<NodeJS.Timeout>();

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  /** Starts one. @throws CliError where the port cannot be had */
  static async start(options: ReceiverOptions, tell: (received: Received) => void): Promise<Receiver> {
    const judge = new DeliveryChecker(options.secret);
    let count = 0;
    const server = createServer((request, response) => void take(request, response));
    const receiver = new Receiver(server, await bind(server, options.port, options.host));

    const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      if (request.method !== 'POST') {
        response.writeHead(405, { Allow: 'POST' }).end('webhooks come as POST\n');
        return;
      }
      const body = await readBody(request);
      if (!body) {
        response.writeHead(413, { Connection: 'close' }).end();
        return;
      }
      const number = ++count;
      const check = judge.judge({ headers: request.headers, body });
      const answer = answerOf(options, number, check);
      tell({ number, atMs: Date.now(), check, body, headers: request.headers, answer });
      if (answer !== null) receiver.#answer(response, answer, options.delayMs);
    };
    return receiver;
  }

  #answer(response: ServerResponse, status: number, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      response.writeHead(status).end();
    }, delayMs);
    this.#timers.add(timer);
  }

  /** Ends it; deliveries that wait for an answer get none. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function answerOf(options: ReceiverOptions, number: number, { signature }: DeliveryCheck): number | null {
  if (options.hang) return null;
  if (options.strict && !signature.valid) return UNAUTHORIZED;
  return number <= options.failFirst ? FAILURE : options.status;
}
