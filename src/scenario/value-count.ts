/** The maximum number of values in a scenario: texts, numbers, lists and mappings, nested ones included. */
export const MAX_VALUES = 5_000;

/** True if a value has more nested values than the limit; a value that contains itself always has. */
export function hasMoreValues(value: unknown, limit = MAX_VALUES): boolean {
  let left = limit;
  const open: unknown[] = [value];
  while (open.length > 0) {
    left -= 1;
    if (left < 0) return true;
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    for (const name in one) {
      open.push((one as Record<string, unknown>)[name]);
      if (open.length > left) return true;
    }
  }
  return false;
}
