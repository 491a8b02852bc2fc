// Compares servers. They are started together and loaded in turn, a second each, while the others are suspended, so that
// ratios are of neighboring seconds, and the background work of one does not slow another down.
import { setTimeout as pause } from 'node:timers/promises';
import { load } from './load.mjs';
import { memoryMb, send, startServer, stopServer } from './process.mjs';
import { REQUESTS, UNIQUE } from './requests.mjs';

/** Modules that a server loads after its first response belong to its idle memory. */
const IDLE_AFTER_MS = 700;

/** The median; NaN for an empty list. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(sorted.length / 2)]) / 2;
}

/** The median of the ratios of values that were measured next to each other. */
export const ratio = (values, others) => median(values.map((value, index) => value / others[index]));

/** Entries by name, in an order that is reversed from round to round. */
const inTurn = (byName, round) => (round % 2 ? Object.entries(byName).reverse() : Object.entries(byName));

const emptyResults = (servers, empty) =>
  Object.fromEntries(Object.keys(servers).map(name => [name, empty()]));

/** Starts servers in turn. @returns for each server, its times to the first response and its idle memory */
export async function compareStarts(servers, { starts, log }) {
  const results = emptyResults(servers, () => ({ startMs: [], idleMb: [] }));
  for (let round = 0; round < starts; round++) {
    log(`starts ${round + 1} of ${starts}`);
    for (const [name, definition] of inTurn(servers, round)) {
      const server = await startServer(definition);
      await pause(IDLE_AFTER_MS);
      results[name].startMs.push(server.startMs);
      results[name].idleMb.push(memoryMb(server));
      await stopServer(server);
    }
  }
  return results;
}

const requestOf = ({ paths }, kind) => ({ ...REQUESTS[kind], ...(paths ? { path: paths[kind] } : {}) });

/** Starts servers, and suspends each after its first order, which GET status asks for. */
async function startSuspended(servers, running) {
  for (const [name, definition] of Object.entries(servers)) {
    const server = await startServer(definition);
    running[name] = { server, definition };
    const order = requestOf(definition, 'POST order');
    await (await send(server, { ...order, body: order.body.replace(UNIQUE, 'first') })).text();
    await pause(IDLE_AFTER_MS);
    server.child.kill('SIGSTOP');
  }
}

/** Loads one server with one kind of request while the others are suspended. */
async function loadAlone({ server, definition }, kind, seconds) {
  server.child.kill('SIGCONT');
  const result = await load(server, requestOf(definition, kind), { seconds });
  server.child.kill('SIGSTOP');
  return result;
}

/** Loads servers with one kind of request: first to warm up, then in `slices` of a second, which are measured. */
async function loadInTurn(running, kind, slices, results) {
  const able = Object.fromEntries(
    inTurn(running, 0).filter(([, one]) => one.definition.requests.includes(kind)),
  );
  for (const one of Object.values(able)) await loadAlone(one, kind, one.definition.warmUpS);
  for (let slice = 0; slice < slices; slice++) {
    for (const [name, one] of inTurn(able, slice)) {
      const { perSecond, processorUs } = await loadAlone(one, kind, 1);
      results[name][kind] ??= { perSecond: [], processorUs: [] };
      results[name][kind].perSecond.push(perSecond);
      results[name][kind].processorUs.push(processorUs);
    }
  }
}

/**
 * Loads servers, in new processes each round.
 * @returns for each server and kind of request, the rates and processor times of all slices
 */
export async function compareLoads(servers, { rounds, slices, log }) {
  const results = emptyResults(servers, () => ({}));
  for (let round = 0; round < rounds; round++) {
    const running = {};
    try {
      await startSuspended(servers, running);
      for (const kind of Object.keys(REQUESTS)) {
        log(`${kind}, round ${round + 1} of ${rounds}`);
        await loadInTurn(running, kind, slices, results);
      }
    } finally {
      for (const { server } of Object.values(running)) await stopServer(server);
    }
  }
  return results;
}
