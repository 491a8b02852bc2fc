import type { components } from '../../contract/control-v1.generated.ts';
import { type Cell, escapeControls, type Terminal, type Tint, wrapped } from '../terminal.ts';
import { instantText } from './time.ts';

/** The fields of an API request and its response that are printed. */
export type ExchangeSummary = Pick<
  components['schemas']['RequestSummary'],
  'id' | 'at' | 'method' | 'url' | 'status' | 'error' | 'orders' | 'explanation' | 'fault'
> & {
  /** How the request deviates from the specification; the live stream does not say. */
  readonly violations?: readonly string[];
};

function statusCell({ status, error, fault }: ExchangeSummary): Cell {
  if (status === null) return { text: fault ?? 'no response', tint: 'magenta' };
  const tint: Tint = status < 300 ? 'green' : status < 500 ? 'yellow' : 'red';
  const faultText = fault === null ? '' : `, ${fault}`;
  return { text: (error === null ? String(status) : `${status} ${error}`) + faultText, tint };
}

/** More orders than this are only counted. */
const MAX_LISTED_ORDERS = 3;

function ordersText(orders: readonly number[]): string {
  if (orders.length === 0) return '';
  if (orders.length <= MAX_LISTED_ORDERS) return `order ${orders.join(', ')}`;
  return `${orders.length} orders`;
}

/** A request as a table row: time, id, method and URL, response, and orders. */
export const exchangeRow = (exchange: ExchangeSummary): Cell[] => [
  { text: instantText(exchange.at), tint: 'dim' },
  { text: exchange.id, tint: 'dim' },
  `${exchange.method} ${exchange.url}`,
  statusCell(exchange),
  ordersText(exchange.orders),
];

const INDENT = 21;

/**
 * The explanation of a response and the violations that it does not mention, as lines below its row; none for a plain
 * success.
 */
export function explanationLines(
  { explanation, violations = [] }: ExchangeSummary,
  terminal: Terminal,
): string[] {
  const lines = (text: string, tint: Tint): string[] =>
    wrapped(escapeControls(text), terminal.columns - INDENT).map(
      line => ' '.repeat(INDENT) + terminal.paint(tint, line),
    );
  const further = violations.filter(violation => !explanation.includes(violation));
  return [
    ...(explanation === '' ? [] : lines(explanation, 'dim')),
    ...further.flatMap(violation => lines(`violation: ${violation}`, 'yellow')),
  ];
}
