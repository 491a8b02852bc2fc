import { escapeControls } from '../text/escape-controls.ts';
import { counted, trxText } from '../text/units.ts';
import { type Report, type ReportResult, SKIPPED_KINDS, type SkippedKind, totalsOf } from './report.ts';

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
 * Where each result of a report was seen: its orders, or its place in a file. The account is added if the results are of
 * several accounts, or if nothing else is known.
 */
export function placesOf({ results }: Report): string[] {
  const hasSeveralAccounts = new Set(results.map(({ account }) => account)).size > 1;
  return results.map(result => {
    const place = ordersText(result) || (result.file ? placeText(result.file) : '');
    const showsAccount = result.account !== null && (hasSeveralAccounts || place === '');
    return oneLine([...(showsAccount ? [result.account] : []), ...(place === '' ? [] : [place])].join(', '));
  });
}

/** What a result cost; empty if nothing that can be counted. */
export const costText = ({ cost_trx: cost }: ReportResult): string => (cost === null ? '' : trxText(cost));

/** What happened, and how often if more than once. */
export const messageText = ({ message, count }: ReportResult): string =>
  oneLine(message) + (count > 1 ? ` (${count.toLocaleString('en-US')} times)` : '');

/** All that is known of a result, a line each, without the message: the fix, the account, the evidence. */
export function detailLines(result: ReportResult): string[] {
  const { fix, account, at, count, orders, requests, events, file } = result;
  const fields: readonly (readonly [string, string])[] = [
    ['Fix', fix ?? ''],
    ['Account', account ?? ''],
    ['First seen', at ?? ''],
    ['Count', count > 1 ? count.toLocaleString('en-US') : ''],
    ['Cost', costText(result)],
    ['Orders', orders.join(', ')],
    ['Requests', requests.join(', ')],
    ['Events', events.join(', ')],
    ['File', file ? placeText(file) : ''],
  ];
  return fields.flatMap(([name, text]) => (text === '' ? [] : [`${name}: ${oneLine(text)}`]));
}

/** A place in a file: `sandbox.yaml:3:7`. */
const placeText = ({ path, line, column }: NonNullable<ReportResult['file']>): string =>
  [path, line, line === undefined ? undefined : column].filter(part => part !== undefined).join(':');

/** How a heading names the rules and cases of each kind that were not judged. */
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
    ...(infos > 0 ? [`${infos.toLocaleString('en-US')} info`] : []),
    `${passed.toLocaleString('en-US')} passed`,
    ...skipped.flatMap(({ count, label }) =>
      count > 0 ? [`${count.toLocaleString('en-US')} ${label}`] : [],
    ),
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

/** The ids of the cases that were not judged for a kind of reason, by the reason. */
export function reasonsOf(
  { skipped }: Report,
  kind: SkippedKind,
): { readonly ids: string; readonly reason: string }[] {
  const found = new Map<string, string[]>();
  for (const { id, reason } of skipped.filter(one => one.kind === kind))
    found.set(reason, [...(found.get(reason) ?? []), id]);
  return [...found].map(([reason, ids]) => ({ ids: oneLine(ids.join(', ')), reason: oneLine(reason) }));
}
