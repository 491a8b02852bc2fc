import { type Cell, type Terminal, tableLines } from '../terminal.ts';
import { type ExchangeSummary, exchangeRow, explanationLines } from './exchange.ts';
import { type Happening, happeningRow, isNews } from './happenings.ts';

/** What happens, as it is told while it happens: an API request and its answer, or a happening. */
export type LiveItem = { readonly account?: string | null } & (
  | ({ readonly kind: 'request' } & ExchangeSummary)
  | Happening
);

/** Widths that fit usual lines, because the rows to come are not known yet. */
const REQUEST_WIDTHS = [19, 9, 19, 4, 0] as const;
const HAPPENING_WIDTHS = [19, 9, 25, 0] as const;

const padded = (cell: Cell, width: number): Cell =>
  typeof cell === 'string' ? cell.padEnd(width) : { ...cell, text: cell.text.padEnd(width) };

/**
 * What happens in a line of text, with why below it where that is told; nothing where another line says it already.
 * @param showsAccount true where lines of several accounts stand together
 */
export function liveLines(item: LiveItem, terminal: Terminal, showsAccount: boolean): string[] {
  const isRequest = item.kind === 'request';
  if (!isRequest && !isNews(item)) return [];
  const widths = isRequest ? REQUEST_WIDTHS : HAPPENING_WIDTHS;
  const cells = isRequest ? exchangeRow(item) : happeningRow(item);
  const [time, ...others] = cells.map((cell, column) => padded(cell, widths[column] ?? 0));
  const account: Cell[] = showsAccount ? [{ text: item.account ?? '-', tint: 'blue' }] : [];
  const lines = tableLines([[time!, ...account, ...others]], terminal);
  return isRequest ? [...lines, ...explanationLines(item, terminal)] : lines;
}
