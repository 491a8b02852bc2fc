import type { z } from 'zod';
import { getOrMake } from '../domain/collections.ts';
import { excerpt } from '../text/lines.ts';
import { didYouMean } from '../text/nearest-word.ts';
import { scenarioJsonSchema } from './scenario-schema.ts';

/** The path of a value in a scenario: `['requests', 0, 'reply']`. */
export type Path = readonly (string | number)[];

/** A problem with a value or, if `atKey` is set, with the key itself. */
export interface Complaint {
  readonly path: Path;
  readonly message: string;
  readonly atKey?: boolean;
}

type Issue = z.core.$ZodIssue;
type JsonSchema = { readonly [keyword: string]: unknown };

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

/** A longer list of words is not helpful; the nearest word is shown instead. */
const MAX_WORDS = 12;

const MAX_OF_UNION = 50;
const MAX_UNKNOWN_KEYS = 50;

const quoted = (values: readonly unknown[]): string => values.map(value => JSON.stringify(value)).join(', ');

const plural = (count: number | bigint, one: string, many: string): string =>
  `${count} ${Number(count) === 1 ? one : many}`;

function bound(word: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `a string of ${word} ${plural(limit, 'character', 'characters')}`;
  if (origin === 'array') return `a list of ${word} ${plural(limit, 'entry', 'entries')}`;
  return `a number that is ${word} ${limit}`;
}

const choices = new WeakMap<readonly unknown[], string>();

/** Describes a choice. The result is cached, because a long list of wrong words has an issue for each. */
const oneOf = (values: readonly unknown[]): string =>
  getOrMake(choices, values, () => (values.length > 1 ? `one of ${quoted(values)}` : quoted(values)));

/** In words; empty for a union, as its branches state it. The message of a schema takes precedence. */
export function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_small':
      return bound('at least', issue.minimum, issue.origin);
    case 'too_big':
      return bound('at most', issue.maximum, issue.origin);
    case 'invalid_union':
      return '';
    default:
      return 'a different value';
  }
}

/** Formats a path: `requests[0].reply.status`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');

const LONGEST_QUOTE = 60;

/** The JSON of a value, shortened. Reads only as much of a long text or list as it shows. */
function quote(value: unknown): string {
  let left = LONGEST_QUOTE;
  const text = JSON.stringify(value, (_key, one: unknown) => {
    left -= 1;
    if (left < 0) return undefined;
    return typeof one === 'string' ? one.slice(0, LONGEST_QUOTE + 1) : one;
  });
  return excerpt(text, LONGEST_QUOTE);
}

/** Describes a value so that a user recognizes it. */
export function describe(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const shown = quote(value);
  if (Array.isArray(value)) return `the list ${shown}`;
  if (typeof value === 'object') return `the mapping ${shown}`;
  return typeof value === 'number' ? `the number ${shown}` : shown;
}

/** The value at a path; undefined if there is none. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

function knownKeys(schema: JsonSchema, path: Path): string[] {
  const branches = schema.anyOf as readonly JsonSchema[] | undefined;
  if (branches) return branches.flatMap(branch => knownKeys(branch, path));
  const properties = schema.properties as Readonly<Record<string, JsonSchema>> | undefined;
  const [step, ...rest] = path;
  if (step === undefined) {
    const names = schema.propertyNames as { readonly enum?: string[] } | undefined;
    return properties ? Object.keys(properties) : (names?.enum ?? []);
  }
  const next = typeof step === 'number' ? schema.items : properties?.[step];
  return next ? knownKeys(next as JsonSchema, rest) : [];
}

/** Created at the first unknown key: it takes about 20 ms, which valid files should not cost. */
let jsonSchema: JsonSchema | undefined;

function unknownKeys(issue: z.core.$ZodIssueUnrecognizedKeys, path: Path): Complaint[] {
  jsonSchema ??= scenarioJsonSchema();
  const known = knownKeys(jsonSchema, path);
  return issue.keys.slice(0, MAX_UNKNOWN_KEYS).map(key => ({
    path: [...path, key],
    atKey: true,
    message: `unknown key ${quote(key)}${didYouMean(key, known) || `; allowed here: ${known.join(', ')}`}`,
  }));
}

