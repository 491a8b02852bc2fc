/** Whether a value is an object that can have named fields: neither null nor an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const JSON_TYPE = /^application\/json *(;|$)/i;
const CHARSET = /; *charset *= *"?([^\s;"]*)/i;

/** A longer value of a header is not quoted in full. */
const LONGEST_QUOTE = 100;

const quoted = (value: string): string =>
  value.length > LONGEST_QUOTE ? `${value.slice(0, LONGEST_QUOTE)}…` : value;

/** The problem with the Content-Type of a request with a JSON body, or null. JSON is in UTF-8. */
export function contentTypeProblem(type: string | undefined): string | null {
  if (type === undefined || !JSON_TYPE.test(type))
    return `Content-Type is ${type === undefined ? 'missing' : quoted(type)}, not application/json`;
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  return /^utf-?8$/i.test(charset)
    ? null
    : `the charset in Content-Type is ${quoted(charset)}, but JSON is in UTF-8; leave it out`;
}

/** The problem with the Content-Encoding of a request with a body, or null. */
export const contentEncodingProblem = (encoding: string | undefined): string | null =>
  encoding === undefined || /^(identity)?$/i.test(encoding)
    ? null
    : `Content-Encoding is ${quoted(encoding)}, but compressed bodies are not decoded; send it uncompressed`;

/** The problem with the headers of a request that describe its JSON body, or null. */
export const bodyHeadersProblem = (type: string | undefined, encoding: string | undefined): string | null =>
  contentTypeProblem(type) ?? contentEncodingProblem(encoding);

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
