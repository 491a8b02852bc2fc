import { execFile, execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onCore, processorUs } from './process.mjs';
import { API_KEY, UNIQUE } from './requests.mjs';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));
/** As many connections as load tools use to saturate a server. */
const CONNECTIONS = 64;
const MAX_FAILED_SHARE = 0.01;

function hasWrk() {
  try {
    execFileSync('which', ['wrk'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** wrk can saturate a fast server. autocannon cannot, so its rates mean less than processor time. */
export const GENERATOR = hasWrk() ? 'wrk' : 'autocannon';

async function withWrk(url, { method, path, body, apiKey }, prefix, { seconds, connections }) {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', SCRIPT, url];
  const script = [method, path, apiKey, prefix, ...(body ? [body] : [])];
  const [program, ...args] = onCore(1, ['wrk', ...options, '--', ...script]);
  const { stdout } = await run(program, args);
  const figure = pattern => Number(pattern.exec(stdout)?.[1] ?? 0);
  return {
    requests: figure(/(\d+) requests in/),
    failed: figure(/Non-2xx or 3xx responses: (\d+)/),
    perSecond: figure(/Requests\/sec: +([\d.]+)/),
  };
}

async function withAutocannon(url, { method, path, body, apiKey }, prefix, { seconds, connections }) {
  // Installed with the peers.
  const autocannon = createRequire(new URL('peers/index.mjs', import.meta.url))('autocannon');
  let n = 0;
  const setupRequest = request => ({ ...request, body: body?.replaceAll(UNIQUE, `${prefix}${++n}`) });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const requests = [{ method, path, headers, setupRequest }];
  const result = await autocannon({ url, connections, duration: seconds, requests });
  const { total } = result.requests;
  return { requests: total, failed: result.non2xx + result.errors, perSecond: total / result.duration };
}

let loads = 0;

/**
 * Loads a server with one kind of request for some seconds.
 * @returns the number of requests, their number per second, and the processor time of the server for each in µs
 * @throws if more than 1 % of the requests failed: error responses are faster than the responses to be measured
 */
export async function load(server, request, { seconds = 1, connections = CONNECTIONS } = {}) {
  const generate = GENERATOR === 'wrk' ? withWrk : withAutocannon;
  const beforeUs = processorUs(server);
  const { requests, failed, perSecond } = await generate(
    `http://127.0.0.1:${server.port}`,
    { apiKey: API_KEY, ...request },
    `load${++loads}-`,
    { seconds, connections },
  );
  if (failed > MAX_FAILED_SHARE * requests)
    throw new Error(`${failed} of ${requests} ${request.method} ${request.path} failed`);
  return { requests, perSecond, processorUs: (processorUs(server) - beforeUs) / requests };
}
