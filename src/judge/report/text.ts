import { escapeControls } from '../../core/text/escape.ts';
import { counted, grouped, trxText } from '../../core/text/wording.ts';
import {
  type Report,
  type ReportResult,
  type ReportTable,
  type Severity,
  SKIPPED_KINDS,
  type SkippedKind,
  totalsOf,
} from './report.ts';
import { type Cell, type Page, pageOf, type Tint, tableLines, wrapped } from './table.ts';

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

/**
 * Where each result of a report was found: its orders, or its place in a file. The account is added if the results belong
 * to several accounts, or if nothing else is known.
 */
export function placesOf({ results }: Report): string[] {
  const hasSeveralAccounts = new Set(results.map(({ account }) => account)).size > 1;
  return results.map(result => {
    const place = ordersText(result) || (result.file ? placeText(result.file) : '');
    const showsAccount = result.account !== null && (hasSeveralAccounts || place === '');
    return oneLine([...(showsAccount ? [result.account] : []), ...(place === '' ? [] : [place])].join(', '));
  });
}

/** The cost of a result; empty if it has no countable cost. */
export const costText = ({ cost_trx: cost }: ReportResult): string => (cost === null ? '' : trxText(cost));

/** The message of a result, and its count if more than one. */
export const messageText = ({ message, count }: ReportResult): string =>
  oneLine(message) + (count > 1 ? ` (${grouped(count)} times)` : '');

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

/** A place in a file: `sandbox.yaml:3`. */
const placeText = ({ path, line }: NonNullable<ReportResult['file']>): string =>
  line === undefined ? path : `${path}:${line}`;

/** The headings of the rules and cases that were not assessed. */
export const SKIPPED_LABELS: Readonly<Record<SkippedKind, string>> = {
  off: 'Off',
  'not-applicable': 'Not applicable',
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

/** The distinct advice of a report: for each rule, what its results say. */
export function advice({ results }: Report): { readonly rule: string; readonly fix: string }[] {
  const found = new Map<string, { rule: string; fix: string }>();
  for (const { rule, fix } of results) {
    if (fix !== null && fix !== '') found.set(JSON.stringify([rule, fix]), { rule, fix });
  }
  return [...found.values()];
}

/** The reasons of a kind, each with the ids of the rules or cases that were not assessed for it. */
export function reasonsOf(
  { skipped }: Report,
  kind: SkippedKind,
): { readonly ids: string; readonly reason: string }[] {
  const found = new Map<string, string[]>();
  for (const { id, reason } of skipped.filter(one => one.kind === kind))
    found.set(reason, [...(found.get(reason) ?? []), id]);
  return [...found].map(([reason, ids]) => ({ ids: oneLine(ids.join(', ')), reason: oneLine(reason) }));
}

const TINTS: Readonly<Record<Severity, Tint>> = { error: 'red', warning: 'yellow', info: 'blue' };
const HEAD = ['severity', 'rule', 'where', 'what happened', 'cost'];
const MESSAGE_COLUMN = 3;
const GAP = 2;

/** If the table left less than this for messages, they stand below their rows. */
const MIN_MESSAGE_WIDTH = 40;

/** The layout of a text report. */
export interface TextLayout {
  readonly color: boolean;
  /** The width of the terminal; Infinity for a file or a pipe, where each result is one line. */
  readonly columns: number;
}

const rowOf = (result: ReportResult, place: string): Cell[] => [
  { text: result.severity, tint: TINTS[result.severity] },
  oneLine(result.rule),
  place,
  messageText(result),
  costText(result),
];

/** A block as lines. */
export function blockLines(block: string | ReportTable, page: Page): string[] {
  if (typeof block === 'string') return manyLines(block).trimEnd().split('\n');
  const rows = block.rows.map(row => row.map(flat));
  return tableLines(rows, page, block.head ? { ...block, head: block.head.map(oneLine) } : block);
}

const flat = (cell: Cell): Cell =>
  typeof cell === 'string' ? oneLine(cell) : { ...cell, text: oneLine(cell.text) };

const widthOf = (cell: Cell): number => [...(typeof cell === 'string' ? cell : cell.text)].length;

/** Rows without the columns that are empty in all of them; severity, rule and message always remain. */
function usedColumns(rows: readonly Cell[][]): number[] {
  return HEAD.map((_, column) => column).filter(
    column => column < 2 || column === MESSAGE_COLUMN || rows.some(row => widthOf(row[column]!) > 0),
  );
}

function resultLines(report: Report, page: Page): string[] {
  const { results } = report;
  if (results.length === 0) return [];
  const places = placesOf(report);
  const rows = results.map((result, index) => rowOf(result, places[index]!));
  const columns = usedColumns(rows);
  const pick = <T>(cells: readonly T[], from: readonly number[]): T[] => from.map(column => cells[column]!);
  const short = columns.filter(column => column !== MESSAGE_COLUMN);
  const widthOfColumn = (column: number): number =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[column]!)), HEAD[column]!.length);
  const shortWidth = short.reduce((sum, column) => sum + GAP + widthOfColumn(column), 0);
  if (page.columns - shortWidth >= MIN_MESSAGE_WIDTH) {
    const wrap = columns.indexOf(MESSAGE_COLUMN);
    const table = rows.map(row => pick(row, columns));
    return tableLines(table, page, { head: pick(HEAD, columns), wrap });
  }
  const [head, ...lines] = tableLines(
    rows.map(row => pick(row, short)),
    page,
    { head: pick(HEAD, short) },
  );
  const messages = results.map(result =>
    wrapped(messageText(result), page.columns - GAP).map(line => ' '.repeat(GAP) + line),
  );
  return [head!, ...lines.flatMap((line, index) => [line, ...messages[index]!])];
}

