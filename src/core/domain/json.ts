/** Whether a value is an object that can have named fields: neither null nor an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json *(;|$)/i;

/** The problem with the Content-Type of a request with a JSON body, or null. */
export const contentTypeProblem = (type: string | undefined): string | null =>
  JSON_TYPE.test(type ?? '') ? null : `Content-Type is ${type ?? 'missing'}, not application/json`;

/**
 * How deep arrays and objects may be nested in a body. Prism's validator recurses and accepts a value if it overflows
 * the stack, so a deeper body must not reach it.
 */
export const MAX_JSON_DEPTH = 64;

/** True if arrays and objects are nested more deeply than a limit. It does not descend beyond the limit. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some(one => isDeeperThan(one, limit - 1));
}
