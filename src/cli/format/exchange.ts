import type { components } from '../../contract/control-v1.generated.ts';
import { type Cell, escapeControls, type Terminal, type Tint, wrapped } from '../terminal.ts';
import { instantText } from './time.ts';

/** An API request and its answer, as far as a line tells of them. */
export type ExchangeSummary = Pick<
  components['schemas']['RequestSummary'],
  'id' | 'at' | 'method' | 'url' | 'status' | 'error' | 'orders' | 'explanation' | 'fault'
>;

function statusCell({ status, error, fault }: ExchangeSummary): Cell {
  if (status === null) return { text: fault ?? 'no answer', tint: 'magenta' };
  const tint: Tint = status < 300 ? 'green' : status < 500 ? 'yellow' : 'red';
  const spoilt = fault === null ? '' : `, ${fault}`;
  return { text: (error === null ? String(status) : `${status} ${error}`) + spoilt, tint };
}

const MANY = 3;

function ordersText(orders: readonly number[]): string {
  if (orders.length === 0) return '';
  if (orders.length <= MANY) return `order ${orders.join(', ')}`;
  return `${orders.length} orders`;
}

/** Request and answer as a row: when, which, what, how answered, and about which order. */
export const exchangeRow = (exchange: ExchangeSummary): Cell[] => [
  { text: instantText(exchange.at), tint: 'dim' },
  { text: exchange.id, tint: 'dim' },
  `${exchange.method} ${exchange.url}`,
  statusCell(exchange),
  ordersText(exchange.orders),
];

const INDENT = 21;

/** Why a request was answered so, in lines of their own below its row; none for a plain success. */
export function explanationLines({ explanation }: ExchangeSummary, terminal: Terminal): string[] {
  if (explanation === '') return [];
  return wrapped(escapeControls(explanation), terminal.columns - INDENT).map(
    line => ' '.repeat(INDENT) + terminal.paint('dim', line),
  );
}
