import { load } from '../load.mjs';
import { REQUESTS } from '../requests.mjs';
import { fill, longestBlockMs, withSandbox } from '../sandbox.mjs';

/** How long the event loop is blocked at most under each load. */
export async function measureBlocks({ seconds, say }) {
  return withSandbox(
    [],
    async (server, at) => {
      const blocks = {};
      await fill(at, 0, 1);
      for (const [name, request] of Object.entries(REQUESTS)) {
        say(`longest block: ${name}`);
        await load(at, request, 1);
        await longestBlockMs(server);
        await load(at, request, seconds);
        blocks[name] = await longestBlockMs(server);
      }
      return blocks;
    },
    { isPinned: false, isWatched: true },
  );
}
