import { type ExchangeSummary, exchangeCells } from './exchange-cells.ts';
import { type Happening, happeningRow, isNews } from './happening-rows.ts';
import { type Cell, type Terminal, tableLines } from './terminal.ts';

/** What happens, as it is told while it happens: an API request and its answer, or a happening. */
export type LiveItem = { readonly account?: string | null } & (
  | ({ readonly kind: 'request' } & ExchangeSummary)
  | Happening
);

/** Widths that fit usual lines, because the rows to come are not known yet. */
const REQUEST_WIDTHS = [19, 32, 4, 0] as const;
const HAPPENING_WIDTHS = [19, 9, 26] as const;

const padded = (cell: Cell, width: number): Cell =>
  typeof cell === 'string' ? cell.padEnd(width) : { ...cell, text: cell.text.padEnd(width) };

/**
 * What happens as one line of text, or null where another line says it already.
 * @param showsAccount true where lines of several accounts stand together
 */
export function liveLine(item: LiveItem, terminal: Terminal, showsAccount: boolean): string | null {
  if (item.kind !== 'request' && !isNews(item)) return null;
  const isRequest = item.kind === 'request';
  const widths = isRequest ? REQUEST_WIDTHS : HAPPENING_WIDTHS;
  const cells = isRequest ? exchangeCells(item) : happeningRow(item);
  const row = cells.map((cell, column) => padded(cell, widths[column] ?? 0));
  const [time, ...others] = row;
  const account: Cell[] = showsAccount ? [{ text: item.account ?? '-', tint: 'blue' }] : [];
  return tableLines([[time!, ...account, ...others]], terminal)[0]!;
}
