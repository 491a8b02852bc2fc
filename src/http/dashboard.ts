import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router } from 'express';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** Nothing from another host, nothing inline, and no frame around it. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const INDEX = 'index.html';
const ASSETS = 'assets';

/** Assets carry a digest in their names, so that what was fetched once never has to be asked for again. */
const FOR_EVER = 'public, max-age=31536000, immutable';

interface File {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Where a build leaves the page: beside the bundle, or in dist/ where the sources run. */
function folderOf(): URL {
  const beside = new URL('./dashboard/', import.meta.url);
  return existsSync(new URL(INDEX, beside)) ? beside : new URL('../../dist/dashboard/', import.meta.url);
}

async function readInto(files: Map<string, File>, folder: URL, prefix: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const bytes = await readFile(fileURLToPath(new URL(entry.name, folder)));
    files.set(prefix + entry.name, { type, bytes });
  }
}

/** The page's files by their paths; empty where it was not built. They are known, so no path can lead elsewhere. */
async function readPage(): Promise<ReadonlyMap<string, File>> {
  const files = new Map<string, File>();
  const folder = folderOf();
  if (!existsSync(new URL(INDEX, folder))) return files;
  await readInto(files, folder, '');
  await readInto(files, new URL(`${ASSETS}/`, folder), `${ASSETS}/`);
  return files;
}

function send(response: ServerResponse, { type, bytes }: File, caching: string): void {
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Cache-Control': caching,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
  response.end(bytes);
}

function redirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { Location: location, 'Content-Length': 0 });
  response.end();
}

const NOT_BUILT = Buffer.from(
  'The dashboard was not built. Run "npm run build", then load the page again; docs are under /_sandbox/docs.\n',
);

/** The dashboard, to be mounted at the root: `/_sandbox/` and its assets; `/` leads there. */
export function dashboardRouter(): Router {
  let page: Promise<ReadonlyMap<string, File>> | null = null;
  const files = (): Promise<ReadonlyMap<string, File>> => {
    page ??= readPage().catch(error => {
      page = null;
      throw error;
    });
    return page;
  };
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/', (_request, response) => redirect(response, 302, '/_sandbox/'));
  router.get('/_sandbox', (_request, response) => redirect(response, 308, '/_sandbox/'));
  router.get('/_sandbox/', async (_request, response) => {
    const index = (await files()).get(INDEX);
    if (index) return send(response, index, 'no-cache');
    page = null;
    response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(NOT_BUILT);
  });
  router.get('/_sandbox/assets/:name', async (request, response, next) => {
    const file = (await files()).get(`${ASSETS}/${request.params.name}`);
    if (file) send(response, file, FOR_EVER);
    else next();
  });
  return router;
}
