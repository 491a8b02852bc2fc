import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REQUESTS } from '../requests.mjs';

const bench = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
const project = path => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const workshop = mkdtempSync(join(tmpdir(), 'bench-'));

const node = (script, ...args) => ({ command: process.execPath, args: [script, ...args] });

/** WireMock answers from stub files. */
function wiremockRoot() {
  mkdirSync(join(workshop, 'mappings'), { recursive: true });
  const answers = {
    'GET balance': [200, { success: true, data: { balance_trx: 1000 } }],
    'GET status': [200, { success: true, data: { id: 1, status: 'processing' } }],
    'POST order': [202, { success: true, data: { order_id: 1, status: 'processing', idempotent: false } }],
  };
  for (const [name, [status, jsonBody]] of Object.entries(answers)) {
    const { method, path } = REQUESTS[name];
    const matchers = method === 'POST' ? { bodyPatterns: [{ matchesJsonPath: '$.external_id' }] } : {};
    const mapping = { request: { method, url: path, ...matchers }, response: { status, jsonBody } };
    writeFileSync(join(workshop, 'mappings', `${name.replace(' ', '-')}.json`), JSON.stringify(mapping));
  }
  return workshop;
}

function jsonServerFile() {
  const file = join(workshop, 'db.json');
  writeFileSync(
    file,
    JSON.stringify({ balance: { balance_trx: 1000 }, orders: [{ id: 1, status: 'processing' }] }),
  );
  return file;
}

function hasJava() {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const description = project('openapi/energy-rental-v1.yaml');
const all = Object.keys(REQUESTS);

/** Each server: how it is started on a port, which requests it can answer, and what it cannot run without. */
export const SERVERS = {
  'raw node:http': { start: () => node(bench('servers/raw.mjs')), requests: all },
  'energy-sandbox': {
    start: port =>
      node(
        project('dist/cli.js'),
        '--quiet',
        '--port',
        port,
        '--rate-limit',
        '1000000000',
        '--balance',
        '1000000000',
      ),
    requests: all,
  },
  'prism-cli': {
    start: port =>
      node(
        bench('node_modules/@stoplight/prism-cli/dist/index.js'),
        'mock',
        '-h',
        '127.0.0.1',
        '-p',
        port,
        '-v',
        'silent',
        description,
      ),
    requests: all,
  },
  mockoon: {
    start: port =>
      node(
        bench('node_modules/@mockoon/cli/bin/run.js'),
        'start',
        '--data',
        description,
        '--port',
        port,
        '--hostname',
        '127.0.0.1',
        '--disable-log-to-file',
        '--repair',
      ),
    requests: ['GET balance', 'GET status', 'POST order', 'POST bulk of 50'],
  },
  wiremock: {
    start: port => ({
      command: bench('node_modules/.bin/wiremock'),
      args: [
        '--port',
        port,
        '--bind-address',
        '127.0.0.1',
        '--no-request-journal',
        '--root-dir',
        wiremockRoot(),
      ],
    }),
    requests: ['GET balance', 'GET status', 'POST order'],
    // The Java machine compiles for a long while before it is as fast as it can be.
    warmUpS: 10,
    missing: () => (hasJava() ? null : 'needs Java, which is not on this machine'),
  },
  'json-server': {
    start: port =>
      node(
        bench('node_modules/json-server/lib/cli/bin.js'),
        '--quiet',
        '--host',
        '127.0.0.1',
        '--port',
        port,
        jsonServerFile(),
      ),
    requests: ['GET balance', 'GET status', 'POST order'],
    paths: { 'GET balance': '/balance', 'GET status': '/orders/1', 'POST order': '/orders' },
  },
};
