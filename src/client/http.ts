import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import { text } from 'node:stream/consumers';
import { SandboxError } from './errors.ts';

/** A request to a sandbox. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** A complete response of a sandbox. */
export interface HttpResponse {
  readonly status: number;
  readonly text: string;
}

/** The redirect of a load-balanced sandbox to the path of an account. */
const MOVED = 307;

/** How the certificate of a server with TLS is checked: against `ca`, against Node's authorities, or not at all. */
export interface CertificateCheck {
  readonly ca?: string;
  readonly rejectUnauthorized?: boolean;
}

/** Node's codes for a certificate that it does not accept. */
const CERTIFICATE_PROBLEM = /CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE/;

const CLOSED_WHILE_IDLE = new Set(['ECONNRESET', 'EPIPE']);

/** An HTTP client for one sandbox with keep-alive connections. Idle connections do not keep the process alive. */
export class HttpClient {
  readonly origin: URL;
  readonly #agent: Agent;

  /** @throws SandboxError if the URL is not a valid http: or https: URL */
  constructor(url: string | URL, check: CertificateCheck = {}) {
    const address = String(url);
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
      const message = `url: expected the address of a sandbox, such as http://127.0.0.1:4010, got ${JSON.stringify(address)}`;
      throw new SandboxError(message, { code: 'INVALID_URL', path: 'url' });
    }
    this.origin = new URL(new URL(address).origin);
    this.#agent =
      this.origin.protocol === 'https:'
        ? new TlsAgent({ keepAlive: true, ...check })
        : new Agent({ keepAlive: true });
  }

  /** Sends a request, follows a redirect and reads the whole response. @throws SandboxError if there is no response */
  async send(options: HttpRequest): Promise<HttpResponse> {
    const response = await this.open(options);
    const { location } = response.headers;
    if (response.statusCode === MOVED && location !== undefined) {
      response.resume();
      const { pathname, search } = new URL(location, new URL(options.path, this.origin));
      return this.#read(await this.open({ ...options, path: pathname + search }));
    }
    return this.#read(response);
  }

  async #read(response: IncomingMessage): Promise<HttpResponse> {
    try {
      return { status: response.statusCode ?? 0, text: await text(response) };
    } catch (error) {
      throw this.#unreachable(error as NodeJS.ErrnoException);
    }
  }

  /**
   * Sends a request and returns the response when its headers have arrived. The caller must read the body.
   * @throws SandboxError if there is no response
   */
  async open(options: HttpRequest, signal?: AbortSignal): Promise<IncomingMessage> {
    const body = options.body === undefined ? null : Buffer.from(JSON.stringify(options.body));
    for (;;) {
      const request = this.#request(options, body, signal);
      try {
        return await responseTo(request, body);
      } catch (error) {
        // The server may close an idle connection just as it is reused. It has then not read the request.
        const { code = '' } = error as NodeJS.ErrnoException;
        if (request.reusedSocket && CLOSED_WHILE_IDLE.has(code)) continue;
        throw this.#unreachable(error as NodeJS.ErrnoException);
      }
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #request({ method, path, headers }: HttpRequest, body: Buffer | null, signal?: AbortSignal): ClientRequest {
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
    if (code !== undefined && CERTIFICATE_PROBLEM.test(code)) {
      return new SandboxError(
        `the certificate of ${this.origin.origin} is not trusted (${why}); pass the text of its CA file as the option ca, or start this process with NODE_EXTRA_CA_CERTS=<CA file>`,
        { code: 'UNREACHABLE' },
      );
    }
    return new SandboxError(
      `no sandbox responds at ${this.origin.origin} (${why}); start one with "npx energy-rental-sandbox", or correct the address`,
      { code: 'UNREACHABLE' },
    );
  }
}

function responseTo(request: ClientRequest, body: Buffer | null): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
    request.end(body);
  });
}
