import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import type { Contract } from '../contract/contract-types.ts';
import type { ErrorCode } from '../core/domain/error-codes.ts';
import { unusedRate } from '../core/engine/key-checks.ts';
import { endConnection } from '../host/node/end-connection.ts';
import type { HostClock } from '../host/node/host-clock.ts';
import { printNotice } from '../host/node/print-notice.ts';
import type { SandboxCore } from '../host/sandbox-core.ts';
import { connectionOf } from './connection.ts';
import { CONNECTION_LIMITS, limitConnections, serializeRequests } from './connection-limits.ts';
import { lazyHandler } from './lazy-handler.ts';
import { splitUrl } from './read-request.ts';
import type { ServerParts } from './server-parts.ts';
import { failed, headersOf, type RateHeaders, write } from './service/api-response.ts';
import { explainPath } from './service/request-checks.ts';
import { type RequestIds, requestIds } from './service/send-response.ts';
import { Service } from './service/service-router.ts';
import type { Owner } from './shared-limit.ts';

/** The paths of the sandbox itself: the dashboard, the docs, the control API and the probes. */
const SANDBOX_PATH = /^\/(?:_sandbox(?:\/.*)?|healthz|readyz)$/;

/** Paths that only GET reads: `/`, which leads to the dashboard, and files that browsers and crawlers ask every server for. */
const OWN_FILES = ['/', '/favicon.ico', '/robots.txt'];

export type ServerFactory = (options: ServerOptions, listener: RequestListener) => Server;

/**
 * A request with the properties that Express's router sets. Node would otherwise change the shape of each request several
 * times, which takes a tenth of the time of a GET request.
 */
class RoutedRequest extends IncomingMessage {
  next: unknown = null;
  baseUrl = '';
  originalUrl = '';
  params: unknown = null;
  route: unknown = null;
  _parsedUrl: unknown = null;
}

/** Creates the HTTP server. Express's router serves the sandbox's own paths, and the service API at all other paths. */
export function createHttpServer(parts: ServerParts, createFor: ServerFactory = createServer): Server {
  const rate = unusedRate(parts.core.defaults.settings.rate_limit_per_minute);
  const nextRequestId = requestIds();
  const router = rootRouter(parts, rate, nextRequestId);
  const options = {
    ...CONNECTION_LIMITS,
    // Otherwise Node itself responds to a missing Host header, with a 400 that has no error code.
    requireHostHeader: false,
    IncomingMessage: RoutedRequest,
  };
  const unreachable = (): void => undefined;
  const server = createFor(
    options,
    serializeRequests(
      (request, response) => {
        const problem = headProblem(request);
        if (problem !== null) refuseRequest(response, problem, rate, nextRequestId());
        else router(request as unknown as Request, response as unknown as Response, unreachable);
      },
      ownerIn(parts.core),
      parts.clock,
    ),
  );
  limitConnections(server, parts.clock);
  respondToClientErrors(server, methodsByPath(parts.service), { rate, nextRequestId, clock: parts.clock });
  return server;
}

/** Who sends a request: the account of its key; otherwise the last owner of its connection, or null. */
const ownerIn =
  ({ accounts }: SandboxCore) =>
  ({ socket, headers }: IncomingMessage): Owner => {
    const connection = connectionOf(socket);
    const digest = connection.digestOfKey(headers.authorization);
    return (digest === null ? null : accounts.holderOf(digest)?.account) ?? connection.owner;
  };

/**
 * What makes a request that Node accepts invalid HTTP/1.1; null if nothing does. Of several Host headers, Node would use
 * the first one, and a proxy perhaps the last one. Of a target with a fragment, routers and parsers use different parts.
 */
function headProblem({ rawHeaders, httpVersion, url }: IncomingMessage): string | null {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'it has two Host headers; send one';
  if (hosts === 0 && httpVersion === '1.1') return 'the Host header is missing; send one';
  return url!.includes('#') ? 'its target contains #, which is not allowed; write it as %23' : null;
}

function refuseRequest(
  response: ServerResponse,
  problem: string,
  rate: RateHeaders,
  requestId: string,
): void {
  const apiResponse = failed('INVALID_JSON', `${NOT_HTTP}: ${problem}`, {
    headers: { Connection: 'close' },
  });
  write(response, apiResponse, headersOf(apiResponse, rate, requestId));
}

const methodsByPath = ({ operations }: Contract): ReadonlyMap<string, string> =>
  operations.reduce(
    (found, { path, method }) => found.set(path, [found.get(path) ?? [], method].flat().join(', ')),
    new Map<string, string>(),
  );

/**
 * Express's router without an Express application. An application replaces the prototype of every request and response,
 * which on Node 20 takes longer than processing an order.
 * @param rate the rate limit headers of internal errors; the request's key may not be known yet
 */
