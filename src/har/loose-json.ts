import { isObject } from '../domain/is-object.ts';

/** A JSON object of which nothing is known yet. */
export type LooseObject = Readonly<Record<string, unknown>>;

const NOTHING: LooseObject = {};

/** The value if it is an object, otherwise an empty one. */
export const objectOf = (value: unknown): LooseObject => (isObject(value) ? value : NOTHING);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A string, or the text of a number or boolean; null for everything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** A finite number, or one written as a string; null for everything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** As `numberOf`, but null for negative numbers, which mean "unknown" in HAR. */
export function sizeOf(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && number >= 0 ? number : null;
}
