import type { components, operations } from '../contract/control-v1.generated.ts';
import type { Assert, SameMembers } from '../core/domain/type-assertions.ts';

type CamelName<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Name;

/** A type of the control API as the library shows it: with names in camel case, and readonly. */
export type Camel<Value> = Value extends readonly (infer Item)[]
  ? readonly Camel<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value as CamelName<Name>]: Camel<Value[Name]> }
    : Value;

type Schemas = components['schemas'];

/** A schema of the control API in the names of the library, without the fields that the library types itself. */
export type FromWire<Name extends keyof Schemas, Replaced extends string = never> = Omit<
  Camel<NonNullable<Schemas[Name]>>,
  Replaced
>;

/** The parameters by which an operation filters its list. */
export type FilterOf<Operation extends keyof operations> = Omit<
  Camel<NonNullable<operations[Operation]['parameters']['query']>>,
  'limit' | 'cursor'
>;

/** Fields whose values are passed on unchanged, because their keys are data rather than field names. */
const OPAQUE = [
  'actual',
  'assumptions',
  'body',
  'default',
  'expected',
  'headers',
  'json',
  'payload',
  'query',
  'rules',
  'scenario',
  'state',
  'value',
] as const;

/** The names of all fields of a schema, however deep, that may hold anything. */
type FreeFields<Schema> = Schema extends readonly (infer Item)[]
  ? FreeFields<Item>
  : Schema extends object
    ? {
        [Name in keyof Schema]-?: IsFree<Schema[Name]> extends true ? Name : FreeFields<Schema[Name]>;
      }[keyof Schema]
    : never;
type IsFree<Value> = unknown extends Value
  ? true
  : [NonNullable<Value>] extends [object]
    ? string extends keyof NonNullable<Value>
      ? true
      : false
    : false;
export type EveryFreeFieldIsOpaque = Assert<
  SameMembers<(typeof OPAQUE)[number], FreeFields<Schemas[keyof Schemas]>>
>;

/** Fields whose values are passed on unchanged. */
export const opaqueNames: ReadonlySet<string> = new Set(OPAQUE);

/** `external_id` → `externalId`. */
export const camelName = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const snakeName = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map(item => renamed(item, rename));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, field]) => [
    rename(name),
    opaqueNames.has(name) ? field : renamed(field, rename),
  ]);
  return Object.fromEntries(entries);
}

/** Converts a response of the control API to the names of the library: `external_id` → `externalId`. */
export const toCamel = <Value>(value: Value): Camel<Value> => renamed(value, camelName) as Camel<Value>;

/** Converts a value of the library to the names of the control API: `externalId` → `external_id`. */
export const toSnake = <Value extends object>(value: Value): Record<string, unknown> =>
  renamed(value, snakeName) as Record<string, unknown>;
