import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../load.mjs';
import { REQUESTS } from '../requests.mjs';
import { longestBlock, withSandbox } from '../sandbox.mjs';

async function once(kind, seconds) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-data-'));
  const flags = kind === 'disk' ? ['--data', folder] : [];
  const work = async (server, at) => {
    await load(at, REQUESTS['POST order'], 1);
    await longestBlock(server);
    const { perSecond } = await load(at, REQUESTS['POST order'], seconds);
    return { perSecond, ...(await longestBlock(server)) };
  };
  const run = await withSandbox(flags, work, { isWatched: true });
  rmSync(folder, { recursive: true, force: true });
  return run;
}

/** The cost of writing an order to disk before its response is sent. */
export async function measureKeptState({ seconds, rounds, log }) {
  const runs = { memory: [], disk: [] };
  for (let round = 0; round < rounds; round++) {
    for (const kind of round % 2 ? ['disk', 'memory'] : ['memory', 'disk']) {
      log(`kept state, round ${round + 1}: ${kind}`);
      runs[kind].push(await once(kind, seconds));
    }
  }
  return runs;
}
