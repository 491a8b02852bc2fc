import type { KeywordEntry, RequestSchema, ViolationEntry } from './types.ts';

/** A place in a request: the schema and the value that meet there, and how one gets to it. */
export interface Place {
  readonly schema: RequestSchema;
  readonly value: unknown;
  /** Such as `body.orders[3].address`. */
  readonly path: string;
  /** Indices of properties and items from the root on; what comes first in the schema ranks first. */
  readonly rank: readonly number[];
  readonly parent: Place | null;
  /** The index of the stand-alone item that the place lies in. */
  readonly item?: number;
}

/** The root of a part of the request. */
export const rootPlace = (name: string, schema: RequestSchema, value: unknown): Place => ({
  schema,
  value,
  path: name,
  rank: [],
  parent: null,
});

const child = (parent: Place, schema: RequestSchema, value: unknown, path: string, index: number): Place => ({
  schema,
  value,
  path,
  rank: [...parent.rank, index],
  parent,
  ...(parent.item === undefined ? {} : { item: parent.item }),
});

/** The place of a property; null where the schema does not list it. */
export function propertyPlace(parent: Place, name: string): Place | null {
  const { properties } = parent.schema;
  if (!properties || !Object.hasOwn(properties, name)) return null;
  const index = Object.keys(properties).indexOf(name);
  return child(parent, properties[name]!, ownValue(parent.value, name), `${parent.path}.${name}`, index);
}

/** The place of an array's item; null where the schema says nothing of items. */
export function itemPlace(parent: Place, index: number): Place | null {
  const { items } = parent.schema;
  if (!items || !Array.isArray(parent.value)) return null;
  const place = child(parent, items, parent.value[index], `${parent.path}[${index}]`, index);
  return parent.schema['x-items-stand-alone'] ? { ...place, item: index } : place;
}

/** Follows a path down as far as the schema goes. */
export function walk(root: Place, segments: readonly (string | number)[]): Place {
  let place = root;
  for (const segment of segments) {
    const next = propertyPlace(place, String(segment)) ?? itemPlace(place, Number(segment));
    if (!next) break;
    place = next;
  }
  return place;
}

/** What an object's own property holds. */
export function ownValue(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, name)) return undefined;
  return (object as Record<string, unknown>)[name];
}

/** What the description says that a keyword's violation at a place answers; undefined where it says nothing. */
export function entryFor(place: Place, keyword: string): KeywordEntry | undefined {
  const own = place.schema['x-violations']?.[keyword];
  if (own) return own;
  let nearest: Place | null = place;
  while (nearest && !nearest.schema['x-violation']) nearest = nearest.parent;
  return nearest?.schema['x-violation'];
}

/** The answer of an entry, with regard to what else the object that `place` lies in gives. */
export function answerOf(entry: ViolationEntry, place: Place): { status: number; error: string } {
  for (const [sibling, answer] of Object.entries(entry.given ?? {})) {
    const value = ownValue(place.parent?.value, sibling);
    if (value !== undefined && value !== null) return answer;
  }
  return entry;
}

/** Orders ranks: from the root on, the smaller index first, an object before what is in it. */
export function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    if (a[index] !== b[index]) return a[index]! - b[index]!;
  }
  return a.length - b.length;
}
