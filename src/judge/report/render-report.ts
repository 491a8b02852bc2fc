import { getOrMake } from '../../core/domain/collections.ts';
import { isObject } from '../../core/domain/json.ts';
import { escapeMarkup } from '../../core/text/escape.ts';
import { grouped } from '../../core/text/wording.ts';
import {
  REDACTED,
  type Report,
  type ReportFormat,
  type ReportResult,
  type ReportTable,
  redacted,
  type Severity,
  totalsOf,
} from './report-model.ts';
import { pageOf } from './table.ts';
import {
  blockLines,
  detailLines,
  listsOf,
  manyLines,
  messageText,
  oneLine,
  RESULT_HEAD,
  renderText,
  resultCells,
  SKIPPED_LABELS,
  type TextLayout,
  totalsText,
  withoutCommands,
} from './text.ts';

/**
 * Copies plain data without secrets: keys and webhook secrets of the sandbox, and the given ones, wherever they occur in
 * a string or the name of a field.
 * @param secrets such as an account's API key; empty strings are ignored
 */
function withoutSecrets<T>(data: T, secrets: readonly string[]): T {
  // The longest first: a secret may contain another one.
  const known = secrets.filter(Boolean).sort((a, b) => b.length - a.length);
  const cleanText = (text: string): string =>
    redacted(known.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text));
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return cleanText(value);
    if (Array.isArray(value)) return value.map(clean);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [cleanText(name), clean(field)]));
  };
  return clean(data) as T;
}

/** Characters that JSON allows in strings, but that control a terminal or the direction of text. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

/** A value as indented JSON that ends with a line feed. Every control character is escaped, and nothing is lost. */
const jsonText = (value: unknown): string => {
  const text = JSON.stringify(value, null, 2).replace(
    UNSAFE,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${text}\n`;
};

function renderJson(report: Report): string {
  const { tool, title, summary, rules, results, passed, skipped, data } = report;
  const { costTrx, ...counts } = totalsOf(report);
  const totals = { ...counts, cost_trx: costTrx };
  const common = { schema_version: 1, tool, title, summary, totals, results, passed, skipped, rules };
  return jsonText({ ...common, ...data, ...common });
}

const COMMANDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function annotation(result: ReportResult, { tool }: Report): string {
  const { severity, rule, file, fix } = result;
  const properties: readonly (readonly [string, string | undefined])[] = [
    ['file', file && oneLine(file.path)],
    ['line', file?.line?.toString()],
    ['title', `energy-sandbox ${tool}: ${oneLine(rule)}`],
  ];
  const set = properties.flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}=${escapeProperty(text)}`],
  );
  const lines = [messageText(result), ...(fix === null ? [] : [`Fix: ${oneLine(fix)}`])];
  return `::${COMMANDS[severity]} ${set.join(',')}::${escapeData(lines.join('\n'))}`;
}

/** A report as workflow annotations of GitHub Actions, one line each, and a last line with the totals. */
const renderGithub = (report: Report): string =>
  [...report.results.map(result => annotation(result, report)), totalsText(report), ''].join('\n');

/** A rule or case with all that was found under its id. */
interface ReportedCase {
  readonly title: string;
  /** Empty if it found nothing. */
  readonly results: ReportResult[];
  /** Why it was not assessed: `not applicable: no order was completed or failed`; null if it was. */
  readonly skipped: string | null;
}

/**
 * The rules and cases of a report by their ids: first those with results, in the order of their first result, then those
 * that were not assessed, then those that found nothing.
 */
function casesOf({ rules, results, passed, skipped }: Report): ReadonlyMap<string, ReportedCase> {
  const titles = new Map(rules.map(({ id, title }) => [id, title]));
  const cases = new Map<string, ReportedCase>();
  const caseOf = (id: string, title: string, reason: string | null): ReportedCase =>
    getOrMake(cases, id, () => ({ title, results: [], skipped: reason }));
  for (const result of results)
    caseOf(result.rule, titles.get(result.rule) ?? result.rule, null).results.push(result);
  for (const { id, title, kind, reason } of skipped)
    caseOf(id, title, kind === 'not-judged' ? reason : `${SKIPPED_LABELS[kind].toLowerCase()}: ${reason}`);
  for (const { id, title } of passed) caseOf(id, title, null);
  return cases;
}

const XML_OPTIONS = {
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
};

/** A result in full, as the body of an element. */
const bodyOf = (result: ReportResult): string =>
  [`${result.severity}: ${manyLines(result.message)}`, ...detailLines(result)].join('\n');

const bodiesOf = (results: readonly ReportResult[]): string => results.map(bodyOf).join('\n\n');

const isFailure = ({ severity }: ReportResult): boolean => severity !== 'info';

/** A rule or case as a test case. All its failures are one element, since many readers take only the first. */
function testCase(id: string, { title, results, skipped }: ReportedCase, suite: string): object {
  const failures = results.filter(isFailure);
  const notes = results.filter(result => !isFailure(result));
  const [first] = failures;
  const others = failures.length > 1 ? ` (and ${failures.length - 1} more)` : '';
  return {
    '@name': oneLine(id),
    '@classname': suite,
    '@time': '0',
    ...(skipped === null ? {} : { skipped: oneLine(skipped) }),
    ...(first
      ? {
          failure: {
            '@type': failures.some(({ severity }) => severity === 'error') ? 'error' : 'warning',
            '@message': messageText(first) + others,
            '#text': `${oneLine(title)}\n\n${bodiesOf(failures)}`,
          },
        }
      : {}),
    ...(notes.length > 0 ? { 'system-out': bodiesOf(notes) } : {}),
  };
}

