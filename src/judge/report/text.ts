import { escapeControls } from '../../core/text/escape.ts';
import { wrapped } from '../../core/text/lines.ts';
import { counted, grouped, trxText } from '../../core/text/wording.ts';
import {
  type Report,
  type ReportResult,
  type ReportTable,
  type Severity,
  SKIPPED_KINDS,
  type SkippedKind,
  totalsOf,
} from './report-model.ts';
import { type Cell, type Page, pageOf, type Tint, tableLines } from './table.ts';

/** Text on one line, with control characters escaped. */
export const oneLine = (text: string): string => escapeControls(text.replace(/\s+/g, ' ').trim());

/** Text on several lines, with other control characters escaped. */
export const manyLines = (text: string): string => escapeControls(text.replaceAll('\r\n', '\n'));

/**
 * Text in which no line is a workflow command. GitHub Actions would execute a line that begins with `::`, even behind
 * spaces, wherever it is printed.
 */
export const withoutCommands = (text: string): string => text.replace(/^([^\S\n]*):(?=:)/gm, '$1: ');

/** More orders than this are only counted. */
const MAX_LISTED_ORDERS = 3;

/** `order 17, 18`, `5 orders`, or nothing. */
function ordersText({ orders }: ReportResult): string {
  if (orders.length === 0) return '';
  return orders.length > MAX_LISTED_ORDERS ? `${orders.length} orders` : `order ${orders.join(', ')}`;
}

/** The cost of a result; empty if it has no countable cost. */
const costText = ({ cost_trx: cost }: ReportResult): string => (cost === null ? '' : trxText(cost));

/** The message of a result, and its count if more than one. */
export const messageText = ({ message, count }: ReportResult): string =>
  oneLine(message) + (count > 1 ? ` (${grouped(count)} times)` : '');

/** The headings of the columns of `resultCells`. */
export const RESULT_HEAD = ['severity', 'rule', 'where', 'what happened', 'cost'] as const;

/**
 * The results of a report as a table. The location of a result is its orders, or its place in a file. The account is
 * added if the results belong to several accounts, or if nothing else is known.
 */
export function resultCells({ results }: Report): string[][] {
  const hasSeveralAccounts = new Set(results.map(({ account }) => account)).size > 1;
  return results.map(result => {
    const { severity, rule, account, file } = result;
    const place = ordersText(result) || (file ? placeText(file) : '');
    const shownAccount = hasSeveralAccounts || place === '' ? account : null;
    const where = oneLine([shownAccount, place].filter(Boolean).join(', '));
    return [severity, oneLine(rule), where, messageText(result), costText(result)];
  });
}

/** The fields of a result without its message, one line each: the fix, the account, the evidence. */
export function detailLines(result: ReportResult): string[] {
  const { fix, account, at, count, orders, requests, events, file } = result;
  const fields: readonly (readonly [string, string])[] = [
    ['Fix', fix ?? ''],
    ['Account', account ?? ''],
    ['First seen', at ?? ''],
    ['Count', count > 1 ? grouped(count) : ''],
    ['Cost', costText(result)],
    ['Orders', orders.join(', ')],
    ['Requests', requests.join(', ')],
    ['Events', events.join(', ')],
    ['File', file ? placeText(file) : ''],
  ];
  return fields.flatMap(([name, text]) => (text === '' ? [] : [`${name}: ${oneLine(text)}`]));
}

const placeText = ({ path, line }: NonNullable<ReportResult['file']>): string =>
  line === undefined ? path : `${path}:${line}`;

/** The headings of the rules and cases that were not assessed. */
export const SKIPPED_LABELS: Readonly<Record<SkippedKind, string>> = {
  off: 'Off',
  'not-applicable': 'Not applicable',
  'not-met': 'Not met',
  'not-tried': 'Not tried',
  'not-judged': 'Not judged',
};

/** The totals of a report on one line: `1 error, 2 warnings, 24 passed, cost 3.9 TRX`, or its own. */
export function totalsText(report: Report): string {
  if (report.totals !== undefined) return oneLine(report.totals);
  const { errors, warnings, infos, passed, costTrx } = totalsOf(report);
  const skipped = SKIPPED_KINDS.map(kind => ({
    count: report.skipped.filter(one => one.kind === kind).length,
    label: SKIPPED_LABELS[kind].toLowerCase(),
  }));
  return [
    counted(errors, 'error'),
    counted(warnings, 'warning'),
    ...(infos > 0 ? [`${grouped(infos)} info`] : []),
    `${grouped(passed)} passed`,
    ...skipped.flatMap(({ count, label }) => (count > 0 ? [`${grouped(count)} ${label}`] : [])),
    ...(costTrx === null ? [] : [`cost ${trxText(costTrx)}`]),
  ].join(', ');
}

interface ReportList {
  readonly heading: string;
  readonly items: readonly { readonly name: string; readonly text: string }[];
  /** True if the names say enough. */
  readonly isBrief: boolean;
}

