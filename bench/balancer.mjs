// Orders per second with one and two processes behind nginx, and the processor time of each: node bench/balancer.mjs
// --folder says where the data is: the default is the folder for temporary files, /dev/shm is memory.
// Needs wrk and nginx, and "npm run build" before. On a busy machine only the processor time means something.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    accounts: { type: 'string', default: '100' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const ROOT = new URL('..', import.meta.url).pathname;
const BASE_PORT = 4760;
const LISTEN = `127.0.0.1:${BASE_PORT}`;
const TICKS_PER_S = Number(execFileSync('getconf', ['CLK_TCK']));
const CONNECTIONS = 64;

/** The processes below a process, with their names. */
function below(pid) {
  const lists = readdirSync(`/proc/${pid}/task`).map(thread => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8');
    } catch {
      return '';
    }
  });
  const pids = lists.flatMap(list => list.split(' ').filter(Boolean).map(Number));
  return [...pids, ...pids.flatMap(below)];
}

/** The processor time of processes of a name, in seconds. */
function processorS(pids, name) {
  const stats = pids.map(pid => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const chosen = stats.filter(stat => stat.includes(`(${name})`));
  const ticks = chosen.map(stat => stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number));
  return ticks.flat().reduce((sum, one) => sum + one, 0) / TICKS_PER_S;
}

async function createAccount(index) {
  const response = await fetch(`http://${LISTEN}/_sandbox/accounts/shop-${index}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clock: 'manual', balance_trx: 1e9, rate_limit_per_minute: 1e9 }),
  });
  return (await response.json()).data.api_key;
}

/** Orders of all accounts in turn. */
function wrkScript(folder, keys) {
  const file = join(folder, 'orders.lua');
  writeFileSync(
    file,
    `local keys = { ${keys.map(key => `"${key}"`).join(', ')} }
local n = 0
function request()
  n = n + 1
  local headers = { ["Authorization"] = "Bearer " .. keys[n % #keys + 1], ["Content-Type"] = "application/json" }
  local body = '{"external_id":"order-' .. n .. '","package_id":1,"address":"TSandboxRecipientxxxxxxxxxxxvU7EX1"}'
  return wrk.format("POST", "/api/v1/order/", headers, body)
end
function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format("@@%d %d %d %d\\n", summary.requests, summary.duration, failed, latency:percentile(99)))
end
`,
  );
  return file;
}

/** One round with a number of processes. */
async function measure(processes) {
  const folder = mkdtempSync(join(values.folder, 'balancer-'));
  chmodSync(folder, 0o755);
  const environment = {
    ...process.env,
    SANDBOXES_FOLDER: folder,
    SANDBOXES_LISTEN: LISTEN,
    SANDBOXES_BASE_PORT: String(BASE_PORT),
    SANDBOXES_PROGRAM: `${process.execPath} ${join(ROOT, 'dist/cli.js')}`,
  };
  const start = join(ROOT, 'examples/behind-nginx/start.mjs');
  const child = spawn(process.execPath, [start, String(processes)], { env: environment });
  try {
    for await (const chunk of child.stdout) if (String(chunk).includes('ready:')) break;
    while (!(await fetch(`http://${LISTEN}/healthz`).catch(() => null))?.ok);
    const keys = [];
    for (let index = 0; index < Number(values.accounts); index++) keys.push(await createAccount(index));
    const pids = below(child.pid);
    const before = ['node', 'nginx'].map(name => processorS(pids, name));
    const flags = ['-t1', `-c${CONNECTIONS}`, `-d${values.seconds}s`, '-s', wrkScript(folder, keys)];
    const wrk = spawn('wrk', [...flags, `http://${LISTEN}`]);
    let output = '';
    wrk.stdout.on('data', chunk => {
      output += chunk;
    });
    await once(wrk, 'close');
    const [requests, us, failed, p99Us] = /@@(.*)/.exec(output)[1].split(' ').map(Number);
    const after = ['node', 'nginx'].map(name => processorS(pids, name));
    const [nodeUs, nginxUs] = after.map((s, index) => ((s - before[index]) * 1e6) / requests);
    return { rate: (requests * 1e6) / us, failed, p99Ms: p99Us / 1000, nodeUs, nginxUs };
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

const median = numbers => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
const rounds = [];
for (let round = 0; round < Number(values.rounds); round++) rounds.push([await measure(1), await measure(2)]);
console.log(
  '| processes | orders/s | p99 | processor time of the sandbox per order | of nginx per order | failed |',
);
console.log('| --- | --- | --- | --- | --- | --- |');
for (const index of [0, 1]) {
  const of = name => median(rounds.map(round => round[index][name]));
  const cells = [index + 1, Math.round(of('rate')), `${of('p99Ms').toFixed(0)} ms`];
  console.log(
    `| ${[...cells, `${of('nodeUs').toFixed(0)} µs`, `${of('nginxUs').toFixed(0)} µs`, of('failed')].join(' | ')} |`,
  );
}
