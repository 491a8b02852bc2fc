import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import express, { type Express } from 'express';
import { CONNECTION_LIMITS, MAX_CONNECTIONS } from './limits.ts';
import { answerUnreadable } from './unreadable.ts';

type Constructor<T> = { new (...args: never[]): T; prototype: T };

/**
 * Express gives each request and response its own prototype anew, which on Node 20 costs more than everything else
 * it does. Objects that are born with that prototype are left as they are.
 */
function bornWith<T extends object>(base: Constructor<T>, prototype: object): Constructor<T> {
  function Born(this: T, ...args: unknown[]): void {
    (base as unknown as (...args: unknown[]) => void).apply(this, args);
  }
  Born.prototype = prototype;
  return Born as unknown as Constructor<T>;
}

/** An express app that adds nothing of its own to an answer. */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  return app;
}

/** A server whose requests and responses fit express from the start. */
export function createTunedServer(app: Express): Server {
  const Request = bornWith(IncomingMessage as unknown as Constructor<IncomingMessage>, app.request);
  const Response = bornWith(ServerResponse as unknown as Constructor<ServerResponse>, app.response);
  const server = createServer(
    {
      ...CONNECTION_LIMITS,
      // Node answers a missing Host with a bare 400 before anybody can say more.
      requireHostHeader: false,
      IncomingMessage: Request as unknown as typeof IncomingMessage,
      ServerResponse: Response as unknown as typeof ServerResponse,
    },
    app as RequestListener,
  );
  server.maxConnections = MAX_CONNECTIONS;
  answerUnreadable(server);
  return server;
}
