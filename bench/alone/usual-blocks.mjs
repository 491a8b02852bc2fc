import { load } from '../load.mjs';
import { REQUESTS } from '../requests.mjs';
import { longestBlock, withSandbox } from '../sandbox.mjs';
import { deliver, startReceiver } from './deliveries.mjs';

/** A busy test suite or service has about as many connections at a time. */
const CONNECTIONS = 8;
const ORDERS = 2_500;

const underBulks = seconds =>
  withSandbox(
    [],
    async (server, at) => {
      const request = REQUESTS['POST bulk of 50'];
      await load(at, request, 1, CONNECTIONS);
      await longestBlock(server);
      await load(at, request, seconds, CONNECTIONS);
      return longestBlock(server);
    },
    { isPinned: false, isWatched: true },
  );

/** The longest block of the event loop under loads that users cause: bulks over 8 connections, and 10,000 webhooks. */
export async function measureUsualBlocks({ rounds, seconds, log }) {
  const receiver = await startReceiver();
  const bulks = [];
  const webhooks = [];
  for (let round = 0; round < rounds; round++) {
    log(`longest block under usual loads, round ${round + 1}`);
    bulks.push(await underBulks(seconds));
    webhooks.push(await deliver(receiver.port, ORDERS));
  }
  receiver.stop();
  return { bulks, webhooks };
}
