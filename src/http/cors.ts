import type { IncomingMessage, ServerResponse } from 'node:http';

const EXPOSED =
  'X-RateLimit-Limit, X-RateLimit-Remaining, Retry-After, X-Sandbox-Request-Id, X-Sandbox-Explain';

/**
 * Lets a browser page of any origin read the response.
 * @returns true if the request was a preflight, which this function has then responded to
 */
export function allowAnyOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return false;
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Sandbox-Scenario',
    'Access-Control-Max-Age': 600,
  });
  response.end();
  return true;
}
