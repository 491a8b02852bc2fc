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

/** Everything that concerns this server alone. */
export async function measureAlone(options) {
  return {
    growth: await measureGrowth(options),
    advance: await measureAdvance(options),
    deliveries: await measureDeliveries(options),
    keptState: await measureKeptState(options),
    blocks: await measureBlocks(options),
    memory: await measureMemory(options),
    accounts: await measureAccounts(options),
    inProcess: await measureInProcess(options),
    quote: await measureQuote(options),
    dashboard: await measureDashboard(options),
    package: measurePackage(),
  };
}
