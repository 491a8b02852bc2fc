import { expect } from 'vitest';
import { test } from '../support/control-api.ts';

/** What browsers, their tools, crawlers and people who type a path ask for. */
const PATHS = [
  '/favicon.ico',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/apple-touch-icon-120x120-precomposed.png',
  '/robots.txt',
  '/.well-known/appspecific/com.chrome.devtools.json',
  '/.well-known/security.txt',
  '/sw.js',
  '/manifest.json',
  '/sitemap.xml',
  '/openapi.json',
  '/metrics',
  '/health',
  '/index.html',
  '/api-docs',
];

test("paths outside /api, without a key, are answered or not found, and are nobody's calls", async ({
  sandbox,
  control,
}) => {
  const anyone = sandbox.api.as(null);
  const found: string[] = [];
  for (const path of PATHS) {
    const { status } = await anyone.call('GET', path);
    expect([200, 404]).toContain(status);
    if (status === 200) found.push(path);
    await anyone.call('HEAD', path);
    await anyone.call('POST', path, { body: {} });
  }
  expect(found).toEqual(['/favicon.ico', '/robots.txt']);
  expect((await control.call('listUnknownCallers')).items).toEqual([]);
});

test('a page that asks for no icon gets that of the dashboard', async ({ sandbox }) => {
  const icon = await sandbox.api.as(null).call('GET', '/favicon.ico');
  expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(icon.text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox=.*<\/svg>$/);
});

test('crawlers are kept away from a server that they find', async ({ sandbox }) => {
  const robots = await sandbox.api.as(null).call('GET', '/robots.txt');
  expect([robots.status, robots.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(robots.text).toBe('User-agent: *\nDisallow: /\n');
});

test.for<[what: string, path: string, key: string | null]>([
  ['a path under /api', '/api/v1/nothing/', null],
  ['the folder of the API', '/api', null],
  ['another version', '/api/v2/balance/', null],
  ['a path outside /api, with a key', '/balance/', 'ersk_of_nobody_1234'],
  ["a browser's path, with a key", '/sw.js', 'ersk_of_nobody_1234'],
])('who asks for %s is a caller', async ([, path, key], { sandbox, control }) => {
  const answer = await sandbox.api.as(key).call('GET', path);
  expect(answer.outcome).toBe('404 NOT_FOUND');
  expect((await control.call('listUnknownCallers')).items).toMatchObject([{ url: path, status: 404 }]);
});
