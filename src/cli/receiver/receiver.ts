import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listen } from '../../listen.ts';
import { CliError } from '../cli-error.ts';
import { type DeliveryCheck, DeliveryChecker } from './check-delivery.ts';
import { type Forwarded, forward, messageHeaders } from './forward.ts';

/** How a receiver responds. */
export interface ReceiverOptions {
  readonly port: number;
  readonly host: string;
  readonly secret: string;
  /** The response status. */
  readonly status: number;
  /** The number of deliveries that get 503 before any gets `status`. */
  readonly failFirst: number;
  /** The delay before each response. */
  readonly delayMs: number;
  /** Accepts deliveries and never responds. */
  readonly hang: boolean;
  /** Invalid signatures get 401 unless `hang` is set, also among the first deliveries that would get 503. */
  readonly strict: boolean;
  /** Where deliveries that would get `status` are forwarded to, for the response; null: nowhere. */
  readonly forwardTo: string | null;
}

/** A delivery with its check and the response. */
export interface Received {
  /** The ordinal of the delivery, from 1. */
  readonly number: number;
  readonly atMs: number;
  readonly check: DeliveryCheck;
  readonly body: Buffer;
  readonly headers: IncomingMessage['headers'];
  /** The response status; null if there is no response. */
  readonly answer: number | null;
  /** What the receiver that it was forwarded to responded; null if it was not forwarded. */
  readonly forwarded: Forwarded | null;
}

const MAX_BODY_BYTES = 1_048_576;
const FAILURE = 503;
const UNAUTHORIZED = 401;
/** The response if the receiver to which a delivery was forwarded gives none. */
const BAD_GATEWAY = 502;

/** The whole body; null if it is too large or the sender disconnected. */
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
  try {
    return await listen(server, { port, host, portFlag: '--port' });
  } catch (error) {
    throw new CliError((error as Error).message);
  }
}

/** A server that receives webhooks, checks and reports each, and responds as configured. */
export class Receiver {
  readonly port: number;
  readonly #server: Server;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #closing = new AbortController();

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  /** Starts a receiver. @throws CliError if it cannot listen on the port */
  static async start(options: ReceiverOptions, onDelivery: (received: Received) => void): Promise<Receiver> {
    const checker = new DeliveryChecker(options.secret);
    let count = 0;
    const server = createServer((request, response) => void handle(request, response));
    const receiver = new Receiver(server, await bind(server, options.port, options.host));

    const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      if (request.method !== 'POST') {
        response.writeHead(405, { Allow: 'POST' }).end('webhooks must be sent with POST\n');
        return;
      }
      const body = await readBody(request);
      if (!body) {
        response.writeHead(413, { Connection: 'close' }).end();
        return;
      }
      const number = ++count;
      const check = checker.check({ headers: request.headers, body });
      const { headers } = request;
      const wanted = responseStatus(options, number, check);
      const atMs = Date.now();
      const forwarded =
        wanted === 'forwarded'
          ? await forward(options.forwardTo!, headers, body, receiver.#closing.signal)
          : null;
      const answer = wanted === 'forwarded' ? (forwarded?.status ?? BAD_GATEWAY) : wanted;
      onDelivery({ number, atMs, check, body, headers, answer, forwarded });
      if (answer !== null) receiver.#respond(response, answer, forwarded, options.delayMs);
    };
    return receiver;
  }

  #respond(response: ServerResponse, status: number, forwarded: Forwarded | null, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (forwarded) response.writeHead(status, messageHeaders(forwarded.headers)).end(forwarded.body);
      else response.writeHead(status).end();
    }, delayMs);
    this.#timers.add(timer);
  }

  /** Stops the receiver. Deliveries waiting for a response get none. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function responseStatus(
  options: ReceiverOptions,
  number: number,
  { signature }: DeliveryCheck,
): number | 'forwarded' | null {
  if (options.hang) return null;
  if (options.strict && !signature.valid) return UNAUTHORIZED;
  if (number <= options.failFirst) return FAILURE;
  return options.forwardTo === null ? options.status : 'forwarded';
}