const isAtRoot = (issue: Issue): boolean => issue.path.length === 0;
const isWrongKind = (issue: Issue): boolean => isAtRoot(issue) && issue.code === 'invalid_type';

/** The complaints of the branch that was meant: its problems are inside the value, or it takes this kind of value. */
function unionComplaints(issue: z.core.$ZodIssueInvalidUnion, path: Path, root: unknown): Complaint[] {
  const { errors } = issue;
  const meant =
    errors.find(branch => !branch.some(isAtRoot)) ?? errors.find(branch => !branch.some(isWrongKind));
  if (meant) return complaintsOfAll(meant.slice(0, MAX_OF_UNION), path, root);
  const expected = errors.map(branch => branch[0]?.message ?? '').filter(Boolean);
  return [mismatch(expected.join(' or '), path, root)];
}

/** True for text such as "1" where a number is expected: only quotes make it text. */
const isInQuotes = (text: string, expected: string): boolean =>
  /number|integer/.test(expected)
    ? /^-?\d+(\.\d+)?$/.test(text)
    : expected === KINDS.boolean && /^(true|false)$/.test(text);

/** `expected a string, found the number 5`, or that a key is missing. */
function mismatch(
  expected: string,
  path: Path,
  root: unknown,
  candidates: readonly unknown[] = [],
): Complaint {
  const value = valueAt(root, path);
  const key = path.at(-1);
  if (value === undefined && typeof key === 'string') {
    return {
      path: path.slice(0, -1),
      message: `missing key ${JSON.stringify(key)}; expected ${expected}`,
    };
  }
  const near = typeof value === 'string' ? didYouMean(value, candidates.map(String)) : '';
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  const quotes = isScalar && expected === KINDS.string ? '; put it in quotes' : near;
  const fix = typeof value === 'string' && isInQuotes(value, expected) ? '; remove the quotes' : quotes;
  const wanted = near && candidates.length > MAX_WORDS ? `one of ${candidates.length} values` : expected;
  return { path, message: `expected ${wanted}, found ${describe(value)}${fix}` };
}

function complaintsOf(issue: Issue, base: Path, root: unknown): Complaint[] {
  const path = [...base, ...issue.path.map(step => (typeof step === 'symbol' ? String(step) : step))];
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownKeys(issue, path);
    case 'invalid_union':
      return issue.message ? [mismatch(issue.message, path, root)] : unionComplaints(issue, path, root);
    case 'invalid_key':
      return issue.issues.map(one => ({
        path,
        atKey: true,
        message: `expected ${one.message}, found ${describe(path.at(-1))}`,
      }));
    case 'invalid_value':
      return [mismatch(issue.message, path, root, issue.values)];
    case 'custom': {
      const { sentence, candidates } = (issue.params ?? {}) as { sentence?: boolean; candidates?: string[] };
      return sentence
        ? [{ path, message: issue.message }]
        : [mismatch(issue.message, path, root, candidates)];
    }
    default:
      return [mismatch(issue.message, path, root)];
  }
}

/**
 * Converts zod's issues into complaints that a user can act on. If a key is misspelled, only
 * that is reported, and not what follows from it for its mapping.
 * @param base the path from `root` to where the paths of the issues start
 * @param root the value that was parsed
 * @param limit the maximum number of complaints
 */
export function complaintsOfAll(
  issues: readonly Issue[],
  base: Path,
  root: unknown,
  limit = Number.POSITIVE_INFINITY,
): Complaint[] {
  const misspelled = new Set(
    issues.filter(issue => issue.code === 'unrecognized_keys').map(issue => String(issue.path)),
  );
  const complaints: Complaint[] = [];
  for (const issue of issues) {
    if (complaints.length >= limit) break;
    if (issue.code === 'custom' && misspelled.has(String(issue.path))) continue;
    complaints.push(...complaintsOf(issue, base, root));
  }
  return complaints.slice(0, limit);
}
