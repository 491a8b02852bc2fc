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

/** One behavior of the service that the tests of an integration can meet. */
export interface CoverageItem {
  /** Stable and readable, such as `response createOrder 402` or `transition delegating>failed`. */
  readonly id: string;
  readonly group: CoverageGroup;
  /** How often it was met. */
  readonly met: number;
  /** The line that provokes it, such as `X-Sandbox-Scenario: insufficient-balance`. */
  readonly how: string;
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

/** The items with their totals. */
export function coverageOf(items: readonly CoverageItem[]): Coverage {
  const met = items.filter(one => one.met > 0).length;
  const total = items.length;
  return { items, met, total, percent: total === 0 ? 0 : Math.floor((met * 1_000) / total) / 10 };
}

/** The items that were never met, the most valuable first. */
export const missingItems = ({ items }: Coverage): CoverageItem[] => items.filter(({ met }) => met === 0);
