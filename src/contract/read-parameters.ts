import type { ParameterValue, RequestSchema } from './types.ts';

/** The JSON Schema types that a parameter is converted to; for other types it stays a string. */
type ReadType = 'integer' | 'number' | 'boolean';

/** Converts text to a value of each type; null if the text is not one. Text is never trimmed. */
const READERS: Readonly<Record<ReadType, (text: string) => ParameterValue | null>> = {
  // Adding 0 turns -0 into 0.
  integer: text => (/^-?[0-9]+$/.test(text) ? Number(text) + 0 : null),
  number: text => (/^-?[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : null),
  boolean: text => (text === 'true' ? true : text === 'false' ? false : null),
};

/**
 * Converts the parameters that a schema defines to their types. Text that cannot be converted stays a string, which the
 * schema then rejects. Names are case-sensitive; parameters that the schema does not define are skipped.
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

/** Keeps only the first given one of several parameters. */
function keepFirst(values: Record<string, ParameterValue>, names: readonly string[]): void {
  const first = names.find(name => name in values);
  for (const name of names) if (name !== first) delete values[name];
}
