import type { YamlContext } from './yaml-context.ts';

/** The parts of a JSON Schema that completion uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** A word that fits at the cursor. */
export interface Suggestion {
  readonly label: string;
  readonly kind: 'key' | 'value';
  readonly description: string;
}

/** A schema and its alternatives. */
const variants = (schema: JsonSchema): JsonSchema[] => [
  schema,
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(variants),
];

const isSchema = (value: JsonSchema | boolean | undefined): value is JsonSchema => typeof value === 'object';

function stepInto(schema: JsonSchema, step: string): JsonSchema[] {
  const next = step === '[]' ? schema.items : (schema.properties?.[step] ?? schema.additionalProperties);
  return isSchema(next) ? variants(next) : [];
}

const schemasAt = (root: JsonSchema, path: readonly string[]): JsonSchema[] =>
  path.reduce((schemas, step) => schemas.flatMap(schema => stepInto(schema, step)), variants(root));

function valuesOf(schema: JsonSchema): Suggestion[] {
  const isBoolean = schema.type === 'boolean';
  const values =
    schema.enum ?? (schema.const === undefined ? (isBoolean ? [true, false] : []) : [schema.const]);
  return values.map(value => ({
    label: String(value),
    kind: 'value',
    description: schema.description ?? '',
  }));
}

const keysOf = (schema: JsonSchema): Suggestion[] => [
  ...Object.entries(schema.properties ?? {}).map(([label, { description = '' }]) => ({
    label,
    kind: 'key' as const,
    description,
  })),
  ...(schema.propertyNames?.enum ?? []).map(label => ({
    label: String(label),
    kind: 'key' as const,
    description: '',
  })),
];

/** The suggestions of a schema at a place of a YAML text: keys of a mapping, or values. Each once. */
export function suggestionsFor(root: JsonSchema, { path, key }: YamlContext): Suggestion[] {
  const schemas = schemasAt(root, key === null ? path : [...path, key]);
  const found = schemas.flatMap(schema =>
    key === null ? [...keysOf(schema), ...valuesOf(schema)] : valuesOf(schema),
  );
  return [...new Map(found.map(one => [one.label, one])).values()];
}
