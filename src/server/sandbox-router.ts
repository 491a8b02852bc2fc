import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type RequestHandler, type Response, Router } from 'express';
import type { Registry } from 'prom-client';
import type { Contract } from '../contract/contract-types.ts';
import { startingContract } from '../contract/load-contract.ts';
import { Feeds } from '../host/live-feed.ts';
import { NamedSnapshots } from '../host/snapshots/named-snapshots.ts';
import { checkOrigin, printableKey } from './control/access-control.ts';
import { controlRouter, handleError } from './control/control-router.ts';
import { arrivalSummary } from './control/webhook-calls.ts';
import { lazyHandler } from './lazy-handler.ts';
import { publicUrlOption } from './sandbox-options.ts';
import type { ServerParts } from './server-parts.ts';

/** Everything under /_sandbox, the probes, the redirect from `/`, and what browsers and crawlers ask every server for. */
export async function sandboxRouter(parts: ServerParts): Promise<Router> {
  const control = await startingContract('control-v1');
  const contracts = { 'energy-rental-v1': parts.service, 'control-v1': control };
  const { core, options, findings, receiver } = parts;
  const feeds = new Feeds(core);
  findings.follow({
    follows: account => feeds.isFollowed(account),
    take: (account, finding) =>
      feeds.publish(account, () => {
        const external_ids = finding.orders.flatMap(id => account?.orderById(id)?.externalId ?? []);
        return { kind: 'finding', ...finding, external_ids };
      }),
  });
  receiver.follow((account, arrival) =>
    feeds.publish(account, () => ({ kind: 'arrival', ...arrivalSummary(arrival) })),
  );
  let metrics: Registry | null = null;
  const controlParts = {
    ...parts,
    snapshots: new NamedSnapshots(core),
    feeds,
    metrics: async () => {
      // Loaded on demand: few servers are scraped.
      const { metricsOf } = await import('./metrics.ts');
      metrics ??= metricsOf({ core, traffic: parts.traffic, data: options.data });
      return metrics;
    },
  };
  const node = lazyHandler(async () => (await import('./tron/tron-router.ts')).tronRouter(parts));
  let isUsed = false;
  const docs = { apiKey: () => printableKey(core, options), publicUrl: publicUrlOption(options) };
  return Router({ strict: true, caseSensitive: true })
    .use((request, response, next) => {
      response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
      response.setHeader('X-Content-Type-Options', 'nosniff');
      checkOrigin(request, options);
      if (!isUsed && request.url.startsWith('/_sandbox/')) {
        isUsed = true;
        parts.preloader.after(response, loadRest);
      }
      next();
    })
    .use(dashboardRouter())
    .get('/favicon.ico', (_request, response) => send(response, 'image/svg+xml', ICON))
    .get('/robots.txt', (_request, response) => send(response, 'text/plain; charset=utf-8', ROBOTS))
    .use('/_sandbox', docsRouter(contracts, docs))
    .use('/_sandbox/accounts/:account/tron', node)
    .use(controlRouter(control, controlParts))
    .use(handleError);
}

/** Loads what only some calls need, and probes do not. */
async function loadRest(): Promise<void> {
  await import('../core/scenario/parse-scenario.ts');
  await import('../host/snapshots/import-check.ts');
  await import('../core/engine/stored-defaults.ts');
}

/**
 * A Content-Security-Policy that allows nothing from another host, nothing inline and no framing.
 * @param more sources that a directive allows besides, such as `'unsafe-inline'`
 */
const contentSecurityPolicy = (more: { readonly styles?: string; readonly images?: string } = {}): string =>
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

/** Where a file or folder is: next to the bundle if a build copied it, otherwise in the checkout. */
function placeOf(name: string, inCheckout: string): string {
  const copied = new URL(name, import.meta.url);
  return fileURLToPath(existsSync(copied) ? copied : new URL(inCheckout, import.meta.url));
}

function redirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { Location: location, 'Content-Length': 0 });
  response.end();
}

