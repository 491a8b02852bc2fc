import type { IconName } from '../../parts/icon.tsx';

/** Something that the search can find. */
export interface Entry {
  /** Unique among all entries. */
  readonly key: string;
  readonly icon: IconName;
  readonly text: string;
  /** The kind of the entry, shown at the end of its line. */
  readonly side: string;
  /** Further texts by which it is found, such as an address. */
  readonly also?: readonly (string | null)[];
  readonly run: () => void;
}

/** How well an entry matches a text in lower case: 0 is best; null: not at all. */
export function rankOf({ text, also = [] }: Pick<Entry, 'text' | 'also'>, wanted: string): number | null {
  let best: number | null = null;
  for (const candidate of [text, ...also]) {
    const lower = candidate?.toLowerCase();
    if (lower === undefined || !lower.includes(wanted)) continue;
    const rank = lower === wanted ? 0 : lower.startsWith(wanted) ? 1 : 2;
    if (best === null || rank < best) best = rank;
  }
  if (best !== null) return best;
  const words = wanted.split(/\s+/);
  const all = [text, ...also].join(' ').toLowerCase();
  return words.length > 1 && words.every(word => all.includes(word)) ? 3 : null;
}

/** The matching entries, best first, in the given order among equals. */
export function ranked(entries: readonly Entry[], wanted: string, limit: number): Entry[] {
  return entries
    .map(entry => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => a.rank! - b.rank!)
    .slice(0, limit)
    .map(({ entry }) => entry);
}
