import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { RawExchange } from '../../../src/lab/record/exchange.ts';
import {
  type Ending,
  open,
  type Received,
  readAll,
  startPeer,
  startProxy,
  untilReceived,
} from './raw-peers.ts';

/** A conversation: what the client sends, and what the server does with its connection. */
interface Conversation {
  readonly client: (socket: Socket) => Promise<void> | void;
  /** @param told resolves when the client has received the text of `tells` */
  readonly server: (socket: Socket, told: Promise<void>) => Promise<void> | void;
  readonly tells?: string;
  /** How the connection ends for the client, if not by closing. */
  readonly ending?: Ending;
  /** What the recorder says about the exchange, if it was not complete. */
  readonly outcome?: RawExchange['outcome'];
}

/** What both sides received. */
interface Seen {
  readonly atClient: Received;
  readonly atServer: Received;
  readonly exchanges: readonly RawExchange[];
}

const HOST = 'service.example';

/** Has a conversation with a server, directly or through the recorder. */
async function converse(
  { client, server, tells = '' }: Conversation,
  through: 'recorder' | 'directly',
): Promise<Seen> {
  let atServer: Promise<Received> | undefined;
  let tell: () => void = () => undefined;
  const told = new Promise<void>(resolve => {
    tell = resolve;
  });
  const serverPort = await startPeer(socket => {
    atServer = readAll(socket);
    void server(socket, told);
  });
  const proxy = through === 'directly' ? null : await startProxy(serverPort, HOST);
  const port = proxy?.port ?? serverPort;
  const socket = open(port);
  const atClient = readAll(socket);
  await once(socket, 'connect');
  void untilReceived(socket, tells).then(tell);
  await client(socket);
  return { atClient: await atClient, atServer: await atServer!, exchanges: proxy?.exchanges ?? [] };
}

const request = (line: string, headers: readonly string[] = [], body = ''): string =>
  [line, `Host: ${HOST}`, 'Connection: keep-alive', ...headers, '', body].join('\r\n');

/** A client that sends bytes at once, and closes when it has received the last ones. */
const sending = (bytes: string | Buffer, last: string) => async (socket: Socket) => {
  const done = untilReceived(socket, last);
  socket.write(bytes);
  await done;
  socket.end();
};

/** A client that sends a request, and closes when the server does. */
const askAndFollow = (line: string) => (socket: Socket) => {
  socket.write(request(line));
  socket.on('end', () => socket.end());
};

/** A server that responds when it has received the last bytes of the request. */
const responding =
  (after: string, ...parts: readonly (string | Buffer)[]) =>
  async (socket: Socket) => {
    socket.on('end', () => socket.end());
    await untilReceived(socket, after);
    for (const part of parts) {
      socket.write(part);
      await new Promise(resolve => setImmediate(resolve));
    }
  };

const BIG = 'x'.repeat(2 * 1024 * 1024);
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

