import { ownValue } from './schema-location.ts';
import type { RequestSchema } from './types.ts';

/** Whether a value has a type of JSON Schema. */
const TYPE_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  number: Number.isFinite,
  string: value => typeof value === 'string',
  boolean: value => typeof value === 'boolean',
  array: Array.isArray,
  object: value => typeof value === 'object' && value !== null && !Array.isArray(value),
  null: value => value === null,
};

const hasTypeOf = ({ type }: RequestSchema, value: unknown): boolean =>
  value !== undefined &&
  (type === undefined || [type].flat().some(one => TYPE_CHECKS[one]?.(value) === true));

/**
 * The alternatives of a schema's oneOf that a value chooses: it has the properties that they require, with the types
 * that they give them.
 */
export const chosenAlternatives = ({ oneOf = [] }: RequestSchema, value: unknown): RequestSchema[] =>
  oneOf.filter(({ required = [], properties = {} }) =>
    required.every(name => hasTypeOf(properties[name] ?? {}, ownValue(value, name))),
  );
