import { connect, type Socket } from 'node:net';

/** A response as read from the socket. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** True if the server closes the connection after it. */
  readonly isLast: boolean;
}

/** Only a server that hangs takes so long, even on a machine that is ten times slower. */
const PATIENCE_MS = 120_000;
const HEAD_END = '\r\n\r\n';

type Headers = Readonly<Record<string, string>>;

/**
 * Parses one complete response from the beginning of the received bytes; interim ones (1xx) are skipped.
 * @param isToHead whether the response with these headers is one to HEAD, which has no body whatever its Content-Length
 */
export function takeAnswer(
  bytes: Buffer,
  isToHead: (headers: Headers) => boolean,
): { readonly answer: WireAnswer; readonly rest: Buffer } | null {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(`${statusLine} `)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no status line: ${JSON.stringify(statusLine)}`);
  if (status < 200) return takeAnswer(bytes.subarray(end + HEAD_END.length), isToHead);
  const headers = Object.fromEntries(
    lines.map(line => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const isBare = isToHead(headers) || status === 204 || status === 304;
  const length = isBare ? 0 : Number(headers['content-length']);
  if (Number.isNaN(length)) throw new Error(`an answer without a length: ${statusLine}`);
  const from = end + HEAD_END.length;
  if (bytes.length < from + length) return null;
  const body = bytes.toString('utf8', from, from + length);
  const isLast = headers.connection === 'close';
  return { answer: { status, headers, body, isLast }, rest: bytes.subarray(from + length) };
}

/** False if the server could not parse the request: then it does not know that it is HEAD. */
const isRead = (headers: Headers): boolean => headers['x-sandbox-request-id'] !== 'unreadable';

/** A connection that is reused for one request after the other. */
export class KeptConnection {
  readonly #port: number;
  #socket: Socket | null = null;

  constructor(port: number) {
    this.#port = port;
  }

  /** Writes a request and waits for its response. @throws Error if none arrives in time, or the connection breaks */
  ask(bytes: Buffer, method: string): Promise<WireAnswer> {
    this.#socket ??= connect(this.#port, '127.0.0.1').setNoDelay(true);
    const socket = this.#socket;
    return new Promise<WireAnswer>((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0);
      const settle = (error: Error | null, answer?: WireAnswer): void => {
        clearTimeout(timer);
        socket.removeAllListeners();
        socket.on('error', () => undefined);
        if (error || answer?.isLast) this.close();
        if (answer) resolve(answer);
        else reject(error);
      };
      const timer = setTimeout(() => settle(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
      socket.on('data', chunk => {
        received = Buffer.concat([received, chunk]);
        try {
          const taken = takeAnswer(received, headers => method === 'HEAD' && isRead(headers));
          if (taken) settle(null, taken.answer);
        } catch (error) {
          settle(error as Error);
        }
      });
      socket.on('error', error => settle(error));
      socket.on('close', () =>
        settle(new Error(`the connection ended without an answer after ${received.length} bytes`)),
      );
      socket.write(bytes);
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }
}

/**
 * Writes bytes on a new connection, ends this side of it, and reads until the server ends its side.
 * @throws Error if it does not do so in time
 */
export function writeAndEnd(port: number, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the server kept a connection open for ${PATIENCE_MS} ms after its end`));
    }, PATIENCE_MS);
    socket.on('data', chunk => chunks.push(chunk));
    // A server that refuses early resets the connection; its response arrives before the reset.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    });
    socket.end(bytes);
  });
}
