import type { z } from 'zod';
import { didYouMean } from './nearest-word.ts';
import { scenarioJsonSchema } from './scenario-schema.ts';

/** The way to a value inside a file: `['requests', 0, 'reply']`. */
export type Path = readonly (string | number)[];

/** Something wrong with a value or, where `atKey` is set, with the key itself. */
export interface Complaint {
  readonly path: Path;
  readonly message: string;
  readonly atKey?: boolean;
}

type Issue = z.core.$ZodIssue;
type JsonSchema = { readonly [keyword: string]: unknown };

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

/** Beyond so many words a list no longer helps, and the nearest word has to. */
const MAX_WORDS = 12;

const quoted = (values: readonly unknown[]): string => values.map(value => JSON.stringify(value)).join(', ');

/** Words the size of a number, text or list. */
function bound(word: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `a text of ${word} ${limit} characters`;
  if (origin === 'array') return `a list of ${word} ${limit} entries`;
  return `a number of ${word} ${limit}`;
}

/** What an issue expected, in words; empty for a union, whose branches say it. A schema's own message wins. */
export function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.length > 1 ? `one of ${quoted(issue.values)}` : quoted(issue.values);
    case 'too_small':
      return bound('at least', issue.minimum, issue.origin);
    case 'too_big':
      return bound('at most', issue.maximum, issue.origin);
    case 'invalid_union':
      return '';
    default:
      return 'another value';
  }
}

const LONGEST_QUOTE = 60;

/** A value as a person would recognise it. */
function describe(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const text = JSON.stringify(value);
  const shown = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  if (Array.isArray(value)) return `the list ${shown}`;
  if (typeof value === 'object') return `the mapping ${shown}`;
  return typeof value === 'number' ? `the number ${shown}` : shown;
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** All keys that the JSON Schema knows at a path. */
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

let jsonSchema: JsonSchema | undefined;

/** Made on the first misspelt key: it takes some 20 ms, which a good file should not cost. */
function schemaOfFiles(): JsonSchema {
  jsonSchema ??= scenarioJsonSchema();
  return jsonSchema;
}

function unknownKeys(issue: z.core.$ZodIssueUnrecognizedKeys, path: Path): Complaint[] {
  const known = knownKeys(schemaOfFiles(), path);
  return issue.keys.map(key => ({
    path: [...path, key],
    atKey: true,
    message: `unknown key ${JSON.stringify(key)}${didYouMean(key, known) || `; known here are ${known.join(', ')}`}`,
  }));
}

const isAtRoot = (issue: Issue): boolean => issue.path.length === 0;
const isWrongKind = (issue: Issue): boolean => isAtRoot(issue) && issue.code === 'invalid_type';

/** The branch of a union that is meant: the one that finds fault inside the value, or else with other than its kind. */
function unionComplaints(issue: z.core.$ZodIssueInvalidUnion, path: Path, root: unknown): Complaint[] {
  const { errors } = issue;
  const meant =
    errors.find(branch => !branch.some(isAtRoot)) ?? errors.find(branch => !branch.some(isWrongKind));
  if (meant) return complaintsOfAll(meant, path, root);
  const expected = errors.map(branch => branch[0]?.message ?? '').filter(Boolean);
  return [mismatch(expected.join(' or '), path, root)];
}

/** `expected a text, found number 5`, or that a key is missing. */
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
      message: `${JSON.stringify(key)} is missing here; expected ${expected}`,
    };
  }
  const near = typeof value === 'string' ? didYouMean(value, candidates.map(String)) : '';
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  const mend = isScalar && expected === KINDS.string ? '; put it in quotes' : near;
  const wanted = near && candidates.length > MAX_WORDS ? `one of ${candidates.length} words` : expected;
  return { path, message: `expected ${wanted}, found ${describe(value)}${mend}` };
}

/** Turns one of zod's issues into complaints. */
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

/** What a mapping lacks is no news where one of its keys is misspelt. */
const isEcho = (issue: Issue, all: readonly Issue[]): boolean =>
  issue.code === 'custom' &&
  all.some(other => other.code === 'unrecognized_keys' && String(other.path) === String(issue.path));

/**
 * Turns zod's issues into complaints that a person can act on.
 * @param root the value that was parsed; `base` leads from it to where the issues' paths begin
 */
export function complaintsOfAll(issues: readonly Issue[], base: Path, root: unknown): Complaint[] {
  return issues.filter(issue => !isEcho(issue, issues)).flatMap(issue => complaintsOf(issue, base, root));
}
