import { setTimeout as pause } from 'node:timers/promises';
import { load, loadMeasured } from './load.mjs';
import { memoryMb, startServer, stopServer } from './process.mjs';
import { API_KEY, REQUESTS, UNIQUE } from './requests.mjs';
import { SERVERS } from './servers/index.mjs';

const WARM_UP_S = 1;

async function measureRequest(server, port, name, definition, seconds) {
  const request = { ...REQUESTS[name], path: definition.paths?.[name] ?? REQUESTS[name].path };
  await load(port, request, definition.warmUpS ?? WARM_UP_S);
  return loadMeasured(server, port, request, seconds);
}

/** One fresh process of one server through all its requests. */
async function measureServer(definition, port, seconds) {
  const firstPath = definition.paths?.['GET balance'] ?? REQUESTS['GET balance'].path;
  const server = await startServer(definition.start(String(port)), port, firstPath);
  try {
    await pause(500);
    const idleMb = memoryMb(server.pid);
    const requests = {};
    if (definition.requests.includes('GET status')) {
      const once = {
        ...REQUESTS['POST order'],
        path: definition.paths?.['POST order'] ?? REQUESTS['POST order'].path,
      };
      await fetchOnce(port, once);
    }
    for (const name of definition.requests)
      requests[name] = await measureRequest(server, port, name, definition, seconds);
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
 * Measures all servers side by side: in each round every one of them, the order reversed from round to round, so that
 * a drift of the machine hits all alike.
 */
export async function measurePeers({ rounds, seconds, only, say }) {
  const results = {};
  const names = Object.keys(SERVERS).filter(name => !only || only.includes(name));
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 ? [...names].reverse() : names) {
      const definition = SERVERS[name];
      results[name] ??= { runs: [] };
      const missing = definition.missing?.() ?? null;
      if (missing) {
        results[name].missing = missing;
        continue;
      }
      say(`round ${round + 1} of ${rounds}: ${name}`);
      try {
        results[name].runs.push(await measureServer(definition, 4600 + round, seconds));
      } catch (error) {
        results[name].missing = error.message;
      }
    }
  }
  return results;
}
