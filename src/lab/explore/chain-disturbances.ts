import type { Disturbance, Rule } from './disturbance.ts';
import { lifecycle, onOrder, REST } from './disturbance-templates.ts';

/*
 * Faults of the chain and of the TRON node. The condition of the node belongs to the account, and no disturbance can end it.
 * So what no client survives for good is an outcome.
 */

const common = { needsNode: true };

/** The order is delivered as usual, and the chain differs from what the service says. */
function chain(id: string, effect: Rule, title: string) {
  const usual = lifecycle({ after: '3s', to: 'delegating' }, { after: '9s', to: 'delegated' }, ...REST);
  return { ...common, id, title, templates: [{ ...usual, rule: { chain: effect, ...usual.rule } }] };
}

/** The condition of the TRON node changes with the first order. */
const node = (id: string, condition: Rule, title: string) => ({
  ...{ ...common, id, templates: [onOrder({ set: { chain: condition } })] },
  title: `from the first order on, ${title}`,
});

const LOOK =
  'Right before each transfer, compare the Energy on the chain with what the transfer needs, and wait if it is less.';
const WAIT = 'Wait for a transaction until it has expired on the node, and do not send another one before.';
const AGAIN = 'Look for each transaction in the blocks, and send the same one again until it has expired.';
const LATER = { isTiming: true, fix: LOOK };
const PRICE = {
  fix: 'Compute fee_limit with the price that the node says, and look at the outcome of each transaction.',
  provokes: ['broadcast-is-not-success'],
};
const GONE = {
  isOutcome: true,
  fix: 'Keep the purchase and the transfer open until the node answers again: a failed look says nothing about the order.',
};

/** @param delay of the chain, on the account's clock */
export const chainDisturbances = (delay: string): readonly Disturbance[] => [
  { ...LATER, ...chain('energy-late', { after: delay }, `the Energy comes to the chain ${delay} late`) },
  {
    ...LATER,
    ...chain('reclaimed-early', { reclaimed_after: delay }, `the Energy is reclaimed after ${delay}`),
  },
  { ...LATER, ...node('node-lagging', { node: 'lagging' }, 'the TRON node is 45 seconds behind'), fix: WAIT },
  { ...PRICE, ...node('energy-price-doubles', { price_of_energy: 200 }, 'Energy costs twice as much') },
  { fix: AGAIN, ...node('broadcast-lost', { lost_broadcasts: 1 }, 'the next transaction is lost') },
  { ...GONE, ...chain('energy-short', { energy: 32_000 }, 'the chain delegates 32,000 Energy'), fix: LOOK },
  { ...GONE, ...node('node-down', { node: 'down' }, 'the TRON node resets connections'), byDefault: true },
  { ...GONE, ...node('node-hangs', { node: 'hangs' }, 'the TRON node never answers') },
  { ...GONE, ...node('node-limited', { node: 'limited' }, 'the TRON node answers 429 to every call') },
];
