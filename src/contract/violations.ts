import { isObject } from '../core/domain/json.ts';
import { counted, grouped } from '../core/text/wording.ts';
import type {
  KeywordEntry,
  RequestSchema,
  Violation,
  ViolationEntry,
  ViolationReply,
} from './contract-types.ts';
import type { Diagnostic } from './prism-validator.ts';

/*
 * Converts what Prism reports about a request to violations: each with its place in the request, a sentence for people, and
 * the status and error code that the description gives it.
 */

export interface SchemaLocation {
  readonly schema: RequestSchema;
  readonly value: unknown;
  readonly path: string;
  /** The indices of properties and items from the root. Violations are sorted by it, in schema order. */
  readonly rank: readonly number[];
  readonly parent: SchemaLocation | null;
  /** The index of the item that contains the location, if items fail individually. */
  readonly item?: number;
}

export const rootLocation = (name: string, schema: RequestSchema, value: unknown): SchemaLocation => ({
  schema,
  value,
  path: name,
  rank: [],
  parent: null,
});

const child = (
  parent: SchemaLocation,
  schema: RequestSchema,
  value: unknown,
  path: string,
  index: number,
): SchemaLocation => ({
  schema,
  value,
  path,
  rank: [...parent.rank, index],
  parent,
  ...(parent.item === undefined ? {} : { item: parent.item }),
});

/** The location of a property; null if the schema does not define it. */
export function propertyLocation(parent: SchemaLocation, name: string): SchemaLocation | null {
  const { properties } = parent.schema;
  if (!properties || !Object.hasOwn(properties, name)) return null;
  const index = Object.keys(properties).indexOf(name);
  return child(parent, properties[name]!, ownValue(parent.value, name), `${parent.path}.${name}`, index);
}

/** The location of an array's item; null if the schema does not define items. */
export function itemLocation(parent: SchemaLocation, index: number): SchemaLocation | null {
  const { items } = parent.schema;
  if (!items || !Array.isArray(parent.value)) return null;
  const location = child(parent, items, parent.value[index], `${parent.path}[${index}]`, index);
  return parent.schema['x-items-stand-alone'] ? { ...location, item: index } : location;
}

function locate(root: SchemaLocation, segments: readonly (string | number)[]): SchemaLocation {
  let location = root;
  for (const segment of segments) {
    const next = propertyLocation(location, String(segment)) ?? itemLocation(location, Number(segment));
    if (!next) break;
    location = next;
  }
  return location;
}

function ownValue(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, name)) return undefined;
  return (object as Record<string, unknown>)[name];
}

/** The description's response to a violation of a keyword at a location; undefined if it defines none. */
export function entryFor(location: SchemaLocation, keyword: string): KeywordEntry | undefined {
  const own = location.schema['x-violations']?.[keyword];
  if (own) return own;
  let nearest: SchemaLocation | null = location;
  while (nearest && !nearest.schema['x-violation']) nearest = nearest.parent;
  return nearest?.schema['x-violation'];
}

function responseOf(entry: ViolationEntry, location: SchemaLocation): ViolationReply {
  for (const [sibling, response] of Object.entries(entry.given ?? {})) {
    const value = ownValue(location.parent?.value, sibling);
    if (value !== undefined && value !== null) return response;
  }
  return entry;
}

/** Compares ranks from the root down: smaller index first, an object before its contents. */
function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    if (a[index] !== b[index]) return a[index]! - b[index]!;
  }
  return a.length - b.length;
}

const isInfinite = (value: unknown): boolean => Math.abs(value as number) === Number.POSITIVE_INFINITY;

/** As Ajv checks types: a number that JSON writes as 1e400 is infinite, and an integer. */
const TYPE_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: value => Number.isInteger(value) || isInfinite(value),
  number: value => typeof value === 'number',
  string: value => typeof value === 'string',
  boolean: value => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
  null: value => value === null,
};

const hasTypeOf = ({ type }: RequestSchema, value: unknown): boolean =>
  value !== undefined &&
  (type === undefined || [type].flat().some(one => TYPE_CHECKS[one]?.(value) === true));

/** An alternative of a oneOf is chosen by having the properties that it requires, with the right types. */
const chosenAlternatives = ({ oneOf = [] }: RequestSchema, value: unknown): RequestSchema[] =>
  oneOf.filter(({ required = [], properties = {} }) =>
    required.every(name => hasTypeOf(properties[name] ?? {}, ownValue(value, name))),
  );

/* The sentences. */

const EXCERPT_LENGTH = 60;

