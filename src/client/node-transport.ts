import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import { Readable } from 'node:stream';
import type { ControlClientOptions } from './control-client.ts';

/** The redirect of a load-balanced sandbox to the path of an account. */
const MOVED = 307;

/** Node's codes for a certificate that it does not accept. */
const CERTIFICATE_PROBLEM = /CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE/;

/** Whether a request failed because Node does not accept the server's certificate. */
export const isCertificateProblem = ({ code }: NodeJS.ErrnoException): boolean =>
  code !== undefined && CERTIFICATE_PROBLEM.test(code);

const CLOSED_WHILE_IDLE = new Set(['ECONNRESET', 'EPIPE']);

/** A request as the control client makes it. Unlike the global Request, it accepts a signal of any realm. */
class PlainRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;

  constructor(url: string, { method = 'GET', headers, body, signal }: RequestInit) {
    this.url = url;
    this.method = method;
    this.headers = headers as Headers;
    this.body = body as string | undefined;
    this.signal = signal ?? undefined;
  }
}

/**
 * The transport of a control client in Node; the dashboard uses the browser's. It has keep-alive connections of its own,
 * so that interceptors and mocks of the global fetch do not affect it. Idle connections do not keep the process alive.
 */
export class NodeTransport {
  readonly #agent: Agent;
  readonly #isTls: boolean;

  /** @param check how the certificate of a server with TLS is checked. Default: against the authorities that Node trusts */
  constructor(url: string, check: { readonly ca?: string; readonly rejectUnauthorized?: boolean } = {}) {
    this.#isTls = new URL(url).protocol === 'https:';
    this.#agent = this.#isTls ? new TlsAgent({ keepAlive: true, ...check }) : new Agent({ keepAlive: true });
  }

  get options(): NonNullable<ControlClientOptions['transport']> {
    return {
      Request: PlainRequest as unknown as typeof Request,
      fetch: request => this.#fetch(request as unknown as PlainRequest),
    };
  }

  close(): void {
    this.#agent.destroy();
  }

  async #fetch(request: PlainRequest): Promise<Response> {
    const first = new URL(request.url);
    const response = await this.#send(first, request);
    const { location } = response.headers;
    if (response.statusCode !== MOVED || location === undefined) return responseOf(response);
    response.resume();
    // Never to another host, which must not get the admin token.
    const { pathname, search } = new URL(location, first);
    return responseOf(await this.#send(new URL(pathname + search, first), request));
  }

  async #send(url: URL, { method, headers, body, signal }: PlainRequest): Promise<IncomingMessage> {
    const send = this.#isTls ? requestHttps : requestHttp;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    for (;;) {
      const request = send(url, {
        method,
        agent: this.#agent,
        headers: { ...Object.fromEntries(headers), ...length },
        ...(signal ? { signal } : {}),
      });
      try {
        return await new Promise((resolve, reject) => {
          request.on('response', resolve).on('error', reject);
          request.end(body);
        });
      } catch (error) {
        // The server may close an idle connection just as it is reused. In that case, it has not read the request.
        const { code = '' } = error as NodeJS.ErrnoException;
        if (!request.reusedSocket || !CLOSED_WHILE_IDLE.has(code)) throw error;
      }
    }
  }
}

function responseOf(incoming: IncomingMessage): Response {
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const status = incoming.statusCode ?? 0;
  return new Response(Readable.toWeb(incoming) as ReadableStream<Uint8Array>, { status, headers });
}
