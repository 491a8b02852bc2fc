/** The kinds of behavior that can be met, in the order in which summaries list them. */
export const COVERAGE_GROUPS = [
  'responses',
  'replays',
  'faults',
  'states',
  'transitions',
  'events',
  'deliveries',
] as const;
export type CoverageGroup = (typeof COVERAGE_GROUPS)[number];

/** A behavior of the service that the tests of an integration can meet. */
export interface CatalogueItem {
  /** Stable and readable, such as `response createOrder 402` or `transition delegating>failed`. */
  readonly id: string;
  readonly group: CoverageGroup;
  /** The line that provokes it, such as `X-Sandbox-Scenario: insufficient-balance`. */
  readonly how: string;
}

/** A behavior with how often it was met. */
export interface CoverageItem extends CatalogueItem {
  readonly met: number;
}

/** What the tests of an integration have met. */
export interface Coverage {
  /** What costs a client most when its tests never meet it comes first. */
  readonly items: readonly CoverageItem[];
  /** How many items were met at least once. */
  readonly met: number;
  /** How many items there are. */
  readonly total: number;
  /** Of all items, those that were met: 0 to 100 with one decimal, rounded down, so that 100 means all. */
  readonly percent: number;
}

/** The coverage of a catalogue. @param metTimes how often the item with an id was met */
export function coverageOf(
  catalogue: readonly CatalogueItem[],
  metTimes: (id: string) => number | undefined,
): Coverage {
  const items = catalogue.map(({ id, group, how }) => ({ id, group, met: metTimes(id) ?? 0, how }));
  const met = items.filter(one => one.met > 0).length;
  const total = items.length;
  return { items, met, total, percent: total === 0 ? 0 : Math.floor((met * 1_000) / total) / 10 };
}

/** The items that were never met, the most valuable first. */
export const missingItems = ({ items }: Coverage): CoverageItem[] => items.filter(({ met }) => met === 0);

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
  return coverageOf(catalogue, id => counts.get(id));
}
