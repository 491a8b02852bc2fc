import { basename } from 'node:path';
import { isMap, stringify } from 'yaml';
import { DEFAULT_SETTINGS, MAX_ATTEMPTS } from '../domain/assumptions.ts';
import { MAX_BULK_ITEMS } from '../domain/operations.ts';
import { conditionsOf, isLimited } from './choose-rule.ts';
import { boundsOf, describeRange, type Match, POINTS, type Point, type Range } from './conditions.ts';
import { type Complaint, complaintsOfAll, expectation, type Path, pathText } from './problem-messages.ts';
import { type Scenario, scenarioSchema } from './scenario-schema.ts';
import { hasMoreValues, MAX_VALUES } from './value-schemas.ts';
import { type SourceProblem, TOO_DEEP, toEnd, YamlSource } from './yaml-source.ts';

export interface Problem {
  /** `scenarios/x.yaml:9:5`, or `requests[0].reply.status` if the scenario is not from a file. */
  readonly where: string;
  /** Says what was expected, what was found, and the nearest valid word. */
  readonly message: string;
}

export type Loaded =
  | {
      readonly scenario: Scenario;
      /** Rules that probably do not work as intended. They do not keep the scenario from being loaded. */
      readonly warnings: readonly Problem[];
    }
  | { readonly problems: readonly Problem[] };

export const formatProblem = ({ where, message }: Problem): string => `${where}: ${message}`;

export const MAX_FILE_BYTES = 256 * 1_024;
export const MAX_PROBLEMS = 50;

/*
 * Finds valid rules that never apply, because a range contains no number, or because an earlier rule always applies
 * first. The schema finds unknown names. Nothing checks whether the events that deliveries wait for will occur.
 */

/** Names the position of a part of the scenario: `requests[0] on line 9`, or `requests[0]` if it is not from a file. */
type Place = (path: Path) => string;

interface Mistake {
  readonly path: Path;
  readonly message: string;
  /** False if the rule works under conditions that the scenario does not create: it is loaded with a warning. */
  readonly isCertain: boolean;
}

interface AnyRule {
  readonly match: Match;
  readonly times?: number;
  readonly per: string;
  readonly commit?: boolean;
}

const SUBJECTS = { requests: 'request', orders: 'order', webhooks: 'delivery attempt' } as const;

const neverApplies = (path: Path, message: string): Mistake => ({ path, message, isCertain: true });

function isEmpty(range: Range): boolean {
  const { min = 1, max, every } = boundsOf(range);
  return every !== undefined && max !== undefined && Math.ceil(min / every) * every > max;
}

const firstOf = (range: Range | undefined): number => {
  const { min = 1, every = 1 } = range === undefined ? {} : boundsOf(range);
  return Math.ceil(min / every) * every;
};

/** Finds ranges without a number, and numbers of items and attempts that do not occur. */
function emptyRanges({ match }: AnyRule, at: Path, { given }: Scenario): Mistake[] {
  const mistakes = (['nth', 'item', 'attempt'] as const).flatMap(name => {
    const range = match[name];
    if (range === undefined || !isEmpty(range)) return [];
    const message = `no number is ${describeRange(range)}, so this rule never applies; change every, min or max`;
    return [neverApplies([...at, name], message)];
  });
  if (firstOf(match.item) > MAX_BULK_ITEMS) {
    const message = `a bulk request has at most ${MAX_BULK_ITEMS} items; use a smaller number`;
    mistakes.push(neverApplies([...at, 'item'], message));
  }
  const first = firstOf(match.attempt);
  const set = given?.assumptions?.webhook_retry_delays_ms;
  const attempts = (Array.isArray(set) ? set : DEFAULT_SETTINGS.webhook_retry_delays_ms).length + 1;
  if (first > MAX_ATTEMPTS) {
    const message = `an event has at most ${MAX_ATTEMPTS} attempts; use a smaller number`;
    mistakes.push(neverApplies([...at, 'attempt'], message));
  } else if (first > attempts) {
    const message = `with the retry delays in given.assumptions there are only ${attempts} attempts; use a smaller number, or add delays to webhook_retry_delays_ms`;
    mistakes.push({ path: [...at, 'attempt'], message, isCertain: false });
  }
  return mistakes;
}