function setPageHeaders(response: ServerResponse, path: string): void {
  // The dashboard draws SVG that it has made itself, to save it as PNG.
  response.setHeader('Content-Security-Policy', contentSecurityPolicy({ images: 'blob:' }));
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
function dashboardRouter(): Router {
  const folder = placeOf('./dashboard/', '../../dist/dashboard/');
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

/** The viewer writes inline styles. */
const CONTENT_SECURITY_POLICY = contentSecurityPolicy({ styles: "'unsafe-inline'", images: 'data:' });

interface DocsOptions {
  /** Returns an API key that the page fills in, for immediate calls; null if the reader enters a key. */
  readonly apiKey: () => string | null;
  /** The address of the server in the descriptions; null for the server from which the page comes. */
  readonly publicUrl?: string | null;
}

/**
 * The docs page and the OpenAPI descriptions, to be mounted at `/_sandbox`: `/docs` and `/openapi/<name>.yaml|.json`.
 * The page works offline, and sends the calls that a reader tries to its own origin.
 * @param contracts by file name, in the order of the page's list
 */
export function docsRouter(contracts: Readonly<Record<string, Contract>>, options: DocsOptions): Router {
  const { publicUrl = null } = options;
  const router = Router({ strict: true, caseSensitive: true });
  const names = Object.keys(contracts);
  const page = pageFor(names);
  router.get('/docs', (_request, response) => sendPage(response, page));
  router.get('/docs/', (request, response) => redirect(response, 308, `${request.baseUrl}/docs`));
  router.get('/docs/start.js', async (_request, response) =>
    send(response, 'text/javascript; charset=utf-8', await startScript(names, options.apiKey())),
  );
  router.get('/docs/icon.svg', (_request, response) => send(response, 'image/svg+xml', ICON));
  for (const name of ['docs.css', 'tokens.css'] as const) {
    router.get(`/docs/${name}`, async (_request, response) =>
      send(response, 'text/css; charset=utf-8', await readOwnFile(name)),
    );
  }
  router.use(
    '/docs',
    express.static(assetFolder(), { index: false, redirect: false, setHeaders: revalidated }),
  );
  for (const [name, contract] of Object.entries(contracts)) {
    router.get(`/openapi/${name}.yaml`, (_request, response) =>
      send(response, 'application/yaml; charset=utf-8', textAt(contract, publicUrl)),
    );
    let json: Buffer | null = null;
    router.get(`/openapi/${name}.json`, (_request, response) => {
      json ??= Buffer.from(JSON.stringify(documentAt(contract, publicUrl), null, 2));
      send(response, 'application/json', json);
    });
  }
  return router;
}

const textAt = ({ text }: Contract, url: string | null): string =>
  url === null
    ? text
    : text.replace(/^servers:\n {2}- url: \S+$/m, () => `servers:\n  - url: ${JSON.stringify(url)}`);

const documentAt = ({ document }: Contract, url: string | null): object =>
  url === null ? document : { ...document, servers: [{ url }] };

function send(response: Response, type: string, body: string | Buffer): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-cache');
  response.end(body);
}

function sendPage(response: Response, page: string): void {
  response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  response.setHeader('Referrer-Policy', 'no-referrer');
  send(response, 'text/html; charset=utf-8', page);
}

const TITLES: Readonly<Record<string, string>> = {
  'energy-rental-v1': 'Service API',
  'control-v1': 'Control API',
};

const pageFor = (names: readonly string[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Energy rental sandbox: API docs</title>
    <link rel="icon" type="image/svg+xml" href="docs/icon.svg">
    <link rel="stylesheet" href="docs/tokens.css">
    <link rel="stylesheet" href="docs/docs.css">
    <script defer src="docs/swagger-ui-bundle.js"></script>
    <script defer src="docs/start.js"></script>
  </head>
  <body>
    <header class="docs-top">
      <span class="brand">${LOGO} Energy sandbox</span>
      <nav aria-label="Descriptions">
        ${names.map(name => `<a href="docs?api=${name}" data-api="${name}">${TITLES[name] ?? name}</a>`).join('\n        ')}
      </nav>
      <a class="back" href="./">Back to the dashboard</a>
    </header>
    <main id="docs"></main>
    <noscript>This page needs JavaScript. The OpenAPI descriptions are under <code>openapi/</code>.</noscript>
  </body>
</html>
`;

const drawLogo = (attributes: string): string =>
  `<svg ${attributes} viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4b4ded"/><path d="M18.2 5 8 18.2h6.6L13.4 27 24 13.4h-6.9z" fill="#fff"/></svg>`;
const LOGO = drawLogo('width="24" height="24" aria-hidden="true"');
/** Pages that name no icon, such as JSON, get it. */
const ICON = drawLogo('xmlns="http://www.w3.org/2000/svg"');
const ROBOTS = 'User-agent: *\nDisallow: /\n';

/** The page's own files, where they are in the source. A build copies them next to the files of the viewer. */
const OWN_FILES = {
  'docs-start.js': './docs-start.js',
  'docs.css': './docs.css',
  'tokens.css': '../dashboard/styles/tokens.css',
} as const;

const readOwnFile = (name: keyof typeof OWN_FILES): Promise<string> =>
  readFile(placeOf(`./docs-assets/${name}`, OWN_FILES[name]), 'utf8');

/**
 * The script that starts the viewer. It reads the description to show and the account from the query.
 * @param key the key to fill in, if the browser has no key of the account; null for no key
 */
const startScript = async (names: readonly string[], key: string | null): Promise<string> =>
  `const names = ${JSON.stringify(names)};\nconst serverKey = ${JSON.stringify(key)};\n${await readOwnFile('docs-start.js')}`;

const revalidated = (response: ServerResponse): void => void response.setHeader('Cache-Control', 'no-cache');

/** The folder of the viewer's files: `docs-assets` next to the bundle if a build copied them, else the installed package. */
function assetFolder(): string {
  const copied = new URL('./docs-assets/', import.meta.url);
  if (existsSync(copied)) return fileURLToPath(copied);
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
