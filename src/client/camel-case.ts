import type { components } from '../contract/control-v1.generated.ts';
import type { Assert, SameMembers } from '../domain/type-assertions.ts';

type CamelName<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Name;

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
  'value',
] as const;
type Opaque = (typeof OPAQUE)[number];

/** True for a value that may hold anything. */
type IsFree<Value> = unknown extends Value
  ? true
  : [NonNullable<Value>] extends [Record<string, never>]
    ? true
    : false;

/** The names of all fields of a schema, however deep, that may hold anything. */
type FreeFields<Schema> = Schema extends readonly (infer Item)[]
  ? FreeFields<Item>
  : Schema extends object
    ? {
        [Name in keyof Schema]-?: IsFree<Schema[Name]> extends true ? Name : FreeFields<Schema[Name]>;
      }[keyof Schema]
    : never;

type Schemas = components['schemas'];
/** A snapshot's state is handed on with all that is around it. */
type HandedOnRaw = 'state';

export type EveryFreeFieldIsOpaque = Assert<
  SameMembers<Opaque, Exclude<FreeFields<Schemas[keyof Schemas]>, HandedOnRaw>>
>;

/** Fields whose values are passed on unchanged. */
export const opaqueNames: ReadonlySet<string> = new Set(OPAQUE);

/** A type with its fields renamed from snake case to camel case. */
export type Camel<Value> = Value extends readonly (infer Item)[]
  ? Camel<Item>[]
  : Value extends object
    ? { [Name in keyof Value as CamelName<Name>]: Name extends Opaque ? Value[Name] : Camel<Value[Name]> }
    : Value;

/** `external_id` → `externalId`. */
export const toCamelName = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const snakeName = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

function renameFields(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map(item => renameFields(item, rename));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, field]) => [
    rename(name),
    opaqueNames.has(name) ? field : renameFields(field, rename),
  ]);
  return Object.fromEntries(entries);
}

/** Converts a response of the control API to camel case: `external_id` → `externalId`. */
export const toCamel = <Value>(value: Value): Camel<Value> =>
  renameFields(value, toCamelName) as Camel<Value>;

/** Converts a value to snake case for the control API: `externalId` → `external_id`. Omits undefined fields. */
export const toSnake = (value: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(renameFields(value, snakeName))) as Record<string, unknown>;
