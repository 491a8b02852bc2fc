import type { ParameterValue, RequestSchema } from './types.ts';

/** The types of JSON Schema that a parameter's text is converted to; it stays a string for others. */
type ReadType = 'integer' | 'number' | 'boolean';

/** How a text becomes a value of each type; null where it is no such value. A text is never trimmed. */
const READERS: Readonly<Record<ReadType, (text: string) => ParameterValue | null>> = {
  integer: text => (/^[0-9]+$/.test(text) ? Number(text) : null),
  number: text => (/^-?[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : null),
  boolean: text => (text === 'true' ? true : text === 'false' ? false : null),
};

/**
 * Reads the parameters that a schema lists, each as its type. A text that cannot be read stays a text, for
 * the schema to refuse. Names count exactly as they are written; others are left alone.
 */
export function readParameters(
  schema: RequestSchema,
  texts: Readonly<Record<string, string>>,
): Record<string, ParameterValue> {
  const values: Record<string, ParameterValue> = {};
  for (const name in schema.properties) {
    if (!Object.hasOwn(texts, name)) continue;
    const text = texts[name]!;
    if (text === '' && schema['x-empty-is-absent']) continue;
    values[name] = READERS[schema.properties[name]!.type as ReadType]?.(text) ?? text;
  }
  if (schema['x-first-of']) keepFirst(values, schema['x-first-of']);
  return values;
}

/** Of the names only the first that is given stays. */
function keepFirst(values: Record<string, ParameterValue>, names: readonly string[]): void {
  const first = names.find(name => name in values);
  for (const name of names) if (name !== first) delete values[name];
}
