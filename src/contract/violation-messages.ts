import { chosenAlternatives, ownValue } from './schema-location.ts';
import type { RequestSchema } from './types.ts';

const EXCERPT_LENGTH = 60;

/** Escapes everything but printable ASCII, because the sentences are also sent in headers. */
const ascii = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A quoted string; a long one is truncated, but never inside an escape sequence. */
function quoted(text: string): string {
  const whole = ascii(JSON.stringify(text.slice(0, EXCERPT_LENGTH)));
  if (text.length <= EXCERPT_LENGTH && whole.length <= EXCERPT_LENGTH) return whole;
  return `${whole.slice(0, EXCERPT_LENGTH).replace(/\\[^\\]{0,5}$/, '')}..."`;
}

const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;

/** A short description of a value. */
export function excerpt(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty array' : `an array of ${count(value.length, 'item')}`;
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
  typeof value === 'string' ? `${[...value].length}` : excerpt(value);
const sizeOf = (value: unknown): string => (Array.isArray(value) ? `${value.length}` : excerpt(value));

/** A value must have one of several properties, but has none of the right type. */
function missingChoice(branches: readonly RequestSchema[], value: unknown): string {
  const required = branches.map(requiredBy).join(' or ');
  return `must have ${required}; ${foundValues(ruleFields(branches), value)}`;
}

/** A value must have only one of several properties. */
function excessChoice(branches: readonly RequestSchema[], value: unknown): string {
  const fields = ruleFields(branches);
  return `must not have ${fields.join(' and ')} together; ${foundValues(fields, value)}`;
}

/** The properties that the branches of a rule require. */
const ruleFields = (branches: readonly RequestSchema[]): string[] => [
  ...new Set(branches.flatMap(branch => branch.required ?? [])),
];

/** What a branch requires, such as `package_id (an integer)`. */
const requiredBy = ({ required = [], properties = {} }: RequestSchema): string =>
  required
    .map(name => (properties[name]?.type ? `${name} (${typesOf(properties[name])})` : name))
    .join(' and ');

const foundValues = (fields: readonly string[], value: unknown): string =>
  fields.map(field => `${field} is ${excerpt(ownValue(value, field))}`).join(', ');

type Sentence = (schema: RequestSchema, value: unknown) => string;

/** For each keyword: what is expected and what was found. */
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
    `must have at least ${count(Number(schema.minLength), 'character')}, but has ${lengthOf(value)}`,
  maxLength: (schema, value) =>
    `must have at most ${count(Number(schema.maxLength), 'character')}, but has ${lengthOf(value)}`,
  pattern: (schema, value) => `must match ${ascii(String(schema.pattern))}, but is ${excerpt(value)}`,
  minItems: (schema, value) =>
    `must have at least ${count(Number(schema.minItems), 'item')}, but has ${sizeOf(value)}`,
  maxItems: (schema, value) =>
    `must have at most ${count(Number(schema.maxItems), 'item')}, but has ${sizeOf(value)}`,
  anyOf: (schema, value) => missingChoice(schema.anyOf ?? [], value),
  oneOf: (schema, value) => {
    const chosen = chosenAlternatives(schema, value);
    return chosen.length > 1 ? excessChoice(chosen, value) : missingChoice(schema.oneOf ?? [], value);
  },
};

/** The message for a violated keyword; `fallback` if the keyword has none of its own. */
export function describe(keyword: string, schema: RequestSchema, value: unknown, fallback: string): string {
  const sentence = SENTENCES[keyword];
  return sentence ? sentence(schema, value) : ascii(fallback);
}
