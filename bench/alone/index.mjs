import { measureAccounts } from './accounts.mjs';
import { measureAdvance } from './advance.mjs';
import { measureBlocks } from './blocks.mjs';
import { measureDashboard } from './dashboard.mjs';
import { measureDeliveries } from './deliveries.mjs';
import { measureGrowth } from './growth.mjs';
import { measureInProcess } from './in-process.mjs';
import { measureKeptState } from './kept-state.mjs';
import { measureMemory } from './memory.mjs';
import { measurePackage } from './package.mjs';
import { measureQuote } from './quote.mjs';
import { measureUsualBlocks } from './usual-blocks.mjs';

/** The measurements of the sandbox alone, in the order in which they run. */
const MEASUREMENTS = {
  growth: measureGrowth,
  advance: measureAdvance,
  deliveries: measureDeliveries,
  keptState: measureKeptState,
  blocks: measureBlocks,
  usualBlocks: measureUsualBlocks,
  memory: measureMemory,
  accounts: measureAccounts,
  inProcess: measureInProcess,
  quote: measureQuote,
  dashboard: measureDashboard,
  package: measurePackage,
};

/** The names of the measurements. */
export const ALONE = Object.keys(MEASUREMENTS);

/** Runs the selected measurements. */
export async function measureAlone(wanted, options) {
  const results = {};
  for (const name of ALONE.filter(one => wanted.includes(one)))
    results[name] = await MEASUREMENTS[name](options);
  return results;
}
