import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REQUESTS } from '../requests.mjs';

const bench = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
const project = path => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const workDirectory = mkdtempSync(join(tmpdir(), 'bench-'));

const node = (script, ...args) => ({ command: process.execPath, args: [script, ...args] });

/** WireMock reads its responses from stub files. */
function wiremockRoot() {
  mkdirSync(join(workDirectory, 'mappings'), { recursive: true });
  const responses = {
    'GET balance': [200, { success: true, data: { balance_trx: 1000 } }],
    'GET status': [200, { success: true, data: { id: 1, status: 'processing' } }],
    'POST order': [202, { success: true, data: { order_id: 1, status: 'processing', idempotent: false } }],
  };
  for (const [name, [status, jsonBody]] of Object.entries(responses)) {
    const { method, path } = REQUESTS[name];
    const matchers = method === 'POST' ? { bodyPatterns: [{ matchesJsonPath: '$.external_id' }] } : {};
    const mapping = { request: { method, url: path, ...matchers }, response: { status, jsonBody } };
    writeFileSync(join(workDirectory, 'mappings', `${name.replace(' ', '-')}.json`), JSON.stringify(mapping));
  }
  return workDirectory;
}

function jsonServerFile() {
  const file = join(workDirectory, 'db.json');
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

/** The names that targets refer to. */
export const RAW = 'raw node:http';
export const EXPRESS = 'bare express()';
export const MINE = 'energy-sandbox';
export const OTHER = 'the other checkout';

const description = project('openapi/energy-rental-v1.yaml');
const all = Object.keys(REQUESTS);

const missingInstall = file =>
  existsSync(file) ? null : 'not installed: run "npm ci --prefix bench --ignore-scripts"';

/** A built sandbox, with limits that no load reaches. */
const sandbox = cli => ({
  start: port =>
    node(cli, '--quiet', '--port', port, '--rate-limit', '1000000000', '--balance', '1000000000'),
  requests: all,
});

/** A server that `npm ci --prefix bench` installs. */
const installed = (script, { args, ...definition }) => {
  const file = bench(`node_modules/${script}`);
  return { start: port => node(file, ...args(port)), missing: () => missingInstall(file), ...definition };
};

const WIREMOCK = bench('node_modules/.bin/wiremock');

/** The servers: the command that starts each on a port, the requests that it supports, and a missing requirement. */
const SERVERS = {
  [RAW]: { start: () => node(bench('servers/raw.mjs')), requests: all },
  [EXPRESS]: { start: () => node(bench('servers/express.mjs')), requests: all },
  [MINE]: sandbox(project('dist/cli.js')),
  'prism-cli': installed('@stoplight/prism-cli/dist/index.js', {
    args: port => ['mock', '-h', '127.0.0.1', '-p', port, '-v', 'silent', description],
    requests: all,
  }),
  mockoon: installed('@mockoon/cli/bin/run.js', {
    args: port => [
      ...['start', '--data', description, '--port', port, '--hostname', '127.0.0.1'],
      ...['--disable-log-to-file', '--repair'],
    ],
    requests: all,
  }),
  wiremock: {
    start: port => ({
      command: WIREMOCK,
      args: [
        ...['--port', port, '--bind-address', '127.0.0.1', '--no-request-journal'],
        ...['--root-dir', wiremockRoot()],
      ],
    }),
    requests: ['GET balance', 'GET status', 'POST order'],
    // The JVM needs a long warm-up until its compiler has optimized the code.
    warmUpS: 10,
    missing: () =>
      hasJava() ? missingInstall(WIREMOCK) : 'needs Java, which is not installed on this machine',
  },
  'json-server': installed('json-server/lib/cli/bin.js', {
    args: port => ['--quiet', '--host', '127.0.0.1', '--port', port, jsonServerFile()],
    requests: ['GET balance', 'GET status', 'POST order'],
    paths: { 'GET balance': '/balance', 'GET status': '/orders/1', 'POST order': '/orders' },
  }),
};

/**
 * The servers to measure.
 * @param against the folder of another built checkout of the sandbox, which is added as a server
 * @param wanted names of servers or parts of names; default: all servers
 * @throws if a name matches no server, or the other checkout has no build
 */
export function chooseServers({ against, wanted }) {
  const servers = { ...SERVERS };
  if (against) {
    const cli = resolve(against, 'dist/cli.js');
    if (!existsSync(cli)) throw new Error(`--against: ${cli} is missing; run "npm run build" in ${against}`);
    servers[OTHER] = sandbox(cli);
  }
  const names = Object.keys(servers);
  const unknown = wanted?.find(one => !names.some(name => name.includes(one)));
  if (unknown)
    throw new Error(`--servers: "${unknown}" matches no server; the servers are ${names.join(', ')}`);
  const isWanted = name => !wanted || name === OTHER || wanted.some(one => name.includes(one));
  return Object.fromEntries(Object.entries(servers).filter(([name]) => isWanted(name)));
}