/** The conditions of a rule as text, which does not depend on their order. */
const signatureOf = (rule: AnyRule): string => JSON.stringify(Object.entries(conditionsOf(rule)).sort());

/** Finds the rules of a list that come after a rule that always applies and has the same conditions or none. */
function shadowedRules(point: Point, rules: readonly AnyRule[], place: Place): Mistake[] {
  const unlimited = new Map<string, number>();
  return rules.flatMap((rule, index) => {
    const { nth, probability, ...match } = rule.match;
    const signature = signatureOf({ ...rule, match });
    const taking = unlimited.get('[]') ?? unlimited.get(signature);
    if (taking === undefined) {
      if (!isLimited(rule)) unlimited.set(signature, index);
      return [];
    }
    const message = `this rule is never reached: every ${SUBJECTS[point]} that it matches is taken by ${place([point, taking])}, which applies first; move this rule above, or narrow the match of the other`;
    return [neverApplies([point, index], message)];
  });
}

/** Finds rules whose `nth` does not count the subjects that an earlier rule with the same conditions takes. */
function shiftedCounts(point: Point, rules: readonly AnyRule[], place: Place): Mistake[] {
  const takers: { readonly index: number; readonly signature: string; readonly first: number }[] = [];
  return rules.flatMap((rule, index) => {
    const { nth, probability, ...match } = rule.match;
    const signature = rule.per + signatureOf({ ...rule, match });
    const { max = Number.POSITIVE_INFINITY } = nth === undefined ? {} : boundsOf(nth);
    const taker = takers.find(one => one.signature === signature && one.first <= max);
    if (isLimited(rule)) takers.push({ index, signature, first: firstOf(nth) });
    if (nth === undefined || taker === undefined) return [];
    const message = `nth does not count what ${place([point, taker.index])} takes, which has the same conditions and applies first, so this rule applies later than its number says; put the rule with the larger number first`;
    return [{ path: [point, index, 'match', 'nth'], message, isCertain: false }];
  });
}

function findMistakes(scenario: Scenario, place: Place): Mistake[] {
  const lists = POINTS.map(point => [point, scenario[point] as readonly AnyRule[]] as const);
  return [
    ...lists.flatMap(([point, rules]) => shadowedRules(point, rules, place)),
    ...lists.flatMap(([point, rules]) => shiftedCounts(point, rules, place)),
    ...lists.flatMap(([point, rules]) =>
      rules.flatMap((rule, index) => emptyRanges(rule, [point, index, 'match'], scenario)),
    ),
  ];
}

type Checked =
  | { readonly scenario: Scenario; readonly warnings: readonly Complaint[] }
  | { readonly complaints: readonly Complaint[] };

function check(value: unknown, place: Place): Checked {
  const parsed = scenarioSchema.safeParse(value, { error: expectation });
  if (!parsed.success) return { complaints: complaintsOfAll(parsed.error.issues, [], value, MAX_PROBLEMS) };
  const mistakes = findMistakes(parsed.data, place);
  const errors = mistakes.filter(({ isCertain }) => isCertain);
  if (errors.length > 0) return { complaints: errors.slice(0, MAX_PROBLEMS) };
  return { scenario: parsed.data, warnings: mistakes.slice(0, MAX_PROBLEMS) };
}

/** The steps of a parser. Each takes a few milliseconds, so that a server can do other work in between. */
export type ParsingSteps = Generator<undefined, Loaded>;

/** Parses inline JSON with the keys of a file. Problems name paths such as `requests[0].reply.status`. */
export const parseScenarioJson = (value: unknown): Loaded => toEnd(scenarioJsonSteps(value));

