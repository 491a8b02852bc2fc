import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A call at which something happens: before the server gets it, or once it has responded and before the client knows. */
export interface Watched {
  readonly method: string;
  /** The end of its path. */
  readonly path: string;
  readonly moment: 'before' | 'after';
  readonly happens: () => Promise<void>;
}

/** Passes requests on to a server, whose address may change. What cannot be passed on resets the client's connection. */
export class Gate implements AsyncDisposable {
  /** The port of the server. */
  target: number;
  watched: Watched | null = null;
  readonly #server = createServer((request, response) => {
    this.#pass(request, response).catch(() => request.socket.destroy());
  });

  private constructor(target: number) {
    this.target = target;
  }

  static async open(target: number): Promise<Gate> {
    const gate = new Gate(target);
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    return gate;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    await this.#happen('before', request);
    const { method, url: path, headers } = request;
    const passed = httpRequest({ host: '127.0.0.1', port: this.target, method, path, headers, agent: false });
    passed.end(body);
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    const answered = await buffer(answer);
    if (await this.#happen('after', request)) throw new Error('the response is lost');
    response.writeHead(answer.statusCode ?? 0, answer.headers).end(answered);
  }

  /** @returns true if the request was the watched one, at the watched moment */
  async #happen(moment: Watched['moment'], { method, url }: IncomingMessage): Promise<boolean> {
    const { watched } = this;
    if (!watched || watched.moment !== moment || watched.method !== method) return false;
    if (!url!.endsWith(watched.path)) return false;
    this.watched = null;
    await watched.happens();
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
