import { setTimeout as pause } from 'node:timers/promises';
import { load, loadMeasured } from './load.mjs';
import { memoryMb, startServer, stopServer } from './process.mjs';
import { API_KEY, REQUESTS, UNIQUE } from './requests.mjs';
import { chooseServers } from './servers/index.mjs';

const WARM_UP_S = 1;

async function measureRequest(server, port, name, definition, seconds) {
  const request = { ...REQUESTS[name], path: definition.paths?.[name] ?? REQUESTS[name].path };
  await load(port, request, definition.warmUpS ?? WARM_UP_S);
  return loadMeasured(server, port, request, seconds);
}

/** Measures a new process of one server with the selected requests that it supports. */
async function measureServer(definition, wanted, port, seconds) {
  const firstPath = definition.paths?.['GET balance'] ?? REQUESTS['GET balance'].path;
  const server = await startServer(definition.start(String(port)), port, firstPath);
  try {
    await pause(500);
    const idleMb = memoryMb(server.pid);
    const requests = {};
    const names = definition.requests.filter(name => wanted.includes(name));
    if (names.includes('GET status')) {
      const once = {
        ...REQUESTS['POST order'],
        path: definition.paths?.['POST order'] ?? REQUESTS['POST order'].path,
      };
      await fetchOnce(port, once);
    }
    for (const name of names) requests[name] = await measureRequest(server, port, name, definition, seconds);
    return { startMs: server.startMs, idleMb, busyMb: memoryMb(server.pid), requests };
  } finally {
    await stopServer(server);
  }
}

const fetchOnce = (port, { method, path, body }) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    body: body.replaceAll(UNIQUE, 'first'),
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
  });

/**
 * Measures servers side by side. Each round measures every server, in an order that is reversed from round to round, so
 * that a drift of the machine affects all servers equally.
 * @param requests the names of the requests; with an empty list, only start and memory are measured
 */
export async function measurePeers({ rounds, seconds, requests, servers, against, log }) {
  const definitions = Object.entries(chooseServers({ against, wanted: servers }));
  const results = Object.fromEntries(
    definitions.map(([name, { missing }]) => [name, { runs: [], missing: missing?.() ?? null }]),
  );
  const present = definitions.filter(([name]) => !results[name].missing);
  for (let round = 0; round < rounds; round++) {
    for (const [name, definition] of round % 2 ? [...present].reverse() : present) {
      log(`round ${round + 1} of ${rounds}: ${name}`);
      try {
        const run = await measureServer(definition, requests, 4600 + round, seconds);
        results[name].runs.push({ round, ...run });
      } catch (error) {
        results[name].missing = error.message;
      }
    }
  }
  return results;
}
