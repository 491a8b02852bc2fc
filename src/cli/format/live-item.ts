import type { components } from '../../contract/control-v1.generated.ts';
import { type Cell, type Terminal, tableLines } from '../terminal.ts';
import { type ExchangeSummary, exchangeRow, explanationLines } from './exchange.ts';
import { type Happening, happeningRow, isWorthPrinting } from './happenings.ts';
import { instantText } from './time.ts';

type Finding = components['schemas']['Finding'];

/** An item of the live stream: an API request with its response, a finding, an arrival at the receiver, or a happening. */
export type LiveItem = { readonly account?: string | null } & (
  | ({ readonly kind: 'request' } & ExchangeSummary)
  | ({ readonly kind: 'finding' } & Finding)
  | { readonly kind: 'arrival' }
  | Happening
);

/** Fixed column widths that fit usual rows, because later rows are not known yet. */
const REQUEST_WIDTHS = [19, 9, 19, 4, 0] as const;
const HAPPENING_WIDTHS = [19, 9, 25, 0] as const;

const FINDING_TINTS = { error: 'red', warning: 'yellow', info: 'blue' } as const;

const findingRow = ({ at, orders, severity, rule, message }: Finding): Cell[] => [
  { text: instantText(at), tint: 'dim' },
  orders.length === 1 ? `order ${orders[0]}` : '',
  { text: `${severity} ${rule}`, tint: FINDING_TINTS[severity] },
  { text: message, tint: 'dim' },
];

const padded = (cell: Cell, width: number): Cell =>
  typeof cell === 'string' ? cell.padEnd(width) : { ...cell, text: cell.text.padEnd(width) };

/**
 * An item as a line of text, for a request with its explanation below. Empty if another line already shows it.
 * @param showsAccount adds the account name, for logs of several accounts
 */
export function liveLines(item: LiveItem, terminal: Terminal, showsAccount: boolean): string[] {
  // Its delivery is an item of its own.
  if (item.kind === 'arrival') return [];
  const isRequest = item.kind === 'request';
  const isFinding = item.kind === 'finding';
  if (!isRequest && !isFinding && !isWorthPrinting(item)) return [];
  const widths = isRequest ? REQUEST_WIDTHS : HAPPENING_WIDTHS;
  const cells = isRequest ? exchangeRow(item) : isFinding ? findingRow(item) : happeningRow(item);
  const [time, ...others] = cells.map((cell, column) => padded(cell, widths[column] ?? 0));
  const account: Cell[] = showsAccount ? [{ text: item.account ?? '-', tint: 'blue' }] : [];
  const lines = tableLines([[time!, ...account, ...others]], terminal);
  return isRequest ? [...lines, ...explanationLines(item, terminal)] : lines;
}
