// The table of other servers that pretend to be a service. `npm ci --prefix bench/peers --ignore-scripts` installs them.
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareLoads, compareStarts, median } from '../compare.mjs';
import { REQUESTS } from '../requests.mjs';
import { bare, sandbox } from '../servers/definitions.mjs';

const KINDS = ['GET balance', 'GET status', 'POST order'];
const fromHere = path => fileURLToPath(new URL(path, import.meta.url));
const DESCRIPTION = fromHere('../../openapi/energy-rental-v1.yaml');
const words = text => text.split(' ');
const PROCESSING = { id: 1, status: 'processing' };

/** The responses of the servers that read them from files. */
function writeResponses() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const stubs = KINDS.map(kind => ({
    request: { method: REQUESTS[kind].method, url: REQUESTS[kind].path },
    response: { status: 200, jsonBody: { success: true, data: PROCESSING } },
  }));
  mkdirSync(join(folder, 'mappings'));
  writeFileSync(join(folder, 'mappings/stubs.json'), JSON.stringify({ mappings: stubs }));
  writeFileSync(
    join(folder, 'db.json'),
    JSON.stringify({ balance: { balance_trx: 1000 }, orders: [PROCESSING] }),
  );
  return folder;
}

const peer = (file, args, { program = [process.execPath], ...more } = {}) => ({
  file: fromHere(`node_modules/${file}`),
  command: port => [...program, fromHere(`node_modules/${file}`), ...args(port)],
  requests: KINDS,
  warmUpS: 2,
  ...more,
});

const responses = writeResponses();

const PEERS = {
  'Prism CLI': peer('@stoplight/prism-cli/dist/index.js', port =>
    words(`mock -h 127.0.0.1 -p ${port} -v silent --multiprocess=false ${DESCRIPTION}`),
  ),
  Mockoon: peer('@mockoon/cli/bin/run.js', port =>
    words(`start --data ${DESCRIPTION} --port ${port} --hostname 127.0.0.1 --disable-log-to-file --repair`),
  ),
  WireMock: peer(
    'wiremock/build/wiremock-standalone-3.13.2.jar',
    port => words(`--port ${port} --bind-address 127.0.0.1 --no-request-journal --root-dir ${responses}`),
    // The JVM needs a long warm-up until its compiler has optimized the code.
    { program: ['java', '-jar'], warmUpS: 10 },
  ),
  'json-server': peer(
    'json-server/lib/cli/bin.js',
    port => words(`--quiet --host 127.0.0.1 --port ${port} ${responses}/db.json`),
    { paths: { 'GET balance': '/balance', 'GET status': '/orders/1', 'POST order': '/orders' } },
  ),
};

/** The head of the table of peers: for each kind of request, the rate and the processor time. */
export const PEER_HEAD = ['server', 'start ms', 'idle MB', ...KINDS.map(kind => `${kind} per s (µs)`)];

/** Measures the servers, and returns the rows of their table as text. */
export async function measurePeers({ isQuick, log }) {
  const amounts = {
    ...(isQuick ? { rounds: 1, slices: 1, starts: 1 } : { rounds: 2, slices: 3, starts: 5 }),
    log,
  };
  const installed = Object.entries(PEERS).filter(([, { file }]) => existsSync(file));
  const servers = {
    'bare node:http': bare('raw', { requests: KINDS }),
    'energy-sandbox': sandbox({ requests: KINDS }),
    ...Object.fromEntries(installed),
  };
  const starts = await compareStarts(servers, amounts);
  const loads = await compareLoads(servers, amounts);
  return Object.keys({ ...servers, ...PEERS }).map(name => {
    if (!servers[name]) return [name, 'not installed', '', '', '', ''];
    const figures = KINDS.map(kind => {
      const { perSecond, processorUs } = loads[name][kind];
      return `${median(perSecond).toFixed(0)} (${median(processorUs).toFixed(0)})`;
    });
    const { startMs, idleMb } = starts[name];
    return [name, median(startMs).toFixed(0), median(idleMb).toFixed(0), ...figures];
  });
}
