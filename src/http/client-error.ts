import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { DEFAULT_SETTINGS } from '../domain/assumptions.ts';
import type { ErrorCode } from '../domain/errors.ts';
import { failed, headersOf } from './api-response.ts';

/** A request under way on a connection, with the answer that it will get. */
interface UnderWay {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The reason phrase that belongs to each code's status. */
const REASONS = {
  INVALID_JSON: 'Bad Request',
  METHOD_NOT_ALLOWED: 'Method Not Allowed',
  REQUEST_TOO_LARGE: 'Content Too Large',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Writes an answer for which there is no response object, and ends the connection. */
function end(
  socket: Duplex,
  error: keyof typeof REASONS,
  explain: string,
  extra: Record<string, string> = {},
): void {
  const answer = failed(error, explain, { headers: { ...extra, Connection: 'close' } });
  const limit = DEFAULT_SETTINGS.rate_limit_per_minute;
  const headers = headersOf(answer, { limit, remaining: limit, retryAfterS: null }, 'unreadable');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${answer.status} ${REASONS[error]}\r\n${lines.join('')}\r\n${answer.body}`);
}

/**
 * Gives what cannot be read as HTTP, and CONNECT, an answer of the API in place of node's bare one, so that a client
 * meets no status that the specification does not list. A request before it that is whole is answered first.
 */
export function answerClientErrors(server: Server): void {
  const underWay = new WeakMap<Duplex, UnderWay>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    underWay.set(request.socket, { request, response });
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    end(socket, 'METHOD_NOT_ALLOWED', 'CONNECT is not allowed here; use GET or POST', { Allow: 'GET, POST' });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const before = underWay.get(socket);
    const isAnswering = before !== undefined && !before.response.writableFinished;
    if (isAnswering && before.request.complete) {
      before.response.once('close', () => socket.destroy());
    } else if (!socket.writable || (isAnswering && before.response.headersSent)) {
      socket.destroy();
    } else if (error.code === 'HPE_HEADER_OVERFLOW') {
      end(socket, 'REQUEST_TOO_LARGE', 'the request line and headers are larger than 16 KiB; send less');
    } else {
      end(socket, 'INVALID_JSON', `the request is not valid HTTP/1.1: ${error.message}`);
    }
  });
}
