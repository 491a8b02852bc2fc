import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import { text } from 'node:stream/consumers';
import { SandboxError } from './errors.ts';

/** A request to a sandbox. */
export interface Outgoing {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface Incoming {
  readonly status: number;
  readonly text: string;
}

const CLOSED_WHILE_IDLE = new Set(['ECONNRESET', 'EPIPE']);

/** Connections to one sandbox, kept open between calls. None of them keeps a process alive while it is idle. */
export class HttpClient {
  readonly origin: URL;
  readonly #agent: Agent;

  /** @throws SandboxError where the text is no http: or https: address */
  constructor(url: string | URL) {
    const address = String(url);
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
      const message = `url: expected the address of a sandbox, such as http://127.0.0.1:4010, got ${JSON.stringify(address)}`;
      throw new SandboxError(message, { code: 'INVALID_URL', path: 'url' });
    }
    this.origin = new URL(new URL(address).origin);
    this.#agent =
      this.origin.protocol === 'https:' ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  }

  /** Sends a request and reads the whole answer. @throws SandboxError where nothing answers */
  async send(outgoing: Outgoing): Promise<Incoming> {
    const answer = await this.open(outgoing);
    try {
      return { status: answer.statusCode ?? 0, text: await text(answer) };
    } catch (error) {
      throw this.#unreachable(error as NodeJS.ErrnoException);
    }
  }

  /**
   * Sends a request and answers once the head of the answer is there; its body is the reader's to take.
   * @throws SandboxError where nothing answers
   */
  async open(outgoing: Outgoing, signal?: AbortSignal): Promise<IncomingMessage> {
    const body = outgoing.body === undefined ? null : Buffer.from(JSON.stringify(outgoing.body));
    for (;;) {
      const request = this.#request(outgoing, body, signal);
      try {
        return await answerOf(request, body);
      } catch (error) {
        // The server may end a connection that was idle just as it is used again; then it has read nothing.
        const { code = '' } = error as NodeJS.ErrnoException;
        if (request.reusedSocket && CLOSED_WHILE_IDLE.has(code)) continue;
        throw this.#unreachable(error as NodeJS.ErrnoException);
      }
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #request({ method, path, headers }: Outgoing, body: Buffer | null, signal?: AbortSignal): ClientRequest {
    const send = this.origin.protocol === 'https:' ? requestHttps : requestHttp;
    const content =
      body === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
    return send(new URL(path, this.origin), {
      method,
      agent: this.#agent,
      headers: { ...content, ...headers },
      ...(signal ? { signal } : {}),
    });
  }

  #unreachable({ code, message, name }: NodeJS.ErrnoException): Error {
    const why = code ?? (message || name);
    return new SandboxError(
      `no sandbox answers at ${this.origin.origin} (${why}); start one with "npx energy-sandbox", or correct the address`,
      { code: 'UNREACHABLE' },
    );
  }
}

function answerOf(request: ClientRequest, body: Buffer | null): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
    request.end(body);
  });
}
