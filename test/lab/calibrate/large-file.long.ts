import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childEnvironment } from '../../support/child-environment.ts';
import { entryOf, type WireExchange } from './har-log.ts';
import { RealService } from './real-service.ts';
import { Shopper } from './traffic.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));
const PATIENCE_MS = 300_000;
const FILE_BYTES = 64 * 1024 * 1024;
/** Less than the file, so that not even its text fits. */
const HEAP_MIB = 60;

/** A visit to another site, with headers and a body, as browsers record many. */
const visit = (index: number): WireExchange => ({
  atMs: Date.UTC(2026, 0, 5) + index,
  endMs: Date.UTC(2026, 0, 5) + index + 1,
  method: 'GET',
  url: `https://shop.example/articles/${index}?page=1&sort=price`,
  requestHeaders: Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`x-header-${at}`, `value ${at}`]),
  ),
  requestBody: null,
  status: 200,
  responseHeaders: { 'content-type': 'text/html' },
  responseBody: Buffer.from(`<p>article ${index}</p>`.repeat(40)),
});

let folder: string;
let path: string;

beforeAll(async () => {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: run "npm run build"`);
  folder = mkdtempSync(join(tmpdir(), 'large-'));
  path = join(folder, 'large.har');
  await using service = await RealService.start({ discount_percent: 7.5 });
  const shopper = new Shopper(service);
  for (const id of [1, 2, 3]) await shopper.get(`/api/v1/quote/?package_id=${id}`);
  const file = openSync(path, 'w');
  let bytes = writeSync(
    file,
    '{"log":{"version":"1.2","creator":{"name":"test","version":"1"},"entries":[\n',
  );
  const visits = Array.from({ length: 100 }, (_, at) => JSON.stringify(entryOf(visit(at))));
  while (bytes < FILE_BYTES) bytes += writeSync(file, `${visits.join(',\n')},\n`);
  writeSync(file, service.exchanges.map(one => JSON.stringify(entryOf(one))).join(',\n'));
  writeSync(file, ']}}\n');
  closeSync(file);
}, PATIENCE_MS);

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs Node.js with a small heap. */
const run = (...words: readonly string[]) =>
  spawnSync(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, ...words], {
    encoding: 'utf8',
    env: childEnvironment(),
    timeout: PATIENCE_MS,
  });

test('a recording that does not fit into memory is calibrated in little of it', {
  timeout: 3 * PATIENCE_MS,
}, () => {
  expect(statSync(path).size).toBeGreaterThan(HEAP_MIB * 1024 * 1024);
  const { status, stdout, stderr } = run(PROGRAM, 'calibrate', path, '--no-replay', '--format', 'json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { recording, rows } = JSON.parse(stdout);
  expect(recording).toMatchObject({ calls: 3, webhooks: 0, dropped: 0 });
  expect(recording.foreign).toBeGreaterThan(10_000);
  expect(rows.find(({ row }: { row: string }) => row === 'discount_percent')).toMatchObject({ value: 7.5 });
  // The same heap is too small for whoever reads the file as a whole.
  const whole = run('-e', `JSON.parse(require('node:fs').readFileSync(${JSON.stringify(path)}, 'utf8'))`);
  expect(whole.stderr).toContain('heap out of memory');
});
