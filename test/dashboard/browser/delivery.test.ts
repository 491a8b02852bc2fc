import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { setUpStage } from './stage.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BUILT = join(ROOT, 'dist/dashboard');
const MAX_SCRIPT_BYTES = 60 * 1_024;

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));

const newest = (folder: string): number =>
  Math.max(...filesUnder(folder).map(file => statSync(file).mtimeMs));

test('the tested dashboard is not older than its sources; otherwise run "npm run build"', () => {
  expect(newest(BUILT)).toBeGreaterThan(newest(join(ROOT, 'src/dashboard')));
});

/** The scripts that the page loads at its start: those of its HTML, and what they import statically. */
function initialScripts(): string[] {
  const found = new Set<string>();
  const add = (file: string, pattern: RegExp): void => {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(pattern)) {
      const script = join(dirname(file), path!);
      if (found.has(script)) continue;
      found.add(script);
      add(script, /(?:^|[;}])import(?:[^"'()]*?from)?["'](\.[^"']+\.js)["']/g);
    }
  };
  add(join(BUILT, 'index.html'), /(?:src|href)="(\.[^"]+\.js)"/g);
  return [...found];
}

test('the compressed scripts that the page starts with have at most 60 KiB', () => {
  const scripts = initialScripts();
  const all = filesUnder(BUILT).filter(file => file.endsWith('.js'));
  expect(scripts.length).toBeLessThan(all.length);
  const bytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
});

describe('the page is served', () => {
  const stage = setUpStage();

  test('with a policy that forbids inline code and other origins, and is revalidated on each request', async () => {
    const { sandbox } = stage;
    const response = await fetch(`${sandbox.baseUrl}/_sandbox/`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).not.toMatch(/<script(?![^>]*src=)|<style|https?:|style=|\son\w+=/);
  });

  test('with immutable assets, and no other files', async () => {
    const { sandbox } = stage;
    const html = await (await fetch(`${sandbox.baseUrl}/_sandbox/`)).text();
    const assets = [...html.matchAll(/"\.\/(assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(assets.length).toBeGreaterThanOrEqual(3);
    for (const path of assets) {
      const response = await fetch(`${sandbox.baseUrl}/_sandbox/${path}`);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
    for (const path of ['assets/none.js', 'assets/..%2findex.html', 'assets/%2e%2e/%2e%2e/package.json']) {
      expect((await fetch(`${sandbox.baseUrl}/_sandbox/${path}`)).status, path).toBe(404);
    }
  });
});
