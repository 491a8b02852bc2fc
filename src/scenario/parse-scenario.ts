import { basename } from 'node:path';
import { isMap } from 'yaml';
import { findMistakes } from './find-mistakes.ts';
import type { Place } from './mistake.ts';
import { type Complaint, complaintsOfAll, expectation, type Path } from './problem-messages.ts';
import { scenarioSchema } from './scenario-schema.ts';
import type { Scenario, ScenarioDraft } from './scenario-types.ts';
import { TOO_DEEP, YamlSource } from './yaml-source.ts';

/** A problem in a scenario, with its location. */
export interface Problem {
  /** `scenarios/x.yaml:9:5`, or `requests[0].reply.status` if the scenario is not from a file. */
  readonly where: string;
  /** What was expected, what was found, and the nearest valid word. */
  readonly message: string;
}

export type Loaded =
  | {
      readonly scenario: Scenario;
      /** Rules that probably do not work as intended. They do not keep the scenario from being loaded. */
      readonly warnings: readonly Problem[];
    }
  | { readonly problems: readonly Problem[] };

/** Formats a problem as one line. */
export const formatProblem = ({ where, message }: Problem): string => `${where}: ${message}`;

const MAX_FILE_BYTES = 256 * 1_024;
const MAX_PROBLEMS = 50;

/** Gives every rule its id and its source location. */
export function withRuleNames(draft: ScenarioDraft, sourceOf: (path: Path) => string): Scenario {
  const named = <R extends object>(rules: readonly R[], point: string) =>
    rules.map((rule, index) => ({
      id: `${draft.name}/${point}[${index}]`,
      source: sourceOf([point, index]),
      ...rule,
    }));
  return {
    ...draft,
    requests: named(draft.requests, 'requests'),
    orders: named(draft.orders, 'orders'),
    webhooks: named(draft.webhooks, 'webhooks'),
  };
}

type Checked =
  | { readonly draft: ScenarioDraft; readonly warnings: readonly Complaint[] }
  | { readonly complaints: readonly Complaint[] };

/** Validates a value against the schema, then looks for rules that cannot work. */
function check(value: unknown, place: Place): Checked {
  const parsed = scenarioSchema.safeParse(value, { error: expectation });
  if (!parsed.success) return { complaints: complaintsOfAll(parsed.error.issues, [], value) };
  const mistakes = findMistakes(parsed.data).map(({ path, message, isCertain }) => ({
    path,
    message: message(place),
    isCertain,
  }));
  const errors = mistakes.filter(({ isCertain }) => isCertain);
  if (errors.length > 0) return { complaints: errors };
  return { draft: parsed.data, warnings: mistakes };
}

const pathText = (path: Path): string =>
  path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

/**
 * Parses a scenario that was given inline, as JSON with the keys of a file. Problems name paths such as
 * `requests[0].reply.status`.
 */
export function parseScenarioJson(value: unknown): Loaded {
  const checked = check(value, pathText);
  const problemsOf = (complaints: readonly Complaint[]): readonly Problem[] =>
    complaints
      .slice(0, MAX_PROBLEMS)
      .map(({ path, message }) => ({ where: pathText(path) || 'scenario', message }));
  if ('complaints' in checked) return { problems: problemsOf(checked.complaints) };
  const scenario = withRuleNames(checked.draft, path => `inline ${pathText(path)}`);
  return { scenario, warnings: problemsOf(checked.warnings) };
}

const whole = (fileName: string, message: string): Loaded => ({
  problems: [{ where: `${fileName}:1:1`, message }],
});

/** The scenario name that a file name stands for. */
export const nameOfFile = (fileName: string): string => basename(fileName).replace(/\.ya?ml$/, '');

function parseSource(source: YamlSource, fileName: string): Loaded {
  const located = (found: readonly { offset: number; message: string }[]): readonly Problem[] =>
    [...found]
      .sort((left, right) => left.offset - right.offset)
      .slice(0, MAX_PROBLEMS)
      .map(({ offset, message }) => ({ where: source.at(offset), message }));
  const problems = (found: readonly { offset: number; message: string }[]): Loaded => ({
    problems: located(found),
  });
  const offsets = (complaints: readonly Complaint[]) =>
    complaints.map(({ path, atKey, message }) => ({ offset: source.offset(path, atKey), message }));
  const syntax = source.complaints();
  if (syntax.length > 0) return problems(syntax);
  const { contents } = source.document;
  if (contents === null)
    return whole(fileName, 'the file is empty; expected a scenario with name, summary and rules');
  if (!isMap(contents))
    return whole(fileName, 'expected a mapping with name, summary and rules at the top level');
  const data = source.plainData();
  if ('message' in data) return problems([data]);
  const checked = check(data.value, path => `${pathText(path)} on line ${source.line(path)}`);
  if ('complaints' in checked) return problems(offsets(checked.complaints));
  const { draft } = checked;
  const expected = nameOfFile(fileName);
  if (draft.name !== expected) {
    const message = `expected ${JSON.stringify(expected)}, the file name without its extension, found ${JSON.stringify(draft.name)}`;
    return problems([{ offset: source.offset(['name']), message }]);
  }
  const scenario = withRuleNames(draft, path => source.at(source.offset(path)));
  return { scenario, warnings: located(offsets(checked.warnings)) };
}

/**
 * Parses the text of a scenario file. Problems name `file:line:column`, in the order of the file.
 * @param fileName the path of the file, as the user wrote it
 */
export function parseScenarioYaml(text: string, fileName: string): Loaded {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) {
    return whole(fileName, `the file is larger than ${MAX_FILE_BYTES / 1_024} KiB; split the scenario`);
  }
  try {
    return parseSource(new YamlSource(text, fileName), fileName);
  } catch (error) {
    if (error instanceof RangeError) return whole(fileName, TOO_DEEP);
    throw error;
  }
}
