import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtinContract } from '../../src/contract/load-contract.ts';
import { docsRouter } from '../../src/server/sandbox-router.ts';

let server: Server;
let origin: string;

beforeAll(async () => {
  const app = express().use(
    '/_sandbox',
    docsRouter(
      { 'energy-rental-v1': await builtinContract('energy-rental-v1') },
      { apiKey: () => 'key-of-demo' },
    ),
  );
  server = createServer(app);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise(resolve => server.close(resolve)));

const get = (path: string): Promise<Response> => fetch(`${origin}/_sandbox${path}`, { redirect: 'manual' });

describe('the docs page', () => {
  test('loads nothing from another host and runs no inline script', async () => {
    const response = await get('/docs');
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self';",
    );
    expect(page).not.toMatch(/https?:|<script>|\son\w+=/);
  });

  test('serves every file that it links to, to be revalidated on each visit', async () => {
    const page = await (await get('/docs')).text();
    const links = [...page.matchAll(/<(?:link|script)[^>]*(?:src|href)="([^"]+)"/g)].map(match => match[1]!);
    expect(links).toEqual([
      'docs/icon.svg',
      'docs/tokens.css',
      'docs/docs.css',
      'docs/swagger-ui-bundle.js',
      'docs/start.js',
    ]);
    expect(await (await get('/docs/docs.css')).text()).toContain('@import url("swagger-ui.css")');
    for (const link of [...links, 'docs/swagger-ui.css']) {
      const response = await get(`/${link}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      if (link.endsWith('.js'))
        expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
  });

  test('fills the key in, uses no validator, and lists the descriptions', async () => {
    const script = await (await get('/docs/start.js')).text();
    expect(script).toContain('"key-of-demo"');
    expect(script).toContain('validatorUrl: null');
    expect(script).toContain('const names = ["energy-rental-v1"];');
  });

  test('redirects from the path with a trailing slash', async () => {
    const response = await get('/docs/');
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe('/_sandbox/docs');
  });
});

test('the description is served as YAML and as JSON, with the same content', async () => {
  const [yaml, json] = await Promise.all([
    get('/openapi/energy-rental-v1.yaml'),
    get('/openapi/energy-rental-v1.json'),
  ]);
  expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  expect(json.headers.get('content-type')).toBe('application/json');
  expect(await json.json()).toEqual(parse(await yaml.text()));
});