/** Escapes everything but printable ASCII, because the sentences are also sent in headers. */
const ascii = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Truncates a long text, but never inside an escape sequence. */
function quoted(text: string): string {
  const whole = ascii(JSON.stringify(text.slice(0, EXCERPT_LENGTH)));
  if (text.length <= EXCERPT_LENGTH && whole.length <= EXCERPT_LENGTH) return whole;
  return `${whole.slice(0, EXCERPT_LENGTH).replace(/\\[^\\]{0,5}$/, '')}..."`;
}

export function excerpt(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty array' : `an array of ${counted(value.length, 'item')}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'string') return quoted(value);
  return String(value);
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

const typesOf = (schema: RequestSchema): string =>
  [schema.type ?? []]
    .flat()
    .map(type => TYPE_NAMES[type] ?? type)
    .join(' or ');

const lengthOf = (value: unknown): string =>
  typeof value === 'string' ? grouped([...value].length) : excerpt(value);
const sizeOf = (value: unknown): string => (Array.isArray(value) ? grouped(value.length) : excerpt(value));

function missingChoice(branches: readonly RequestSchema[], value: unknown): string {
  const required = branches.map(requiredBy).join(' or ');
  return `must have ${required}; ${foundValues(ruleFields(branches), value)}`;
}

function excessChoice(branches: readonly RequestSchema[], value: unknown): string {
  const fields = ruleFields(branches);
  return `must not have ${fields.join(' and ')} together; ${foundValues(fields, value)}`;
}

const ruleFields = (branches: readonly RequestSchema[]): string[] => [
  ...new Set(branches.flatMap(branch => branch.required ?? [])),
];

const requiredBy = ({ required = [], properties = {} }: RequestSchema): string =>
  required
    .map(name => (properties[name]?.type ? `${name} (${typesOf(properties[name])})` : name))
    .join(' and ');

const foundValues = (fields: readonly string[], value: unknown): string =>
  fields.map(field => `${field} is ${excerpt(ownValue(value, field))}`).join(', ');

type Sentence = (schema: RequestSchema, value: unknown) => string;

const SENTENCES: Readonly<Record<string, Sentence>> = {
  required: schema => (typesOf(schema) ? `is missing; it must be ${typesOf(schema)}` : 'is missing'),
  type: (schema, value) => `must be ${typesOf(schema)}, but is ${excerpt(value)}`,
  enum: (schema, value) =>
    `must be one of ${(schema.enum as unknown[]).map(excerpt).join(', ')}, but is ${excerpt(value)}`,
  minimum: (schema, value) => `must be at least ${schema.minimum}, but is ${excerpt(value)}`,
  maximum: (schema, value) => `must be at most ${schema.maximum}, but is ${excerpt(value)}`,
  exclusiveMinimum: (schema, value) =>
    `must be greater than ${schema.exclusiveMinimum}, but is ${excerpt(value)}`,
  minLength: (schema, value) =>
    `must have at least ${counted(Number(schema.minLength), 'character')}, but has ${lengthOf(value)}`,
  maxLength: (schema, value) =>
    `must have at most ${counted(Number(schema.maxLength), 'character')}, but has ${lengthOf(value)}`,
  pattern: (schema, value) => `must match ${ascii(String(schema.pattern))}, but is ${excerpt(value)}`,
  minItems: (schema, value) =>
    `must have at least ${counted(Number(schema.minItems), 'item')}, but has ${sizeOf(value)}`,
  maxItems: (schema, value) =>
    `must have at most ${counted(Number(schema.maxItems), 'item')}, but has ${sizeOf(value)}`,
  anyOf: (schema, value) => missingChoice(schema.anyOf ?? [], value),
  oneOf: (schema, value) => {
    const chosen = chosenAlternatives(schema, value);
    return chosen.length > 1 ? excessChoice(chosen, value) : missingChoice(schema.oneOf ?? [], value);
  },
};

/* The violations. */

interface Finding {
  readonly location: SchemaLocation;
  readonly keyword: string;
  readonly entry: KeywordEntry | undefined;
  readonly reportedAt: SchemaLocation;
  readonly rank: readonly number[];
  readonly fallback: string;
}

/** The response if the description defines none; a test of the descriptions rules that out. */
const DEFAULT_ENTRY: KeywordEntry = { status: 400, error: 'INVALID_JSON' };

/** The response to a violated keyword. For a oneOf, it depends on whether too many alternatives were chosen, or none. */
function entryOf(location: SchemaLocation, keyword: string): KeywordEntry | undefined {
  const entry = entryFor(location, keyword);
  const isExcess = keyword === 'oneOf' && chosenAlternatives(location.schema, location.value).length > 1;
  return isExcess && entry?.several ? { ...entry, ...entry.several } : entry;
}

const finding = (location: SchemaLocation, keyword: string, fallback: string): Finding => {
  const entry = entryOf(location, keyword);
  const reportedAt = entry?.field === undefined ? null : propertyLocation(location, entry.field);
  if (!reportedAt) return { location, keyword, entry, reportedAt: location, rank: location.rank, fallback };
  // Ranks directly before the property, so that an invalid choice of properties is reported before their values.
  const rank = [...reportedAt.rank.slice(0, -1), reportedAt.rank.at(-1)! - 0.5];
  return { location, keyword, entry, reportedAt, rank, fallback };
};

/**
 * The findings of one diagnostic. Prism reports neither which property is missing nor which schema a keyword belongs to,
 * so both are looked up. A keyword that the location's own schema lacks, or whose type it allows, comes from inside a rule
 * (a branch of anyOf or oneOf); it is skipped, because the rule itself is reported. A oneOf with exactly one chosen
 * alternative is skipped, too, because the property that violates the alternative has a violation of its own.
 */
function findingsOf(root: SchemaLocation, { path, code, message }: Diagnostic): Finding[] {
  const keyword = String(code ?? '');
  const steps = path?.slice(1) ?? [];
  // JSON Schema has no keyword for a missing document; Prism reports a wrong type.
  if (steps.length === 0 && root.value === undefined) return [finding(root, 'required', message)];
  const location = locate(root, steps);
  if (keyword === 'oneOf' && chosenAlternatives(location.schema, location.value).length === 1) return [];
  if (keyword === 'type' && hasTypeOf(location.schema, location.value)) return [];
  if (keyword !== 'required') return keyword in location.schema ? [finding(location, keyword, message)] : [];
  return (location.schema.required ?? [])
    .map(name => propertyLocation(location, name))
    .filter(missing => missing !== null && missing.value === undefined)
    .map(missing => finding(missing!, 'required', message));
}

/** True if the type is wrong, too, which causes the other violations. */
const isImpliedByType = (one: Finding, types: ReadonlySet<string>): boolean =>
  one.keyword !== 'type' && types.has(one.location.path);

/** True if a violated rule of the object already reports it, such as that `package_id` is not an integer. */
function isImpliedByRule(inner: Finding, rules: readonly Finding[]): boolean {
  return rules.some(rule => {
    if (inner.location.parent?.path !== rule.location.path) return false;
    const name = inner.location.path.slice(rule.location.path.length + 1);
    const branches = rule.location.schema[rule.keyword] as readonly RequestSchema[];
    return branches.some(branch => branch.properties?.[name]?.[inner.keyword] !== undefined);
  });
}

function choiceAt({ schema, value }: SchemaLocation): Violation['choice'] | null {
  if (typeof value !== 'string') return null;
  return { given: value, allowed: (schema.enum as unknown[]).filter(one => typeof one === 'string') };
}

function violationOf({ location, keyword, entry, reportedAt, fallback }: Finding): Violation {
  const { status, error } = responseOf(entry ?? DEFAULT_ENTRY, reportedAt);
  const sentence = SENTENCES[keyword]?.(location.schema, location.value) ?? ascii(fallback);
  const message = `${location.path} ${sentence}`;
  const choice = keyword === 'enum' ? choiceAt(location) : null;
  const violation = { status, error, path: reportedAt.path, message, ...(choice ? { choice } : {}) };
  return location.item === undefined ? violation : { ...violation, item: location.item };
}

/**
 * Converts Prism's diagnostics on one part of a request to violations with their responses, in the order of the schema's
 * properties. Never empty: a diagnostic without a known cause becomes a violation of the root.
 */
export function violationsOf(
  part: string,
  schema: RequestSchema,
  value: unknown,
  diagnostics: readonly Diagnostic[],
): Violation[] {
  const root = rootLocation(part, schema, value);
  const all = diagnostics.flatMap(diagnostic => findingsOf(root, diagnostic));
  const rules = all.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const types = new Set(all.filter(({ keyword }) => keyword === 'type').map(({ location }) => location.path));
  const seen = new Set<string>();
  const findings = all.filter(one => {
    const key = `${one.location.path} ${one.keyword}`;
    if (seen.has(key) || isImpliedByType(one, types) || isImpliedByRule(one, rules)) return false;
    seen.add(key);
    return true;
  });
  if (findings.length === 0) findings.push(finding(root, '', 'does not match the description'));
  return findings.sort((a, b) => compareRanks(a.rank, b.rank)).map(violationOf);
}
