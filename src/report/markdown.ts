import { pageOf } from '../text/table.ts';
import type { Report, ReportResult, ReportTable } from './report.ts';
import { blockLines } from './text.ts';
import {
  advice,
  costText,
  messageText,
  oneLine,
  ordersText,
  reasonsOf,
  totalsText,
  withoutCommands,
} from './wording.ts';

/** More results than this are only counted: GitHub refuses step summaries of more than 1 MiB. */
const MAX_ROWS = 200;

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
  const short = line.length > MAX_CELL_LENGTH ? `${line.slice(0, MAX_CELL_LENGTH)}…` : line;
  return short
    .replace(/[\\`*_{}[\]()#+!|~$-]/g, '\\$&')
    .replace(/[&<>@]/g, character => ENTITIES[character]!)
    .replaceAll('://', '&#58;//')
    .replace(/\bwww\./gi, match => `${match.slice(0, -1)}&#46;`);
}

/** A rule's id, linked to its documentation if that is known. */
function ruleText(rule: string, { rules }: Report): string {
  const uri = rules.find(({ id }) => id === rule)?.helpUri;
  return uri && /^https?:\/\/[^\s()<>|\\]+$/.test(uri) ? `[${literal(rule)}](${uri})` : literal(rule);
}

const rowOf = (result: ReportResult, report: Report): string => {
  const cells = [
    result.severity,
    ruleText(result.rule, report),
    literal(ordersText(result) || (result.account ?? '')),
    literal(messageText(result)),
    costText(result),
  ];
  return `| ${cells.join(' | ')} |`;
};

function tableLines(report: Report): string[] {
  const { results } = report;
  if (results.length === 0) return [];
  const others = results.length - MAX_ROWS;
  return [
    '| severity | rule | order | what happened | cost |',
    '| --- | --- | --- | --- | --- |',
    ...results.slice(0, MAX_ROWS).map(result => rowOf(result, report)),
    ...(others > 0 ? ['', `${others.toLocaleString('en-US')} more are not listed.`] : []),
  ];
}

function adviceLines(report: Report): string[] {
  const rows = advice(report).slice(0, MAX_ROWS);
  if (rows.length === 0) return [];
  return ['### How to fix', '', ...rows.map(({ rule, fix }) => `- **${literal(rule)}**: ${literal(fix)}`)];
}

function skippedLines(report: Report): string[] {
  const rows = reasonsOf(report).slice(0, MAX_ROWS);
  if (rows.length === 0) return [];
  return ['### Not judged', '', ...rows.map(({ ids, reason }) => `- ${literal(ids)}: ${literal(reason)}`)];
}

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
    skippedLines(report),
    [`**${totalsText(report)}**`],
  ];
  const shown = sections.filter(lines => lines.length > 0).map(lines => lines.join('\n'));
  return withoutCommands(`${shown.join('\n\n')}\n`);
}