export function* scenarioJsonSteps(value: unknown): ParsingSteps {
  if (hasMoreValues(value)) {
    const message = `the scenario has more than ${MAX_VALUES} values; split it`;
    return { problems: [{ where: 'scenario', message }] };
  }
  yield;
  const checked = check(value, pathText);
  yield;
  const problemsOf = (complaints: readonly Complaint[]): readonly Problem[] =>
    complaints.map(({ path, message }) => ({ where: pathText(path) || 'scenario', message }));
  if ('complaints' in checked) return { problems: problemsOf(checked.complaints) };
  return { scenario: checked.scenario, warnings: problemsOf(checked.warnings) };
}

export const scenarioText = (scenario: unknown): string =>
  stringify(scenario, { aliasDuplicateObjects: false });

const whole = (fileName: string, message: string): Loaded => ({
  problems: [{ where: `${fileName}:1:1`, message }],
});

export const nameOfFile = (fileName: string): string => basename(fileName).replace(/\.ya?ml$/, '');

const located = (source: YamlSource, found: readonly SourceProblem[]): readonly Problem[] =>
  [...found]
    .sort((left, right) => left.offset - right.offset)
    .map(({ offset, message }) => ({ where: source.at(offset), message }));

/** Finds complaints in the source, which takes time for each. */
function* locatedSteps(
  source: YamlSource,
  complaints: readonly Complaint[],
): Generator<undefined, readonly Problem[]> {
  const found: SourceProblem[] = [];
  for (const { path, atKey, message } of complaints) {
    found.push({ offset: source.offset(path, atKey), message });
    yield;
  }
  return located(source, found);
}

function contentOf(source: YamlSource, fileName: string): { readonly value: unknown } | Loaded {
  const syntax = source.complaints();
  if (syntax.length > 0) return { problems: located(source, syntax) };
  const { contents } = source.document;
  if (contents === null)
    return whole(fileName, 'the file is empty; expected a scenario with name, summary and rules');
  if (!isMap(contents))
    return whole(fileName, 'expected a mapping with name, summary and rules at the top level');
  const data = source.plainData();
  return 'message' in data ? { problems: located(source, [data]) } : data;
}

function sourcesOf(scenario: Scenario, source: YamlSource): NonNullable<Scenario['sources']> {
  const placesOf = (point: Point): string[] =>
    scenario[point].map((_, index) => source.at(source.offset([point, index])));
  return { requests: placesOf('requests'), orders: placesOf('orders'), webhooks: placesOf('webhooks') };
}

function* sourceSteps(source: YamlSource, fileName: string): ParsingSteps {
  const content = contentOf(source, fileName);
  if (!('value' in content)) return content;
  yield;
  const checked = check(content.value, path => `${pathText(path)} on line ${source.line(path)}`);
  yield;
  if ('complaints' in checked) return { problems: yield* locatedSteps(source, checked.complaints) };
  const { scenario } = checked;
  const expected = nameOfFile(fileName);
  if (scenario.name !== expected) {
    const message = `expected ${JSON.stringify(expected)}, the file name without its extension, found ${JSON.stringify(scenario.name)}`;
    return { problems: located(source, [{ offset: source.offset(['name']), message }]) };
  }
  const warnings = yield* locatedSteps(source, checked.warnings);
  return { scenario: { ...scenario, sources: sourcesOf(scenario, source) }, warnings };
}

/**
 * Parses the text of a scenario file. Problems name `file:line:column`, in the order of the file.
 * @param fileName the path of the file, as the user wrote it
 */
export const parseScenarioYaml = (text: string, fileName: string): Loaded =>
  toEnd(scenarioYamlSteps(text, fileName));

export function* scenarioYamlSteps(text: string, fileName: string): ParsingSteps {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) {
    return whole(fileName, `the file is larger than ${MAX_FILE_BYTES / 1_024} KiB; split the scenario`);
  }
  try {
    const source = yield* YamlSource.parse(text, fileName);
    if ('message' in source) return { problems: [source] };
    yield;
    return yield* sourceSteps(source, fileName);
  } catch (error) {
    if (error instanceof RangeError) return whole(fileName, TOO_DEEP);
    throw error;
  }
}
