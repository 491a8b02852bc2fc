import { builtinContract } from '../contract/built-in-contracts.ts';
import { loadBuiltInScenarios } from '../scenario/built-in-scenarios.ts';
import { type CatalogueItem, deriveCatalogue } from './catalogue.ts';

/** Everything that can be met on a sandbox of this version, for a process that has no server. */
export async function builtInCatalogue(): Promise<readonly CatalogueItem[]> {
  const [contract, scenarios] = await Promise.all([
    builtinContract('energy-rental-v1'),
    loadBuiltInScenarios(),
  ]);
  return deriveCatalogue(contract.operations, scenarios);
}