/** A heading with a list of names, each with a text below; nothing if the list is empty. */
function listLines(
  heading: string,
  rows: readonly { readonly name: string; readonly text: string }[],
  page: Page,
): string[] {
  if (rows.length === 0) return [];
  const indented = (text: string, indent: number): string[] =>
    wrapped(text, page.columns - indent).map(line => ' '.repeat(indent) + line);
  return [
    page.paint('bold', heading),
    ...rows.flatMap(({ name, text }) => [...indented(`${name}:`, 0), ...indented(text, GAP)]),
  ];
}

/** The advice of each rule that has results, once. */
const adviceLines = (report: Report, page: Page): string[] =>
  listLines(
    'How to fix',
    advice(report).map(({ rule, fix }) => ({ name: oneLine(rule), text: oneLine(fix) })),
    page,
  );

/** Lists skipped rules, possibly most of them, by name only. The other formats have the reasons. */
function skippedLines(report: Report, kind: SkippedKind, page: Page): string[] {
  const reasons = reasonsOf(report, kind);
  if (reasons.length === 0) return [];
  if (kind !== 'not-applicable') {
    const rows = reasons.map(({ ids, reason }) => ({ name: ids, text: reason }));
    return listLines(SKIPPED_LABELS[kind], rows, page);
  }
  const names = reasons.map(({ ids }) => ids).join(', ');
  return [page.paint('bold', SKIPPED_LABELS[kind]), ...wrapped(names, page.columns)];
}

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
      : [
          resultLines(report, page),
          adviceLines(report, page),
          ...SKIPPED_KINDS.map(kind => skippedLines(report, kind, page)),
        ]),
    [
      ...(report.summary === '' ? [] : wrapped(oneLine(report.summary), columns)),
      ...(report.totals === report.title ? [] : bold(totalsText(report))),
    ],
  ];
  const shown = sections.filter(lines => lines.length > 0).map(lines => lines.join('\n'));
  return withoutCommands(`${shown.join('\n\n')}\n`);
}
