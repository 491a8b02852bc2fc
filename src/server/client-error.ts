import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../core/domain/errors.ts';
import { failed, headersOf, type RateHeaders } from './api-response.ts';
import { splitUrl } from './read-request.ts';
import { explainPath } from './service/unknown-path.ts';

/** The latest request on a connection, with its response. */
interface PendingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** An error of Node's HTTP parser. */
interface ParserError extends NodeJS.ErrnoException {
  /** The bytes that were being parsed; they begin anywhere in the request if it arrived in several parts. */
  readonly rawPacket?: Buffer;
  /** Where in them the parser stopped. */
  readonly bytesParsed?: number;
}

/** The methods of each path of the service API, for the Allow header. */
export type MethodsByPath = ReadonlyMap<string, string>;

/** The reason phrase of each code's status. */
const REASONS = {
  INVALID_JSON: 'Bad Request',
  NOT_FOUND: 'Not Found',
  METHOD_NOT_ALLOWED: 'Method Not Allowed',
  REQUEST_TOO_LARGE: 'Content Too Large',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Responds with an error and closes the connection. */
type Refuse = (error: keyof typeof REASONS, explain: string, extra?: Record<string, string>) => void;

/** Writes responses directly to the socket, where Node made no response object. */
const refusing =
  (socket: Duplex, rate: RateHeaders): Refuse =>
  (error, explain, extra = {}) => {
    const apiResponse = failed(error, explain, { headers: { ...extra, Connection: 'close' } });
    const headers = headersOf(apiResponse, rate, 'unreadable');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(
      `HTTP/1.1 ${apiResponse.status} ${REASONS[error]}\r\n${lines.join('')}\r\n${apiResponse.body}`,
    );
  };

const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ (\S+) HTTP\/1\.[01]$/;

/** The path of a request with a method that Node's parser does not know; null if its first line is not valid either. */
function pathOf({ rawPacket, bytesParsed = 0 }: ParserError): string | null {
  if (!rawPacket) return null;
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  const end = rawPacket.indexOf('\r', start);
  if (end < 0) return null;
  const target = REQUEST_LINE.exec(rawPacket.toString('latin1', start, end))?.[1];
  return target === undefined ? null : splitUrl(target)[0];
}

/** The paths of the sandbox itself, of which the service API knows nothing. */
const OWN_PATH = /^\/(?:_sandbox(?:\/.*)?|healthz|readyz)?$/;

/** Responds to a request with an unknown method as to one with a wrong method: the path is checked first. */
function respondToMethod(refuse: Refuse, path: string, methods: MethodsByPath): void {
  const allow = methods.get(path);
  if (allow === undefined) refuse('NOT_FOUND', explainPath(path, methods));
  else refuse('METHOD_NOT_ALLOWED', `the method is not allowed here; use ${allow}`, { Allow: allow });
}

/** Responds to bytes that are not a request. */
function respondToParserError(refuse: Refuse, error: ParserError, methods: MethodsByPath): void {
  const path = error.code === 'HPE_INVALID_METHOD' ? pathOf(error) : null;
  if (path !== null && !OWN_PATH.test(path)) respondToMethod(refuse, path, methods);
  else if (error.code === 'HPE_HEADER_OVERFLOW') {
    refuse('REQUEST_TOO_LARGE', 'the request line and headers are larger than 16 KiB; send less');
  } else {
    refuse('INVALID_JSON', `the request is not valid HTTP/1.1: ${error.message}`);
  }
}

/**
 * Responds to CONNECT, and to input that is not valid HTTP, with an error of the API instead of Node's own response, so
 * that a client never sees a status that the specification does not list. If a complete request precedes the invalid
 * input on the connection, that request gets its response first.
 * @param rate the rate limit headers; the request's key is not known
 */
export function respondToClientErrors(server: Server, methods: MethodsByPath, rate: RateHeaders): void {
  const pending = new WeakMap<Duplex, PendingRequest>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    pending.set(request.socket, { request, response });
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    refusing(socket, rate)('METHOD_NOT_ALLOWED', 'CONNECT is not allowed here; use GET or POST', {
      Allow: 'GET, POST',
    });
  });
  server.on('clientError', (error: ParserError, socket) => {
    const before = pending.get(socket);
    const isResponding = before !== undefined && !before.response.writableFinished;
    if (isResponding && before.request.complete) {
      before.response.once('close', () => socket.destroy());
    } else if (!socket.writable || (isResponding && before.response.headersSent)) {
      socket.destroy();
    } else respondToParserError(refusing(socket, rate), error, methods);
  });
}