/** Items that are listed under a text that they share. */
function listOf(
  heading: string,
  pairs: readonly (readonly [name: string, text: string])[],
  isBrief = false,
): ReportList {
  const names = new Map<string, Set<string>>();
  for (const [name, text] of pairs) names.set(text, (names.get(text) ?? new Set()).add(name));
  const items = [...names].map(([text, own]) => ({
    name: oneLine([...own].join(', ')),
    text: oneLine(text),
  }));
  return { heading, items, isBrief };
}

/** What follows the results: the advice of each rule, once, and the reasons why rules or cases were not assessed. */
export const listsOf = ({ results, skipped }: Report): ReportList[] =>
  [
    listOf(
      'How to fix',
      results.flatMap(({ rule, fix }) => (fix ? [[rule, fix] as const] : [])),
    ),
    ...SKIPPED_KINDS.map(kind =>
      listOf(
        SKIPPED_LABELS[kind],
        skipped.filter(one => one.kind === kind).map(({ id, reason }) => [id, reason] as const),
        kind === 'not-applicable',
      ),
    ),
  ].filter(({ items }) => items.length > 0);

const TINTS: Readonly<Record<Severity, Tint>> = { error: 'red', warning: 'yellow', info: 'blue' };
const MESSAGE_COLUMN = 3;
const GAP = 2;

/** If the table leaves less width than this for messages, they follow below their rows. */
const MIN_MESSAGE_WIDTH = 40;

export interface TextLayout {
  readonly color: boolean;
  /** The width of the terminal; Infinity for a file or a pipe, where each result is one line. */
  readonly columns: number;
}

export function blockLines(block: string | ReportTable, page: Page): string[] {
  if (typeof block === 'string') return manyLines(block).trimEnd().split('\n');
  const rows = block.rows.map(row => row.map(flat));
  return tableLines(rows, page, block.head ? { ...block, head: block.head.map(oneLine) } : block);
}

const flat = (cell: Cell): Cell =>
  typeof cell === 'string' ? oneLine(cell) : { ...cell, text: oneLine(cell.text) };

/** The table of results, without the columns that are empty in all rows. */
function resultLines(report: Report, page: Page): string[] {
  const { results } = report;
  if (results.length === 0) return [];
  const all = resultCells(report);
  const columns = RESULT_HEAD.map((_, column) => column).filter(column =>
    all.some(row => row[column] !== ''),
  );
  const pick = (cells: readonly string[], from: readonly number[]): string[] =>
    from.map(column => cells[column]!);
  const rowsOf = (from: readonly number[]): Cell[][] =>
    all.map((row, index) => {
      const [severity, ...others] = pick(row, from);
      return [{ text: severity!, tint: TINTS[results[index]!.severity] }, ...others];
    });
  const short = columns.filter(column => column !== MESSAGE_COLUMN);
  const widthOf = (column: number): number =>
    Math.max(RESULT_HEAD[column]!.length, ...all.map(row => [...row[column]!].length));
  const shortWidth = short.reduce((sum, column) => sum + GAP + widthOf(column), 0);
  if (page.columns - shortWidth >= MIN_MESSAGE_WIDTH)
    return tableLines(rowsOf(columns), page, {
      head: pick(RESULT_HEAD, columns),
      wrap: columns.indexOf(MESSAGE_COLUMN),
    });
  const [head, ...lines] = tableLines(rowsOf(short), page, { head: pick(RESULT_HEAD, short) });
  return [head!, ...lines.flatMap((line, index) => [line, ...indented(all[index]![MESSAGE_COLUMN]!, page)])];
}

const indented = (text: string, page: Page): string[] =>
  wrapped(text, page.columns - GAP).map(line => ' '.repeat(GAP) + line);

const listLines = ({ heading, items, isBrief }: ReportList, page: Page): string[] => [
  page.paint('bold', heading),
  ...(isBrief
    ? wrapped(items.map(({ name }) => name).join(', '), page.columns)
    : items.flatMap(({ name, text }) => [...wrapped(`${name}:`, page.columns), ...indented(text, page)])),
];

/**
 * A report as text: the blocks, a table of the results, how to fix them, what was not assessed, and the totals on one
 * line. Sections are separated by empty lines.
 */
export function renderText(report: Report, { color, columns }: TextLayout): string {
  const page = pageOf(columns, color);
  const bold = (text: string): string[] => wrapped(text, columns).map(line => page.paint('bold', line));
  const sections = [
    bold(oneLine(report.title)),
    ...report.blocks.map(block => blockLines(block, page)),
    ...(report.inPlaceOfResults
      ? report.inPlaceOfResults.map(block => blockLines(block, page))
      : [resultLines(report, page), ...listsOf(report).map(list => listLines(list, page))]),
    [
      ...(report.summary === '' ? [] : wrapped(oneLine(report.summary), columns)),
      ...(report.totals === report.title ? [] : bold(totalsText(report))),
    ],
  ];
  const shown = sections.filter(lines => lines.length > 0).map(lines => lines.join('\n'));
  return withoutCommands(`${shown.join('\n\n')}\n`);
}
