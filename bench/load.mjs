import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onCore, processorUs } from './process.mjs';
import { API_KEY } from './requests.mjs';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));
/** As many connections as load tools use to saturate a server. */
const CONNECTIONS = 64;
const MAX_FAILED_SHARE = 0.01;

/** @throws Error if wrk is not installed or fails */
async function generate(url, { method, path, body, apiKey }, prefix, { seconds, connections }) {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', SCRIPT, url];
  const script = [method, path, apiKey, prefix, ...(body ? [body] : [])];
  const [program, ...args] = onCore(1, ['wrk', ...options, '--', ...script]);
  const { stdout } = await run(program, args).catch(error => {
    throw new Error(`wrk failed (is it installed? https://github.com/wg/wrk): ${error.message}`);
  });
  const figure = pattern => Number(pattern.exec(stdout)?.[1] ?? 0);
  return {
    requests: figure(/(\d+) requests in/),
    failed: figure(/Non-2xx or 3xx responses: (\d+)/),
    perSecond: figure(/Requests\/sec: +([\d.]+)/),
  };
}

let loads = 0;

/**
 * Loads a server with one kind of request for some seconds.
 * @returns the number of requests, their number per second, and the processor time of the server for each in µs
 * @throws if more than 1 % of the requests failed: error responses are faster than the responses to be measured
 */
export async function load(server, request, { seconds = 1, connections = CONNECTIONS } = {}) {
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
