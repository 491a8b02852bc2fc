import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { RECIPIENT } from '../../support/addresses.ts';

/** A response as read from a connection. */
export interface WireAnswer {
  readonly status: number;
  readonly body: string;
}

/** A request to the service API as bytes. */
export function requestBytes(
  key: string,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

/** The bytes of a request that places an order. */
export const orderBytes = (
  key: string,
  externalId: string,
  headers: Readonly<Record<string, string>> = {},
): string =>
  requestBytes(
    key,
    'POST',
    '/api/v1/order/',
    { external_id: externalId, package_id: 1, address: RECIPIENT },
    headers,
  );

/** One TCP connection whose responses are read one after another. */
export class Wire {
  readonly socket: Socket;
  /** Resolves with the code of the error that closed the connection, or with null. */
  readonly ended: Promise<string | null>;
  #text = '';
  #isOver = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    let code: string | null = null;
    socket.setEncoding('latin1');
    socket.on('data', chunk => {
      this.#text += chunk;
      this.#wake();
    });
    socket.on('error', error => {
      code = (error as NodeJS.ErrnoException).code ?? String(error);
    });
    this.ended = new Promise(resolve => {
      socket.once('close', () => {
        this.#isOver = true;
        this.#wake();
        resolve(code);
      });
    });
  }

  /** Connects. @param allowHalfOpen the client continues reading after it ended its own side */
  static async open(port: number, allowHalfOpen = false): Promise<Wire> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
    const wire = new Wire(socket);
    await once(socket, 'connect');
    return wire;
  }

  write(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  /** The next complete response; null if the connection ends before it. */
  async answer(): Promise<WireAnswer | null> {
    for (;;) {
      const answer = this.#take();
      if (answer || this.#isOver) return answer;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  /** The given number of responses. */
  async answers(count: number): Promise<(WireAnswer | null)[]> {
    const answers: (WireAnswer | null)[] = [];
    for (let index = 0; index < count; index++) answers.push(await this.answer());
    return answers;
  }

  #take(): WireAnswer | null {
    const end = this.#text.indexOf('\r\n\r\n');
    if (end < 0) return null;
    const head = this.#text.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const bodyAt = end + 4;
    if (this.#text.length < bodyAt + length) return null;
    const body = this.#text.slice(bodyAt, bodyAt + length);
    this.#text = this.#text.slice(bodyAt + length);
    return { status: Number(head.slice(9, 12)), body };
  }
}
