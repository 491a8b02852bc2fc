// Measures the cost of --data: orders per second with and without it (wrk, 64 connections), the size of the files, and
// the time of a start after a crash and after a clean stop. Requires wrk and a build in dist/.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = 64;
const ORDERS = 100_000;
const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const KEY = 'ersk_demo_0123456789abcdef';

const LUA = `
wrk.method = "POST"
wrk.headers["Authorization"] = "Bearer ${KEY}"
wrk.headers["Content-Type"] = "application/json"
local count = 0
function request()
  count = count + 1
  local body = '{"external_id":"' .. os.getenv("ROUND") .. '-' .. count .. '","package_id":1,"address":"${RECIPIENT}"}'
  return wrk.format("POST", "/api/v1/order/", nil, body)
end
`;

const folder = await mkdtemp(join(tmpdir(), 'energy-measure-'));
const script = join(folder, 'order.lua');
await writeFile(script, LUA);

/** Pins a command to a processor if taskset is available, so that server and load generator do not share one. */
const onProcessor = (processor, command, args) =>
  cpus().length > 1 && spawnSync('taskset', ['-V']).status === 0
    ? ['taskset', ['-c', String(processor), command, ...args]]
    : [command, args];

async function start(flags) {
  const begunMs = performance.now();
  const all = [CLI, '--port', '0', '--json', '--balance', '90000000', '--rate-limit', '1000000', ...flags];
  const child = spawn(...onProcessor(0, process.execPath, all), { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { child, url: JSON.parse(line).base_url, startMs: performance.now() - begunMs };
}

async function end({ child }, signal) {
  child.kill(signal);
  await once(child, 'close');
}

function load(url, seconds, round) {
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, url];
  const { stdout } = spawnSync(...onProcessor(1, 'wrk', args), {
    encoding: 'utf8',
    env: { ...process.env, ROUND: round },
  });
  if (/Non-2xx/.test(stdout)) throw new Error(stdout);
  return Number(/Requests\/sec: +([\d.]+)/.exec(stdout)[1]);
}

/** The processor time of a process in seconds; NaN without /proc. */
async function processorSeconds(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function ordersPerSecond(flags, round) {
  const server = await start(flags);
  load(server.url, 2, `warm-${round}`);
  const before = await processorSeconds(server.child.pid);
  const rate = load(server.url, SECONDS, round);
  const microseconds = ((await processorSeconds(server.child.pid)) - before) / (rate * SECONDS) / 1e-6;
  await end(server, 'SIGKILL');
  return { rate, microseconds };
}

const median = numbers => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const megabytes = bytes => `${(bytes / 1e6).toFixed(1)} MB`;

async function sizes(data) {
  const names = (await readdir(data)).filter(name => name.startsWith('demo.'));
  const all = await Promise.all(
    names.map(async name => `${name} ${megabytes((await stat(join(data, name))).size)}`),
  );
  return all.join(', ');
}

async function fill(url) {
  for (let first = 0; first < ORDERS; first += 50) {
    const orders = Array.from({ length: 50 }, (_, index) => ({
      external_id: `fill-${first + index}`,
      package_id: 1,
      address: RECIPIENT,
    }));
    const response = await fetch(`${url}/api/v1/orders/bulk/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ orders }),
    });
    if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }
}

try {
  const memory = [];
  const disk = [];
  for (let round = 0; round < ROUNDS; round++) {
    memory.push(await ordersPerSecond([], `m${round}`));
    disk.push(await ordersPerSecond(['--data', join(folder, `data-${round}`)], `d${round}`));
  }
  const rates = [memory, disk].map(all => median(all.map(one => one.rate)));
  const costs = [memory, disk].map(all => median(all.map(one => one.microseconds)));
  console.log(`POST order, ${CONNECTIONS} connections, median of ${ROUNDS} rounds:`);
  console.log(
    `  in memory  ${Math.round(rates[0])} per second, ${costs[0].toFixed(0)} us of processor time per order`,
  );
  console.log(
    `  with --data ${Math.round(rates[1])} per second, ${costs[1].toFixed(0)} us of processor time per order`,
  );
  console.log(`  ratio ${(rates[1] / rates[0]).toFixed(2)}`);

  const data = join(folder, 'large');
  const filled = await start(['--data', data, '--clock', 'manual']);
  await fill(filled.url);
  await end(filled, 'SIGKILL');
  console.log(`${ORDERS} orders in bulks of 50, killed: ${await sizes(data)}`);
  const crashed = await start(['--data', data]);
  console.log(`start after the crash, log replayed and folded: ${(crashed.startMs / 1_000).toFixed(2)} s`);
  await end(crashed, 'SIGTERM');
  console.log(`after a clean stop: ${await sizes(data)}`);
  const clean = await start(['--data', data]);
  console.log(`start after the clean stop: ${(clean.startMs / 1_000).toFixed(2)} s`);
  await end(clean, 'SIGKILL');
} finally {
  await rm(folder, { recursive: true, force: true });
}
