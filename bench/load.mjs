import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processorS } from './process.mjs';
import { API_KEY, UNIQUE } from './requests.mjs';

const run = promisify(execFile);
/** As many connections as load tools use to saturate a server. */
const CONNECTIONS = 64;

const has = program => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** wrk can saturate a fast server. autocannon cannot, so its rates are less meaningful than processor time. */
export const GENERATOR = has('wrk') ? 'wrk' : 'autocannon';

let runs = 0;

function wrkScript({ method, path, body }) {
  const file = join(tmpdir(), `bench-${process.pid}-${++runs}.lua`);
  const filled = body ? `'${body.replaceAll(UNIQUE, `'..id..'`)}'` : 'nil';
  writeFileSync(
    file,
    `local n = 0
local headers = { ["Authorization"] = "Bearer ${API_KEY}", ["Content-Type"] = "application/json" }
function request()
  n = n + 1
  local id = "run${runs}-" .. n
  return wrk.format("${method}", "${path}", headers, ${filled})
end
function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format("@@%d %d %d %d %d\\n", summary.requests, summary.duration, failed, latency:percentile(50), latency:percentile(99)))
end
`,
  );
  return file;
}

async function withWrk(port, request, { seconds, connections }) {
  const pinned = process.platform === 'linux' ? ['taskset', '-c', '1', 'wrk'] : ['wrk'];
  const args = [
    ...pinned.slice(1),
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    wrkScript(request),
    `http://127.0.0.1:${port}`,
  ];
  const { stdout } = await run(pinned[0], args, { maxBuffer: 1 << 20 });
  const [requests, durationUs, failed, p50Us, p99Us] = /@@(.*)/.exec(stdout)[1].split(' ').map(Number);
  return {
    requests,
    failed,
    perSecond: requests / (durationUs / 1e6),
    p50Ms: p50Us / 1000,
    p99Ms: p99Us / 1000,
  };
}

async function withAutocannon(port, { method, path, body }, { seconds, connections }) {
  const { default: autocannon } = await import('autocannon');
  let n = 0;
  const prefix = `run${++runs}-`;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    requests: [
      {
        method,
        path,
        headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
        setupRequest: request =>
          body ? { ...request, body: body.replaceAll(UNIQUE, `${prefix}${++n}`) } : request,
      },
    ],
  });
  const { total } = result.requests;
  return {
    requests: total,
    failed: result.non2xx + result.errors,
    perSecond: total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}

const MAX_FAILED_SHARE = 0.01;

/**
 * Loads a server for some seconds.
 * @throws if more than 1 % of the requests failed: error responses are faster than the responses to be measured
 */
export async function load(port, request, seconds, connections = CONNECTIONS) {
  const measure = GENERATOR === 'wrk' ? withWrk : withAutocannon;
  const result = await measure(port, request, { seconds, connections });
  if (result.failed > MAX_FAILED_SHARE * result.requests) {
    throw new Error(`${result.failed} of ${result.requests} ${request.method} ${request.path} failed`);
  }
  return result;
}

/** Like `load`, with the processor time per request; null if the system does not report it. */
export async function loadMeasured(server, port, request, seconds) {
  const beforeS = processorS(server.pid);
  const result = await load(port, request, seconds);
  const processorUs = beforeS === null ? null : ((processorS(server.pid) - beforeS) * 1e6) / result.requests;
  return { ...result, processorUs };
}
