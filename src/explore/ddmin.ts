/** Splits a list into parts of nearly equal length. */
function split<T>(list: readonly T[], parts: number): T[][] {
  return Array.from({ length: parts }, (_, index) =>
    list.slice(Math.floor((index * list.length) / parts), Math.floor(((index + 1) * list.length) / parts)),
  );
}

/**
 * Finds a small part of a list that still fails, by delta debugging (ddmin). Without any one of its elements, what is
 * returned does not fail, unless `test` ran out of budget, which it reports as false.
 * @param list fails as a whole
 */
export async function ddmin<T>(
  list: readonly T[],
  test: (part: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let current = list;
  let parts = 2;
  while (current.length > 1) {
    const subsets = split(current, parts);
    const smaller = await firstFailing(current, subsets, test);
    if (smaller) {
      current = smaller.list;
      parts = Math.min(current.length, smaller.isSubset ? 2 : Math.max(parts - 1, 2));
    } else if (parts < current.length) parts = Math.min(current.length, parts * 2);
    else return current;
  }
  return current;
}

async function firstFailing<T>(
  current: readonly T[],
  subsets: readonly (readonly T[])[],
  test: (part: readonly T[]) => Promise<boolean>,
): Promise<{ readonly list: readonly T[]; readonly isSubset: boolean } | null> {
  for (const list of subsets) if (await test(list)) return { list, isSubset: true };
  if (subsets.length === 2) return null;
  for (const subset of subsets) {
    const list = current.filter(one => !subset.includes(one));
    if (await test(list)) return { list, isSubset: false };
  }
  return null;
}
