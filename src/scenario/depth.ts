/**
 * How deeply lists and mappings may be nested in a value that a scenario answers with. A request's body may have 64
 * levels, and a snapshot of an account with such a scenario has to fit into one.
 */
export const MAX_DEPTH = 50;

/** True where lists and objects are nested more deeply than a limit. It looks no deeper than that. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some(one => isDeeperThan(one, limit - 1));
}
