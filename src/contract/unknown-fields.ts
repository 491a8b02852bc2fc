import type { RequestSchema, UnknownField } from './contract-types.ts';
import { excerpt } from './violations.ts';

const alternatives = (schema: RequestSchema): RequestSchema[] =>
  ['allOf', 'oneOf', 'anyOf'].flatMap(keyword => (schema[keyword] as RequestSchema[] | undefined) ?? []);

/** All schemas that a schema has for a property, including those in alternatives. */
function propertySchemas(schema: RequestSchema, name: string): RequestSchema[] {
  const here = schema.properties && Object.hasOwn(schema.properties, name) ? [schema.properties[name]!] : [];
  return [...here, ...alternatives(schema).flatMap(part => propertySchemas(part, name))];
}

const propertyNames = (schemas: readonly RequestSchema[]): string[] =>
  schemas.flatMap(schema => [
    ...Object.keys(schema.properties ?? {}),
    ...propertyNames(alternatives(schema)),
  ]);

const describesProperties = (schema: RequestSchema): boolean =>
  schema.properties !== undefined || alternatives(schema).some(describesProperties);

/**
 * The names that schemas define for a value, as a tree. Each node is built at its first use, and checking a value with only
 * known names costs one look-up per name.
 */
export class KnownNames {
  readonly #schemas: readonly RequestSchema[];
  #fields: ReadonlyMap<string, KnownNames> | null | undefined;
  #items: KnownNames | null | undefined;

  constructor(schemas: readonly RequestSchema[]) {
    this.#schemas = schemas;
  }

  /** The known names in each field; null if the schemas define no fields, so that an object may have any. */
  get fields(): ReadonlyMap<string, KnownNames> | null {
    if (this.#fields === undefined) this.#fields = this.#readFields();
    return this.#fields;
  }

  /** The known names in the items of an array; null if nothing is known. */
  get items(): KnownNames | null {
    if (this.#items === undefined) {
      const items = this.#schemas.flatMap(schema => (schema.items ? [schema.items] : []));
      this.#items = items.length > 0 ? new KnownNames(items) : null;
    }
    return this.#items;
  }

  #readFields(): ReadonlyMap<string, KnownNames> | null {
    if (!this.#schemas.some(describesProperties)) return null;
    return new Map(
      propertyNames(this.#schemas).map(name => [
        name,
        new KnownNames(this.#schemas.flatMap(schema => propertySchemas(schema, name))),
      ]),
    );
  }
}

const MAX_UNKNOWN = 20;

const NONE: readonly UnknownField[] = [];

/** A property name as a path segment; unusual names are quoted. */
const segment = (name: string): string =>
  /^[A-Za-z_]\w{0,40}$/.test(name) ? `.${name}` : `[${excerpt(name)}]`;

/** True if a value has a field that is not known. Allocates nothing, because it runs for every request. */
function hasUnknown(known: KnownNames, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    const { items } = known;
    return items !== null && value.some(item => hasUnknown(items, item));
  }
  const { fields } = known;
  if (fields === null) return false;
  // Parsed JSON and parsed queries have no inherited fields.
  for (const name in value) {
    const field = fields.get(name);
    if (field === undefined) return true;
    const inner = (value as Record<string, unknown>)[name];
    if (typeof inner === 'object' && hasUnknown(field, inner)) return true;
  }
  return false;
}

function collect(known: KnownNames, value: unknown, at: string, found: UnknownField[]): void {
  if (typeof value !== 'object' || value === null || found.length >= MAX_UNKNOWN) return;
  if (Array.isArray(value)) {
    const { items } = known;
    if (!items) return;
    for (let index = 0; index < value.length && found.length < MAX_UNKNOWN; index++)
      collect(items, value[index], `${at}[${index}]`, found);
    return;
  }
  const { fields } = known;
  if (fields === null) return;
  for (const name in value) {
    if (found.length >= MAX_UNKNOWN) return;
    const path = at + segment(name);
    const field = fields.get(name);
    if (field) collect(field, (value as Record<string, unknown>)[name], path, found);
    else found.push({ path, name, known: [...fields.keys()] });
  }
}

/**
 * The fields of parsed JSON, or of a query, that are not known; at most 20. If the schemas define no field
 * of an object, it may have any.
 */
export function findUnknownFields(known: KnownNames, value: unknown, path: string): readonly UnknownField[] {
  if (!hasUnknown(known, value)) return NONE;
  const found: UnknownField[] = [];
  collect(known, value, path, found);
  return found;
}