/**
 * A report as JUnit XML: one test suite per tool, one test case per rule or case. Errors and warnings are failures; info
 * is output of the case. Times are 0, because nothing was timed.
 */
async function renderJunit(report: Report): Promise<string> {
  const suite = `energy-sandbox.${report.tool}`;
  const cases = [...casesOf(report)];
  const counts = {
    '@tests': String(cases.length),
    '@failures': String(cases.filter(([, { results }]) => results.some(isFailure)).length),
    '@errors': '0',
  };
  const skipped = String(cases.filter(([, one]) => one.skipped !== null).length);
  const { default: XmlBuilder } = await import('fast-xml-builder');
  const xml = new XmlBuilder(XML_OPTIONS).build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': oneLine(report.title),
      ...counts,
      testsuite: {
        '@name': suite,
        ...counts,
        '@skipped': skipped,
        '@time': '0',
        testcase: cases.map(([id, one]) => testCase(id, one, suite)),
        ...(report.summary === '' ? {} : { 'system-out': oneLine(report.summary) }),
      },
    },
  });
  return withoutCommands(xml);
}

/** Lists are cut after this many rows or characters: GitHub refuses step summaries of more than 1 MiB. */
const MAX_ROWS = 200;
const MAX_LIST_LENGTH = 100_000;

const MAX_CELL_LENGTH = 2000;

/** Text without any meaning in Markdown or HTML: no markup, cell borders, links or mentions. */
function literal(text: string): string {
  const line = oneLine(text);
  const short =
    line.length > MAX_CELL_LENGTH ? `${line.slice(0, MAX_CELL_LENGTH).replace(/\p{Cs}$/u, '')}…` : line;
  return escapeMarkup(short.replace(/[\\`*_{}[\]()#+!|~$-]/g, '\\$&'), /[&<>@]/g)
    .replaceAll('://', '&#58;//')
    .replace(/\bwww\./gi, match => `${match.slice(0, -1)}&#46;`);
}

/** A rule's id, linked to its documentation if that is known. */
function ruleText(rule: string, { rules }: Report): string {
  const uri = rules.find(({ id }) => id === rule)?.help_uri;
  return uri && /^https?:\/\/[^\s()<>|\\]+$/.test(uri) ? `[${literal(rule)}](${uri})` : literal(rule);
}

/** The first rows of a list, and how many are left out. */
function cut(rows: readonly string[]): string[] {
  let length = 0;
  const tooLong = rows.findIndex((row, index) => {
    length += row.length;
    return index >= MAX_ROWS || length > MAX_LIST_LENGTH;
  });
  if (tooLong < 0) return [...rows];
  const others = grouped(rows.length - tooLong);
  return [...rows.slice(0, tooLong), '', `${others} more are not listed.`];
}

function resultTable(report: Report): string[] {
  const cells = resultCells(report);
  if (cells.length === 0) return [];
  const row = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
  return [
    row(RESULT_HEAD),
    row(RESULT_HEAD.map(() => '---')),
    ...cut(
      cells.map(texts =>
        row(texts.map((text, column) => (column === 1 ? ruleText(text, report) : literal(text)))),
      ),
    ),
  ];
}

const listLines = ({ heading, items }: ReturnType<typeof listsOf>[number]): string[] => [
  `### ${heading}`,
  '',
  ...cut(items.map(({ name, text }) => `- ${literal(name)}: ${literal(text)}`)),
];

const PLAIN_PAGE = pageOf(Number.POSITIVE_INFINITY, false);

/** A block in a fence that is longer than any within it. */
function fenced(block: string | ReportTable): string[] {
  const text = blockLines(block, PLAIN_PAGE).join('\n');
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return [`${fence}text`, text, fence];
}

function renderMarkdown(report: Report): string {
  const sections = [
    [`## ${literal(report.title)}`],
    report.summary === '' ? [] : [literal(report.summary)],
    ...report.blocks.map(fenced),
    resultTable(report),
    ...listsOf(report).map(listLines),
    [`**${totalsText(report)}**`],
  ];
  const shown = sections.filter(lines => lines.length > 0).map(lines => lines.join('\n'));
  return withoutCommands(`${shown.join('\n\n')}\n`);
}

/** The options for rendering a report. Width and colors apply to text only. */
interface RenderOptions extends Partial<TextLayout> {
  /** Strings that must not appear, such as the API key and the webhook secret of the run. */
  readonly secrets?: readonly string[];
}

const RENDERERS: Readonly<
  Record<ReportFormat, (report: Report, layout: TextLayout) => string | Promise<string>>
> = {
  text: renderText,
  json: renderJson,
  junit: renderJunit,
  github: renderGithub,
  markdown: renderMarkdown,
};

/**
 * Renders a report. The same report gives the same bytes; control characters are escaped in every format, and keys and
 * webhook secrets of the sandbox are replaced by `[redacted]`.
 * @returns text that ends with a line feed
 */
export async function renderReport(
  report: Report,
  format: ReportFormat,
  { color = false, columns = Number.POSITIVE_INFINITY, secrets = [] }: RenderOptions = {},
): Promise<string> {
  return await RENDERERS[format](withoutSecrets(report, secrets), { color, columns });
}
