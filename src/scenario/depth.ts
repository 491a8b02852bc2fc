/** How deeply lists and mappings may be nested in a value that a scenario answers with. */
export const MAX_DEPTH = 100;

/** True where lists and objects are nested more deeply than a limit. It looks no deeper than that. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some(one => isDeeperThan(one, limit - 1));
}
