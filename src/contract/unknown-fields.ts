import type { RequestSchema } from './types.ts';
import { excerpt } from './violation-messages.ts';

const MAX_REMARKS = 20;

/** A name as it is written in a path; anything unusual in quotes. */
const step = (name: string): string => (/^[A-Za-z_]\w{0,40}$/.test(name) ? `.${name}` : `[${excerpt(name)}]`);

/** All that a schema says of a property, alternatives included. */
function propertySchemas(schema: RequestSchema, name: string): RequestSchema[] {
  const here = schema.properties && Object.hasOwn(schema.properties, name) ? [schema.properties[name]!] : [];
  return [...here, ...alternatives(schema).flatMap(part => propertySchemas(part, name))];
}

const alternatives = (schema: RequestSchema): RequestSchema[] =>
  ['allOf', 'oneOf', 'anyOf'].flatMap(keyword => (schema[keyword] as RequestSchema[] | undefined) ?? []);

const describesProperties = (schema: RequestSchema): boolean =>
  schema.properties !== undefined || alternatives(schema).some(describesProperties);

/**
 * The paths of the fields that no schema knows, 20 at most. An object of which the schemas list no property
 * may hold anything.
 */
export function unknownFields(schemas: readonly RequestSchema[], value: unknown, path: string): string[] {
  const found: string[] = [];
  const visit = (known: readonly RequestSchema[], standing: unknown, at: string): void => {
    if (typeof standing !== 'object' || standing === null || found.length >= MAX_REMARKS) return;
    if (Array.isArray(standing)) {
      const items = known.flatMap(schema => (schema.items ? [schema.items] : []));
      if (items.length > 0)
        for (const [index, item] of standing.entries()) visit(items, item, `${at}[${index}]`);
      return;
    }
    if (!known.some(describesProperties)) return;
    for (const name of Object.keys(standing)) {
      if (found.length >= MAX_REMARKS) return;
      const property = known.flatMap(schema => propertySchemas(schema, name));
      if (property.length === 0) found.push(at + step(name));
      else visit(property, (standing as Record<string, unknown>)[name], at + step(name));
    }
  };
  visit(schemas, value, path);
  return found;
}
