import {
  REDACTED,
  type Report,
  type ReportFormat,
  type ReportResult,
  redacted,
  type Severity,
  totalsOf,
} from './report.ts';
import { messageText, oneLine, renderText, type TextLayout, totalsText } from './text.ts';

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
    if (typeof value !== 'object' || value === null) return value;
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

/** A report as indented JSON: the fields of every report, then the tool's own. */
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

/** A result as a workflow command. */
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

/** How a report is rendered. Width and colors apply to text only. */
interface RenderOptions extends Partial<TextLayout> {
  /** Strings that must not appear, such as the API key and the webhook secret of the run. */
  readonly secrets?: readonly string[];
}

type Renderer = (report: Report, layout: TextLayout) => string;

/** The formats. The code of each is loaded when it is first used. */
const RENDERERS: Readonly<Record<ReportFormat, () => Promise<Renderer> | Renderer>> = {
  text: () => renderText,
  json: () => renderJson,
  junit: async () => (await import('./junit.ts')).renderJunit,
  github: () => renderGithub,
  markdown: async () => (await import('./markdown.ts')).renderMarkdown,
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
  const render = await RENDERERS[format]();
  return render(withoutSecrets(report, secrets), { color, columns });
}
