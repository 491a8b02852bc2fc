import { load } from '../load.mjs';
import { REQUESTS } from '../requests.mjs';
import { fill, longestBlock, withSandbox } from '../sandbox.mjs';

/** The longest block of the event loop under each kind of request over 64 connections. */
export async function measureBlocks({ seconds, log }) {
  return withSandbox(
    [],
    async (server, at) => {
      const blocks = {};
      await fill(at, 0, 1);
      for (const [name, request] of Object.entries(REQUESTS)) {
        log(`longest block: ${name}`);
        await load(at, request, 1);
        await longestBlock(server);
        await load(at, request, seconds);
        blocks[name] = await longestBlock(server);
      }
      return blocks;
    },
    { isPinned: false, isWatched: true },
  );
}
