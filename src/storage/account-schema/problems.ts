import type { z } from 'zod';
import { storedScenario } from '../../scenario/scenario-schema.ts';
import { hasMoreValues } from '../../scenario/value-schemas.ts';
import { accountState, KEYED_ROWS, ROWS, snapshotState } from './account.ts';

/** A problem in a state, with its location. */
export interface StateProblem {
  /** Such as `orders[3].steps[0].atMs`; empty for the state as a whole. */
  readonly path: string;
  /** What was expected, and what was found. */
  readonly message: string;
}

/** One step of a check: a problem, or null after a part without one, so that the caller can pause between steps. */
export type CheckStep = StateProblem | null;

type Path = readonly PropertyKey[];
type Fields = Readonly<Record<string, unknown>>;

/** More than any valid state has: the body of a scripted response alone can have 50 levels. */
const MAX_DEPTH = 64;
const MAX_QUOTE_LENGTH = 60;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Formats a path: `orders[3].steps`. */
export const pathText = (path: Path): string =>
  path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');

/** Formats a value for a message, shortened if it is long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;
}

/** A part of a state that the schemas cannot handle; `path` leads to it. */
interface UnsafePart {
  readonly path: PropertyKey[];
  readonly message: string;
}

/** The first part that is nested too deeply for recursion or that has a dangerous field name, or null. */
function unsafePartIn(value: unknown, depth = 0): UnsafePart | null {
  if (typeof value !== 'object' || value === null) return null;
  if (depth > MAX_DEPTH) return { path: [], message: `it is nested more than ${MAX_DEPTH} levels deep` };
  for (const key of Object.keys(value)) {
    const isForbidden = key === '__proto__';
    const unsafePart = isForbidden
      ? { path: [], message: 'it has a field named __proto__' }
      : unsafePartIn((value as Fields)[key], depth + 1);
    if (!unsafePart) continue;
    if (!isForbidden) unsafePart.path.unshift(Array.isArray(value) ? Number(key) : key);
    return unsafePart;
  }
  return null;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** What an issue expected. A message of the schema itself takes precedence. */
function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.length > 1 ? `one of ${issue.values.join(', ')}` : String(issue.values[0]);
    case 'too_small':
      return `at least ${issue.minimum}`;
    case 'too_big':
      return `at most ${issue.maximum}`;
    case 'invalid_union':
      return 'one of its allowed forms';
    default:
      return 'another value';
  }
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return value;
}

function problemOf(issue: z.core.$ZodIssue, value: unknown, base: Path): StateProblem {
  const path = pathText([...base, ...issue.path]);
  if (issue.code === 'unrecognized_keys') {
    return { path, message: `expected no field named ${issue.keys.join(', ')}` };
  }
  if (issue.code === 'custom' && issue.params?.sentence) return { path, message: issue.message };
  const expected = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message;
  return { path, message: `expected ${expected}, found ${shown(valueAt(value, issue.path))}` };
}

function schemaProblem(schema: z.ZodType, value: unknown, base: Path): CheckStep {
  if (schema.safeParse(value).success) return null;
  const { error } = schema.safeParse(value, { error: expectation });
  return problemOf(error!.issues[0]!, value, base);
}

/** What a state may have besides its collections: settings, keys and addresses. */
const MAX_HEAD_VALUES = 200_000;

/** Checks untrusted input, which can contain anything. */
function untrustedProblem(schema: z.ZodType, value: unknown, base: Path): CheckStep {
  if (hasMoreValues(value, MAX_HEAD_VALUES)) {
    return { path: pathText(base), message: `expected at most ${MAX_HEAD_VALUES} values` };
  }
  const unsafePart = unsafePartIn(value);
  if (unsafePart) return { path: pathText([...base, ...unsafePart.path]), message: unsafePart.message };
  return schemaProblem(schema, value, base);
}

function* rowSteps(state: Fields, check: typeof schemaProblem): Generator<CheckStep> {
  for (const [path, scenarios] of scenarioLists(state)) {
    for (const [index, scenario] of scenarios.entries()) {
      yield check(storedScenario, scenario, [...path, index]);
    }
  }
  for (const [name, schema] of Object.entries(ROWS)) {
    const rows = (state[name] ?? []) as readonly unknown[];
    for (let index = 0; index < rows.length; index++) yield check(schema, rows[index], [name, index]);
  }
  for (const [name, schema] of Object.entries(KEYED_ROWS)) {
    for (const [key, row] of Object.entries(state[name] as Fields)) {
      yield check(schema, row, [name, key]);
    }
  }
}

/** The lists of scenarios in a state, apart from that of its origin. */
const SCENARIO_LISTS = ['scenarios', 'picked'] as const;

/** The state with the collections emptied whose rows are checked one by one. */
function withoutRows(state: Fields): Fields {
  const head: Record<string, unknown> = { ...state };
  for (const name of Object.keys(ROWS)) if (Array.isArray(head[name])) head[name] = [];
  for (const name of Object.keys(KEYED_ROWS)) if (isObject(head[name])) head[name] = {};
  for (const name of SCENARIO_LISTS) if (Array.isArray(head[name])) head[name] = [];
  if (isObject(state.origin) && Array.isArray(state.origin.scenarios)) {
    head.origin = { ...state.origin, scenarios: [] };
  }
  return head;
}

/** The lists of scenarios, with their paths. */
const scenarioLists = (state: Fields): [path: string[], scenarios: readonly unknown[]][] => [
  ...SCENARIO_LISTS.map((name): [string[], readonly unknown[]] => [[name], state[name] as unknown[]]),
  [['origin', 'scenarios'], (state.origin as { scenarios: unknown[] }).scenarios],
];

/**
 * Checks the shape of a state in steps.
 * @param kind `stored` for the state of a data folder; `snapshot` for an imported one, which is not trusted and does not have an epoch
 */
export function* shapeSteps(state: unknown, kind: 'stored' | 'snapshot'): Generator<CheckStep> {
  const [schema, check] =
    kind === 'stored' ? [accountState, schemaProblem] : [snapshotState, untrustedProblem];
  const head = check(schema, isObject(state) ? withoutRows(state) : state, []);
  yield head;
  if (!head) yield* rowSteps(state as Fields, check);
}
