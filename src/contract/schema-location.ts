import type { KeywordEntry, RequestSchema, ViolationEntry } from './types.ts';

/** A location in a request: its schema, its value and its path. */
export interface SchemaLocation {
  readonly schema: RequestSchema;
  readonly value: unknown;
  /** Such as `body.orders[3].address`. */
  readonly path: string;
  /** Indices of properties and items from the root; locations are sorted by it, in schema order. */
  readonly rank: readonly number[];
  readonly parent: SchemaLocation | null;
  /** The index of the individually failing item that contains the location. */
  readonly item?: number;
}

/** The root location of a part of the request. */
export const rootLocation = (name: string, schema: RequestSchema, value: unknown): SchemaLocation => ({
  schema,
  value,
  path: name,
  rank: [],
  parent: null,
});

const child = (
  parent: SchemaLocation,
  schema: RequestSchema,
  value: unknown,
  path: string,
  index: number,
): SchemaLocation => ({
  schema,
  value,
  path,
  rank: [...parent.rank, index],
  parent,
  ...(parent.item === undefined ? {} : { item: parent.item }),
});

/** The location of a property; null if the schema does not define it. */
export function propertyLocation(parent: SchemaLocation, name: string): SchemaLocation | null {
  const { properties } = parent.schema;
  if (!properties || !Object.hasOwn(properties, name)) return null;
  const index = Object.keys(properties).indexOf(name);
  return child(parent, properties[name]!, ownValue(parent.value, name), `${parent.path}.${name}`, index);
}

/** The location of an array's item; null if the schema does not define items. */
export function itemLocation(parent: SchemaLocation, index: number): SchemaLocation | null {
  const { items } = parent.schema;
  if (!items || !Array.isArray(parent.value)) return null;
  const location = child(parent, items, parent.value[index], `${parent.path}[${index}]`, index);
  return parent.schema['x-items-stand-alone'] ? { ...location, item: index } : location;
}

/** Follows a path down as far as the schema defines it. */
export function locate(root: SchemaLocation, segments: readonly (string | number)[]): SchemaLocation {
  let location = root;
  for (const segment of segments) {
    const next = propertyLocation(location, String(segment)) ?? itemLocation(location, Number(segment));
    if (!next) break;
    location = next;
  }
  return location;
}

/** The value of an object's own property; undefined if there is none. */
export function ownValue(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, name)) return undefined;
  return (object as Record<string, unknown>)[name];
}

/** The description's response to a violation of a keyword at a location; undefined if it defines none. */
export function entryFor(location: SchemaLocation, keyword: string): KeywordEntry | undefined {
  const own = location.schema['x-violations']?.[keyword];
  if (own) return own;
  let nearest: SchemaLocation | null = location;
  while (nearest && !nearest.schema['x-violation']) nearest = nearest.parent;
  return nearest?.schema['x-violation'];
}

/** Selects the response of an entry, which can depend on sibling properties of the location. */
export function responseOf(
  entry: ViolationEntry,
  location: SchemaLocation,
): { status: number; error: string } {
  for (const [sibling, response] of Object.entries(entry.given ?? {})) {
    const value = ownValue(location.parent?.value, sibling);
    if (value !== undefined && value !== null) return response;
  }
  return entry;
}

/** Compares ranks from the root down: smaller index first, an object before its contents. */
export function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    if (a[index] !== b[index]) return a[index]! - b[index]!;
  }
  return a.length - b.length;
}

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
