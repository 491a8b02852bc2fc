/**
 * How deeply lists and mappings may be nested in a response body of a scenario. A request body may have 64 levels, and
 * a snapshot of an account with such a scenario has to fit into one.
 */
export const MAX_DEPTH = 50;

/** True if lists and objects are nested more deeply than a limit. It does not descend beyond the limit. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some(one => isDeeperThan(one, limit - 1));
}