function rootRouter(parts: ServerParts, rate: RateHeaders, nextRequestId: RequestIds): Router {
  const sandbox = lazyHandler(async () => (await import('./sandbox-router.ts')).sandboxRouter(parts));
  const service = new Service(parts, nextRequestId);
  const router = Router({ strict: true, caseSensitive: true });
  // First, because Express tests the path of a request against one route after the other.
  service.addRoutes(router, parts.service);
  return router
    .all(SANDBOX_PATH, sandbox)
    .get(OWN_FILES, sandbox)
    .use(service.handlerOf('unknown path'))
    .use(((error, _request, response, _next) =>
      sendInternalError(response, error, rate, nextRequestId())) satisfies ErrorRequestHandler);
}

/**
 * Responds to a request whose handling threw an unexpected error. The status is 503, because the specification lists no
 * 500. The error is written to stderr in full; the server keeps running.
 */
function sendInternalError(response: ServerResponse, error: unknown, rate: RateHeaders, id: string): void {
  printNotice(`internal error in ${id}; ${inspect(error)}`);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const explain = `internal error of the sandbox, please report it: ${error}`;
  const apiResponse = failed('SERVICE_UNAVAILABLE', explain);
  write(response, apiResponse, headersOf(apiResponse, rate, id));
}

interface ParserError extends NodeJS.ErrnoException {
  /** The bytes that were being parsed. If the request arrived in several parts, they can begin anywhere in it. */
  readonly rawPacket?: Buffer;
  /** The position in these bytes at which the parser stopped. */
  readonly bytesParsed?: number;
}

/** The methods of each path of the service API, for the Allow header. */
type MethodsByPath = ReadonlyMap<string, string>;

type Refuse = (error: ErrorCode, explain: string, extra?: Record<string, string>) => void;

/** What a refusal needs, besides the host's clock: rate limit headers, because the request's key is not known, and an id. */
interface RefusalParts {
  readonly rate: RateHeaders;
  readonly nextRequestId: RequestIds;
  readonly clock: HostClock;
}

/** Writes responses directly to the socket, because Node made no response object. */
const refusing =
  (socket: Socket, { rate, nextRequestId, clock }: RefusalParts): Refuse =>
  (error, explain, extra = {}) => {
    const apiResponse = failed(error, explain, { headers: { ...extra, Connection: 'close' } });
    const headers = headersOf(apiResponse, rate, nextRequestId());
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `HTTP/1.1 ${apiResponse.status} ${STATUS_CODES[apiResponse.status]}\r\n${lines.join('')}\r\n${apiResponse.body}`,
    );
    endConnection(socket, clock);
  };

const NOT_HTTP = 'the request is not valid HTTP/1.1';

const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ ([^\s#]+) HTTP\/1\.[01]$/;

/** The path of a request with a method that Node's parser does not know; null if its first line is not valid either. */
function pathOf({ rawPacket, bytesParsed = 0 }: ParserError): string | null {
  if (!rawPacket) return null;
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  const end = rawPacket.indexOf('\r', start);
  if (end < 0) return null;
  const target = REQUEST_LINE.exec(rawPacket.toString('latin1', start, end))?.[1];
  return target === undefined ? null : splitUrl(target)[0];
}

/** Responds to a request with an unknown method as to one with a wrong method: its path is checked first. */
function respondToMethod(refuse: Refuse, path: string, methods: MethodsByPath): void {
  const allow = methods.get(path);
  if (allow === undefined) refuse('NOT_FOUND', explainPath(path, methods));
  else refuse('METHOD_NOT_ALLOWED', `the method is not allowed here; use ${allow}`, { Allow: allow });
}

function respondToParserError(refuse: Refuse, error: ParserError, methods: MethodsByPath): void {
  const path = error.code === 'HPE_INVALID_METHOD' ? pathOf(error) : null;
  const isOwn = path !== null && (SANDBOX_PATH.test(path) || OWN_FILES.includes(path));
  if (path !== null && !isOwn) respondToMethod(refuse, path, methods);
  else if (error.code === 'HPE_HEADER_OVERFLOW') {
    refuse('REQUEST_TOO_LARGE', 'the request line and headers are larger than 16 KiB; send less');
  } else {
    refuse('INVALID_JSON', `${NOT_HTTP}: ${error.message}`);
  }
}

/**
 * Responds to CONNECT, and to input that is not valid HTTP, with an error of the API instead of Node's own response, so
 * that a client never sees a status that the specification does not list. If a complete request precedes the invalid
 * input on the connection, that request gets its response first. The connection is closed in any case.
 */
function respondToClientErrors(server: Server, methods: MethodsByPath, parts: RefusalParts): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    refusing(socket as Socket, parts)('METHOD_NOT_ALLOWED', 'CONNECT is not allowed here; use GET or POST', {
      Allow: 'GET, POST',
    });
  });
  server.on('clientError', (error: ParserError, duplex) => {
    const socket = duplex as Socket;
    const connection = connectionOf(socket);
    // Everything that the client sends after the first error causes another error.
    if (connection.isUnreadable) return;
    connection.isUnreadable = true;
    const { latest } = connection;
    const isResponding = latest !== null && !latest.writableFinished;
    if (isResponding && latest.req.complete) {
      latest.once('close', () => endConnection(socket, parts.clock));
    } else if (!socket.writable || (isResponding && latest.headersSent)) {
      socket.destroy();
    } else respondToParserError(refusing(socket, parts), error, methods);
  });
}
