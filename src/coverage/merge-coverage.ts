import { builtinContract } from '../contract/built-in-contracts.ts';
import { loadBuiltInScenarios } from '../scenario/scenario-files.ts';
import { type CatalogueItem, deriveCatalogue, metTimes } from './catalogue.ts';
import { type Coverage, coverageOf } from './coverage.ts';

/** Everything that can be met on a sandbox of this version, for a process that has no server. */
export async function builtInCatalogue(): Promise<readonly CatalogueItem[]> {
  const [contract, scenarios] = await Promise.all([
    builtinContract('energy-rental-v1'),
    loadBuiltInScenarios(),
  ]);
  return deriveCatalogue(contract.operations, scenarios);
}

/** How often items were met, by id. Items that were never met are left out. */
export type CoverageCounts = Readonly<Record<string, number>>;

/** What a sandbox adds to a run folder. */
interface CoveragePart {
  readonly coverage?: unknown;
}

/** The counts of a part; empty if it has none. */
function countsOf({ coverage }: CoveragePart): [string, number][] {
  if (typeof coverage !== 'object' || coverage === null) return [];
  return Object.entries(coverage).filter((entry): entry is [string, number] =>
    Number.isSafeInteger(entry[1]),
  );
}

/**
 * The coverage of several sandboxes together, such as those of all processes of a test run.
 * @param parts the parts of a run folder, as `readRun` returns them; without any, nothing was met
 * @param catalogue what can be met, as `builtInCatalogue` returns it; counts of other ids are ignored
 */
export function mergeCoverage(parts: readonly CoveragePart[], catalogue: readonly CatalogueItem[]): Coverage {
  const counts = new Map<string, number>();
  for (const [id, count] of parts.flatMap(countsOf)) counts.set(id, (counts.get(id) ?? 0) + count);
  return coverageOf(catalogue.map(item => metTimes(item, counts.get(item.id) ?? 0)));
}