const CONVERSATIONS: Readonly<Record<string, Conversation>> = {
  'headers in unusual case, order and number, and bytes above 0x7f': {
    client: sending(
      Buffer.from(
        request(
          'POST /a?b=%20&b= HTTP/1.1',
          ['aUTHORIZATION: Bearer k', 'X: 1', 'x: \xe9', 'Content-Length: 3'],
          'a\xffb',
        ),
        'latin1',
      ),
      'end',
    ),
    server: responding(
      'b',
      Buffer.from(
        'HTTP/1.1 402 \xfc\r\nSET-cookie: a=1\r\nset-Cookie: b=2\r\ncontent-length: 3\r\n\r\nend',
        'latin1',
      ),
    ),
  },
  chunks: {
    client: sending(
      request('POST / HTTP/1.1', ['Transfer-Encoding: chunked'], '3\r\nabc\r\n0\r\n\r\n'),
      '\r\n0\r\n\r\n',
    ),
    server: responding('abc\r\n0\r\n\r\n', CHUNKED, '5', '\r\nhello\r', '\n0\r\n\r\n'),
  },
  'bodies of 2 MB in both directions': {
    client: sending(request('POST / HTTP/1.1', [`Content-Length: ${BIG.length + 3}`], `${BIG}end`), 'done'),
    server: responding('end', `HTTP/1.1 200 OK\r\nContent-Length: ${BIG.length + 4}\r\n\r\n`, BIG, 'done'),
  },
  'a response to HEAD, which has a length and no body': {
    client: sending(request('HEAD / HTTP/1.1') + request('GET / HTTP/1.1'), 'second'),
    server: async socket => {
      const second = untilReceived(socket, 'GET /');
      socket.on('end', () => socket.end());
      await untilReceived(socket, '\r\n\r\n');
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n');
      await second;
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond');
    },
  },
  'pipelined requests': {
    client: sending(
      Array.from({ length: 40 }, (_, index) => request(`GET /${index} HTTP/1.1`)).join(''),
      'n39',
    ),
    server: socket => {
      let received = '';
      let answered = 0;
      socket.on('end', () => socket.end());
      socket.on('data', chunk => {
        received += chunk;
        for (; received.split('\r\n\r\n').length - 1 > answered; answered++) {
          const body = `n${answered}`;
          socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
        }
      });
    },
  },
  'a request that waits for 100 Continue': {
    client: async socket => {
      const last = untilReceived(socket, 'end');
      const invited = untilReceived(socket, '100 Continue\r\n\r\n');
      socket.write(request('POST / HTTP/1.1', ['Content-Length: 4', 'Expect: 100-continue']));
      await invited;
      socket.write('body');
      await last;
      socket.end();
    },
    server: async socket => {
      socket.on('end', () => socket.end());
      const body = untilReceived(socket, 'body');
      await untilReceived(socket, '\r\n\r\n');
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      await body;
      socket.write('HTTP/1.1 202 Accepted\r\nContent-Length: 3\r\n\r\nend');
    },
  },
  'a response that is cut off, with the connection closed': {
    client: askAndFollow('GET / HTTP/1.1'),
    server: async socket => {
      await untilReceived(socket, '\r\n\r\n');
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"succ');
    },
    outcome: { kind: 'truncated', error: 'the connection was closed' },
  },
  'a response that is cut off by a reset': {
    client: socket => void socket.write(request('GET / HTTP/1.1')),
    server: async (socket, told) => {
      await untilReceived(socket, '\r\n\r\n');
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"succ');
      await told;
      socket.resetAndDestroy();
    },
    tells: '{"succ',
    ending: 'reset',
    outcome: { kind: 'truncated', error: 'ECONNRESET' },
  },
  'a reset instead of a response': {
    client: socket => void socket.write(request('GET / HTTP/1.1')),
    server: async socket => {
      await untilReceived(socket, '\r\n\r\n');
      socket.resetAndDestroy();
    },
    ending: 'reset',
    outcome: { kind: 'upstream-error', error: 'ECONNRESET' },
  },
  'a closed connection instead of a response': {
    client: askAndFollow('GET / HTTP/1.1'),
    server: async socket => {
      await untilReceived(socket, '\r\n\r\n');
      socket.end();
    },
    outcome: { kind: 'upstream-error', error: 'the connection was closed' },
  },
  'a body that ends with the connection': {
    client: askAndFollow('GET / HTTP/1.1'),
    server: async socket => {
      await untilReceived(socket, '\r\n\r\n');
      socket.end('HTTP/1.1 200 OK\r\n\r\nuntil the end');
    },
  },
};

describe('the recorder changes no byte and no ending, and says how it ended, of', () => {
  test.each(Object.entries(CONVERSATIONS))('%s', async (_name, conversation) => {
    const direct = await converse(conversation, 'directly');
    const recorded = await converse(conversation, 'recorder');
    expect(recorded.atServer.bytes.toString('latin1')).toBe(direct.atServer.bytes.toString('latin1'));
    expect(recorded.atClient.bytes.toString('latin1')).toBe(direct.atClient.bytes.toString('latin1'));
    expect(direct.atClient.ending).toBe(conversation.ending ?? 'closed');
    expect(recorded.atClient.ending).toBe(direct.atClient.ending);
    expect(direct.atServer.bytes.length).toBeGreaterThan(0);
    const outcomes = new Set(recorded.exchanges.map(({ outcome }) => JSON.stringify(outcome)));
    expect([...outcomes]).toEqual([JSON.stringify(conversation.outcome ?? { kind: 'complete' })]);
  });
});
