/** The maximum number of values in a scenario: texts, numbers, lists and mappings, nested ones included. */
export const MAX_VALUES = 20_000;

/** True if a value has more nested values than the limit; a value that contains itself always has. */
export function hasMoreValues(value: unknown, limit = MAX_VALUES): boolean {
  let left = limit;
  const open: unknown[] = [value];
  while (open.length > 0) {
    left -= 1;
    if (left < 0) return true;
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    const nested = Object.values(one);
    if (nested.length > left) return true;
    for (const inner of nested) open.push(inner);
  }
  return false;
}
