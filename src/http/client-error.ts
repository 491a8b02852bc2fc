import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { DEFAULT_SETTINGS } from '../domain/assumptions.ts';
import type { ErrorCode } from '../domain/errors.ts';
import { failed, headersOf } from './api-response.ts';

/** The latest request on a connection, with its response. */
interface PendingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The reason phrase of each code's status. */
const REASONS = {
  INVALID_JSON: 'Bad Request',
  METHOD_NOT_ALLOWED: 'Method Not Allowed',
  REQUEST_TOO_LARGE: 'Content Too Large',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Writes a response directly to the socket, where Node made no response object, and closes the connection. */
function sendAndClose(
  socket: Duplex,
  error: keyof typeof REASONS,
  explain: string,
  extra: Record<string, string> = {},
): void {
  const apiResponse = failed(error, explain, { headers: { ...extra, Connection: 'close' } });
  const limit = DEFAULT_SETTINGS.rate_limit_per_minute;
  const headers = headersOf(apiResponse, { limit, remaining: limit, retryAfterS: null }, 'unreadable');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${apiResponse.status} ${REASONS[error]}\r\n${lines.join('')}\r\n${apiResponse.body}`);
}

/**
 * Responds to CONNECT, and to input that is not valid HTTP, with an error of the API instead of Node's own response, so
 * that a client never sees a status that the specification does not list. If a complete request precedes the invalid
 * input on the connection, that request gets its response first.
 */
export function respondToClientErrors(server: Server): void {
  const pending = new WeakMap<Duplex, PendingRequest>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    pending.set(request.socket, { request, response });
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    sendAndClose(socket, 'METHOD_NOT_ALLOWED', 'CONNECT is not allowed here; use GET or POST', {
      Allow: 'GET, POST',
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const before = pending.get(socket);
    const isResponding = before !== undefined && !before.response.writableFinished;
    if (isResponding && before.request.complete) {
      before.response.once('close', () => socket.destroy());
    } else if (!socket.writable || (isResponding && before.response.headersSent)) {
      socket.destroy();
    } else if (error.code === 'HPE_HEADER_OVERFLOW') {
      sendAndClose(
        socket,
        'REQUEST_TOO_LARGE',
        'the request line and headers are larger than 16 KiB; send less',
      );
    } else {
      sendAndClose(socket, 'INVALID_JSON', `the request is not valid HTTP/1.1: ${error.message}`);
    }
  });
}
