import { isPair, isSeq, parseDocument, type Scalar, visit } from 'yaml';

/** The position of a cursor in a YAML text: its collection, and what is expected there. */
interface YamlContext {
  /** The keys from the root to the collection; `[]` stands for an item of a sequence. */
  readonly path: readonly string[];
  /** The key whose value the cursor is in; null where a key or an item is expected. */
  readonly key: string | null;
  /** The offset at which the word under the cursor begins. */
  readonly from: number;
  /** The part of the word that was typed so far. */
  readonly word: string;
}

/** Stands for the cursor in the text that is parsed. No scenario has this character. */
const CURSOR = '\u{E000}';

/** The context of an offset in a YAML text; null in comments and quoted texts. */
export function yamlContext(text: string, offset: number): YamlContext | null {
  const before = text.slice(0, offset);
  const word = /[^\s:,[\]{}]*$/.exec(before)![0];
  let found: YamlContext | null = null;
  visit(parseDocument(before + CURSOR, { strict: false }), {
    Scalar: (at, node, ancestors) => {
      if (node.type !== 'PLAIN' || !String(node.value).endsWith(CURSOR)) return;
      const path = ancestors.flatMap((ancestor, index) => {
        if (isSeq(ancestor)) return ['[]'];
        const isValue = index < ancestors.length - 1 || at === 'value';
        return isPair(ancestor) && isValue ? [String((ancestor.key as Scalar).value)] : [];
      });
      // After a key on the same line, its value is expected; on another line, a key inside of it.
      const line = before
        .slice(0, offset - word.length)
        .split('\n')
        .at(-1)!;
      const isInValue = at === 'value' && line.trim() !== '';
      const key = isInValue ? path.pop()! : null;
      found = { path, key, from: offset - word.length, word };
    },
  });
  return found;
}

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
