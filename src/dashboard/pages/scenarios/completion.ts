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

const ITEM = '[]';

/** A flow collection that is open at the cursor. */
interface OpenFlow {
  readonly isMap: boolean;
  readonly at: number;
  key: string | null;
}

interface Scan {
  readonly open: readonly OpenFlow[];
  readonly isInText: boolean;
}

const isKeyEnd = (text: string, at: number): boolean =>
  text[at] === ':' && /[\s,}\]]|$/.test(text[at + 1] ?? '');

const wordBefore = (text: string, at: number): string => /[\w.$/-]*$/.exec(text.slice(0, at).trimEnd())![0];

/** Finds the flow collections that are open at an offset, and whether it is in a comment or a quoted text. */
function scan(text: string, end: number): Scan {
  const open: OpenFlow[] = [];
  let quote: string | null = null;
  for (let at = 0; at < end; at++) {
    const character = text[at]!;
    if (quote !== null) {
      if (character === '\\' && quote === '"') at += 1;
      else if (character === quote) quote = null;
    } else if (character === '#' && (at === 0 || /\s/.test(text[at - 1]!))) {
      const lineEnd = text.indexOf('\n', at);
      if (lineEnd === -1 || lineEnd >= end) return { open, isInText: true };
      at = lineEnd;
    } else if ((character === '"' || character === "'") && /[\s[{,:]/.test(text[at - 1] ?? ' ')) {
      quote = character;
    } else if (
      (character === '{' || character === '[') &&
      (open.length > 0 || /[\s-]/.test(text[at - 1] ?? ' '))
    ) {
      open.push({ isMap: character === '{', at, key: null });
    } else if (open.length > 0) scanInFlow(open, text, at);
  }
  return { open, isInText: quote !== null };
}

function scanInFlow(open: OpenFlow[], text: string, at: number): void {
  const flow = open.at(-1)!;
  if (text[at] === '}' || text[at] === ']') open.pop();
  else if (text[at] === ',') flow.key = null;
  else if (isKeyEnd(text, at)) flow.key = wordBefore(text, at);
}

/** A dash or key in a line of block style, with its column. */
interface Mark {
  readonly column: number;
  /** Null for a dash. */
  readonly key: string | null;
}

/** The dashes and the key that a line begins with. */
function marksOf(line: string): Mark[] {
  const marks: Mark[] = [];
  let column = /^ */.exec(line)![0].length;
  for (let dash = /^-(\s+|$)/.exec(line.slice(column)); dash; dash = /^-(\s+|$)/.exec(line.slice(column))) {
    marks.push({ column, key: null });
    column += dash[0].length;
  }
  const key = /^([\w.$-]+):(\s|$)/.exec(line.slice(column))?.[1];
  if (key !== undefined) marks.push({ column, key });
  return marks;
}

/** The path to what begins at a column of the line after these lines. */
function blockPath(linesBefore: readonly string[], column: number, isDash: boolean): string[] {
  const path: string[] = [];
  // A sequence may begin at the column of its key.
  let limit = isDash ? column + 0.5 : column;
  for (let index = linesBefore.length - 1; index >= 0 && limit > 0; index--) {
    const line = linesBefore[index]!;
    if (/^\s*(#|$)/.test(line)) continue;
    for (const mark of marksOf(line).reverse()) {
      if (mark.column >= limit || (mark.key === null && mark.column + 0.5 === limit)) continue;
      path.unshift(mark.key ?? ITEM);
      limit = mark.key === null ? mark.column + 0.5 : mark.column;
    }
  }
  return path;
}

/** The context of an offset in block style. */
function blockContext(text: string, offset: number): YamlContext {
  const lines = text.slice(0, offset).split('\n');
  const line = lines.pop()!;
  const marks = marksOf(line);
  const last = marks.at(-1);
  const key = last?.key ?? null;
  const start = marks.find(mark => mark.key === null) ?? marks[0];
  const column = start?.column ?? /^ */.exec(line)![0].length;
  const path = [
    ...blockPath(lines, column, start?.key === null),
    ...marks.filter(mark => mark.key === null).map(() => ITEM),
  ];
  const word = /[^\s:,[{]*$/.exec(line)![0];
  return { path, key, from: offset - word.length, word };
}

/** The context of an offset in a YAML text; null in comments and quoted texts. */
export function yamlContext(text: string, offset: number): YamlContext | null {
  const { open, isInText } = scan(text, offset);
  if (isInText) return null;
  const [outermost] = open;
  if (!outermost) return blockContext(text, offset);
  const outside = blockContext(text, outermost.at);
  const path = [...outside.path, ...(outside.key === null ? [] : [outside.key])];
  for (const flow of open) {
    if (flow === open.at(-1)) break;
    path.push(flow.isMap ? (flow.key ?? '') : ITEM);
  }
  const inner = open.at(-1)!;
  if (!inner.isMap) path.push(ITEM);
  const word = /[^\s:,[\]{}]*$/.exec(text.slice(0, offset))![0];
  return { path, key: inner.isMap ? inner.key : null, from: offset - word.length, word };
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
