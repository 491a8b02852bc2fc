import type { RequestSchema } from './types.ts';

const alternatives = (schema: RequestSchema): RequestSchema[] =>
  ['allOf', 'oneOf', 'anyOf'].flatMap(keyword => (schema[keyword] as RequestSchema[] | undefined) ?? []);

/** All schemas that a schema has for a property, including those in alternatives. */
function propertySchemas(schema: RequestSchema, name: string): RequestSchema[] {
  const here = schema.properties && Object.hasOwn(schema.properties, name) ? [schema.properties[name]!] : [];
  return [...here, ...alternatives(schema).flatMap(part => propertySchemas(part, name))];
}

/** The names of all properties that schemas define, including those in alternatives. */
const propertyNames = (schemas: readonly RequestSchema[]): string[] =>
  schemas.flatMap(schema => [
    ...Object.keys(schema.properties ?? {}),
    ...propertyNames(alternatives(schema)),
  ]);

const describesProperties = (schema: RequestSchema): boolean =>
  schema.properties !== undefined || alternatives(schema).some(describesProperties);

/**
 * The names that schemas define for a value, as a tree that is built where it is used first: to find that a value has
 * only known names costs one look-up per name.
 */
export class KnownNames {
  readonly #schemas: readonly RequestSchema[];
  #fields: ReadonlyMap<string, KnownNames> | null | undefined;
  #items: KnownNames | null | undefined;

  constructor(schemas: readonly RequestSchema[]) {
    this.#schemas = schemas;
  }

  /** What is known of each field; null if the schemas define none, so that an object may have any. */
  get fields(): ReadonlyMap<string, KnownNames> | null {
    if (this.#fields === undefined) this.#fields = this.#readFields();
    return this.#fields;
  }

  /** What is known of the items of an array; null if nothing is. */
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
