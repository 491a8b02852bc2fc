import {
  type Report,
  type ReportResult,
  type ReportTable,
  SKIPPED_KINDS,
  type SkippedKind,
} from './report.ts';
import { pageOf } from './table.ts';
import {
  advice,
  blockLines,
  costText,
  messageText,
  oneLine,
  placesOf,
  reasonsOf,
  SKIPPED_LABELS,
  totalsText,
  withoutCommands,
} from './text.ts';

/** Lists are cut after this many rows or characters: GitHub refuses step summaries of more than 1 MiB. */
const MAX_ROWS = 200;
const MAX_LIST_LENGTH = 100_000;

/** Longer cells are cut. */
const MAX_CELL_LENGTH = 2000;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '@': '&#64;',
};

/** Text without any meaning in Markdown or HTML: no markup, cell borders, links or mentions. */
function literal(text: string): string {
  const line = oneLine(text);
  const short =
    line.length > MAX_CELL_LENGTH ? `${line.slice(0, MAX_CELL_LENGTH).replace(/\p{Cs}$/u, '')}…` : line;
  return short
    .replace(/[\\`*_{}[\]()#+!|~$-]/g, '\\$&')
    .replace(/[&<>@]/g, character => ENTITIES[character]!)
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
  const others = (rows.length - tooLong).toLocaleString('en-US');
  return [...rows.slice(0, tooLong), '', `${others} more are not listed.`];
}

const rowOf = (result: ReportResult, place: string, report: Report): string => {
  const cells = [
    result.severity,
    ruleText(result.rule, report),
    literal(place),
    literal(messageText(result)),
    costText(result),
  ];
  return `| ${cells.join(' | ')} |`;
};

function tableLines(report: Report): string[] {
  const { results } = report;
  if (results.length === 0) return [];
  const places = placesOf(report);
  return [
    '| severity | rule | where | what happened | cost |',
    '| --- | --- | --- | --- | --- |',
    ...cut(results.map((result, index) => rowOf(result, places[index]!, report))),
  ];
}

const listLines = (heading: string, rows: readonly string[]): string[] =>
  rows.length === 0 ? [] : [`### ${heading}`, '', ...cut(rows)];

const adviceLines = (report: Report): string[] =>
  listLines(
    'How to fix',
    advice(report).map(({ rule, fix }) => `- **${literal(rule)}**: ${literal(fix)}`),
  );

const skippedLines = (report: Report, kind: SkippedKind): string[] =>
  listLines(
    SKIPPED_LABELS[kind],
    reasonsOf(report, kind).map(({ ids, reason }) => `- ${literal(ids)}: ${literal(reason)}`),
  );

const PLAIN_PAGE = pageOf(Number.POSITIVE_INFINITY, false);

/** A block in a fence that is longer than any within it. */
function fenced(block: string | ReportTable): string[] {
  const text = blockLines(block, PLAIN_PAGE).join('\n');
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return [`${fence}text`, text, fence];
}

/** A report as GitHub Flavored Markdown, for a step summary or a comment. */
export function renderMarkdown(report: Report): string {
  const sections = [
    [`## ${literal(report.title)}`],
    report.summary === '' ? [] : [literal(report.summary)],
    ...report.blocks.map(fenced),
    tableLines(report),
    adviceLines(report),
    ...SKIPPED_KINDS.map(kind => skippedLines(report, kind)),
    [`**${totalsText(report)}**`],
  ];
  const shown = sections.filter(lines => lines.length > 0).map(lines => lines.join('\n'));
  return withoutCommands(`${shown.join('\n\n')}\n`);
}
