import type { RequestSchema, UnknownField } from './types.ts';
import { excerpt } from './violation-messages.ts';

const MAX_REMARKS = 20;

/** A property name as a path segment; unusual names are quoted. */
const segment = (name: string): string =>
  /^[A-Za-z_]\w{0,40}$/.test(name) ? `.${name}` : `[${excerpt(name)}]`;

/** All schemas that a schema has for a property, including those in alternatives. */
function propertySchemas(schema: RequestSchema, name: string): RequestSchema[] {
  const here = schema.properties && Object.hasOwn(schema.properties, name) ? [schema.properties[name]!] : [];
  return [...here, ...alternatives(schema).flatMap(part => propertySchemas(part, name))];
}

const alternatives = (schema: RequestSchema): RequestSchema[] =>
  ['allOf', 'oneOf', 'anyOf'].flatMap(keyword => (schema[keyword] as RequestSchema[] | undefined) ?? []);

/** The names of all properties that schemas define, including those in alternatives. */
const propertyNames = (schemas: readonly RequestSchema[]): string[] =>
  schemas.flatMap(schema => [
    ...Object.keys(schema.properties ?? {}),
    ...propertyNames(alternatives(schema)),
  ]);

const describesProperties = (schema: RequestSchema): boolean =>
  schema.properties !== undefined || alternatives(schema).some(describesProperties);

/**
 * The fields that no schema defines, at most 20. If the schemas define no property of an object, it may have any field.
 */
export function findUnknownFields(
  schemas: readonly RequestSchema[],
  value: unknown,
  path: string,
): UnknownField[] {
  const found: UnknownField[] = [];
  const visit = (schemas: readonly RequestSchema[], current: unknown, at: string): void => {
    if (typeof current !== 'object' || current === null || found.length >= MAX_REMARKS) return;
    if (Array.isArray(current)) {
      const items = schemas.flatMap(schema => (schema.items ? [schema.items] : []));
      if (items.length > 0)
        for (const [index, item] of current.entries()) visit(items, item, `${at}[${index}]`);
      return;
    }
    if (!schemas.some(describesProperties)) return;
    for (const name of Object.keys(current)) {
      if (found.length >= MAX_REMARKS) return;
      const property = schemas.flatMap(schema => propertySchemas(schema, name));
      if (property.length === 0)
        found.push({ path: at + segment(name), name, known: propertyNames(schemas) });
      else visit(property, (current as Record<string, unknown>)[name], at + segment(name));
    }
  };
  visit(schemas, value, path);
  return found;
}

/** The paths of the fields that no schema defines, at most 20. */
export const unknownFields = (schemas: readonly RequestSchema[], value: unknown, path: string): string[] =>
  findUnknownFields(schemas, value, path).map(field => field.path);
