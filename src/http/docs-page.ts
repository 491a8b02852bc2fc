import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Response, Router } from 'express';
import type { Contract } from '../contract/types.ts';

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const YAML = 'application/yaml; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Allows nothing from another host and no inline script; inline styles are allowed, because the viewer writes them. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface DocsOptions {
  /** An API key that the page fills in, so that calls can be tried at once. Without it, the reader enters one. */
  readonly apiKey?: string;
  /** The server's address in the descriptions; null if it is the one that serves them. */
  readonly publicUrl?: string | null;
}

/**
 * The docs page and the OpenAPI descriptions, to be mounted at `/_sandbox`: `/docs` and `/openapi/<name>.yaml|.json`.
 * Works offline; calls tried from the page go to the page's own origin.
 * @param contracts by file name, in the order of the page's list
 */
export function docsRouter(contracts: Readonly<Record<string, Contract>>, options: DocsOptions = {}): Router {
  const { publicUrl = null } = options;
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/docs', (_request, response) => sendPage(response));
  router.get('/docs/', (request, response) => {
    response.writeHead(308, { Location: `${request.baseUrl}/docs` }).end();
  });
  router.get('/docs/start.js', (_request, response) =>
    send(response, SCRIPT, startScript(Object.keys(contracts), options)),
  );
  router.use(
    '/docs',
    express.static(assetFolder(), { index: false, redirect: false, setHeaders: revalidated }),
  );
  for (const [name, contract] of Object.entries(contracts)) {
    router.get(`/openapi/${name}.yaml`, (_request, response) =>
      send(response, YAML, textAt(contract, publicUrl)),
    );
    router.get(`/openapi/${name}.json`, (_request, response) =>
      send(response, JSON_TYPE, JSON.stringify(documentAt(contract, publicUrl), null, 2)),
    );
  }
  return router;
}

/** The text of a description with the address of the server. */
const textAt = ({ text }: Contract, url: string | null): string =>
  url === null
    ? text
    : text.replace(/^servers:\n {2}- url: \S+$/m, () => `servers:\n  - url: ${JSON.stringify(url)}`);

/** A description with the address of the server. */
const documentAt = ({ document }: Contract, url: string | null): object =>
  url === null ? document : { ...document, servers: [{ url }] };

function send(response: Response, type: string, body: string | Buffer): void {
  response.setHeader('Content-Type', type);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-cache');
  response.end(body);
}

function sendPage(response: Response): void {
  response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  response.setHeader('Referrer-Policy', 'no-referrer');
  send(response, HTML, PAGE);
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Energy rental sandbox: API docs</title>
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <style>body { margin: 0 }</style>
    <script defer src="docs/swagger-ui-bundle.js"></script>
    <script defer src="docs/swagger-ui-standalone-preset.js"></script>
    <script defer src="docs/start.js"></script>
  </head>
  <body>
    <main id="docs"></main>
    <noscript>This page needs JavaScript. The OpenAPI descriptions are under <code>openapi/</code>.</noscript>
  </body>
</html>
`;

/** The script that starts the viewer. It reads only `api` from the query: the description to show first. */
function startScript(names: readonly string[], { apiKey }: DocsOptions): string {
  const settings = {
    dom_id: '#docs',
    urls: names.map(name => ({ name, url: `openapi/${name}.yaml` })),
    layout: 'StandaloneLayout',
    validatorUrl: null,
    queryConfigEnabled: false,
    deepLinking: true,
    displayOperationId: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    defaultModelsExpandDepth: 0,
  };
  return `const names = ${JSON.stringify(names)};
const requested = new URLSearchParams(location.search).get('api');
const ui = SwaggerUIBundle({
  ...${JSON.stringify(settings)},
  'urls.primaryName': names.includes(requested) ? requested : names[0],
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  onComplete: () => {
    const key = ${JSON.stringify(apiKey ?? null)};
    if (key) ui.preauthorizeApiKey('apiKey', key);
  },
});
`;
}

const revalidated = (response: ServerResponse): void => void response.setHeader('Cache-Control', 'no-cache');

/** The folder of the viewer's files: `docs-assets` next to the bundle if a build copied them, else the installed package. */
function assetFolder(): string {
  const copied = new URL('./docs-assets/', import.meta.url);
  if (existsSync(copied)) return fileURLToPath(copied);
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
