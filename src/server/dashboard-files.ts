import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type RequestHandler, Router } from 'express';

/**
 * A Content-Security-Policy that allows nothing from another host, nothing inline and no framing.
 * @param more sources that a directive allows besides, such as `'unsafe-inline'`
 */
export const contentSecurityPolicy = (
  more: { readonly styles?: string; readonly images?: string } = {},
): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${more.styles ?? ''}`.trim(),
    `img-src 'self' ${more.images ?? ''}`.trim(),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const INDEX = 'index.html';

/** The folder of the built page: next to the bundle, or in dist/ when running from source. */
function dashboardFolder(): string {
  const nextToBundle = new URL('./dashboard/', import.meta.url);
  const folder = existsSync(new URL(INDEX, nextToBundle))
    ? nextToBundle
    : new URL('../../dist/dashboard/', import.meta.url);
  return fileURLToPath(folder);
}

function redirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { Location: location, 'Content-Length': 0 });
  response.end();
}

function setPageHeaders(response: ServerResponse, path: string): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy());
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  if (path.endsWith(INDEX)) response.setHeader('Cache-Control', 'no-cache');
}

const NOT_BUILT = Buffer.from(
  'The dashboard is missing. In a checkout, run "npm run build"; otherwise, install the package again. The API docs are at /_sandbox/docs.\n',
);

const sendNotBuilt: RequestHandler = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(NOT_BUILT);
};

/** The dashboard, to be mounted at the root: serves `/_sandbox/` and its assets, and redirects `/` there. */
export function dashboardRouter(): Router {
  const folder = dashboardFolder();
  const options = { redirect: false, setHeaders: setPageHeaders };
  const page = express.static(folder, { ...options, index: INDEX });
  // The names of the assets contain a hash of their content, so a cached copy never goes stale.
  const assets = express.static(join(folder, 'assets'), {
    ...options,
    index: false,
    immutable: true,
    maxAge: '1y',
  });
  return Router({ strict: true, caseSensitive: true })
    .get('/', (_request, response) => redirect(response, 302, '/_sandbox/'))
    .get('/_sandbox', (_request, response) => redirect(response, 308, '/_sandbox/'))
    .use('/_sandbox/assets', assets)
    .use('/_sandbox', (request, response, next) => {
      if (/^\/([?]|$)/.test(request.url)) page(request, response, next);
      else next();
    })
    .get('/_sandbox/', sendNotBuilt);
}
