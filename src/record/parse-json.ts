import { isNestedTooDeep } from '../domain/json-depth.ts';

/** Parsed JSON; undefined if the bytes are not JSON, or nested more deeply than is validated. */
export function parseJson(bytes: Uint8Array): unknown {
  if (isNestedTooDeep(bytes)) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
