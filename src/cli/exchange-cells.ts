import type { components } from '../contract/control-v1.generated.ts';
import type { Cell, Tint } from './terminal.ts';
import { instantText } from './texts.ts';

/** An API request and its answer, as far as a line tells of them. */
export type ExchangeSummary = Pick<
  components['schemas']['RequestSummary'],
  'at' | 'method' | 'url' | 'status' | 'error' | 'orders' | 'explanation' | 'fault'
>;

function statusCell({ status, error, fault }: ExchangeSummary): Cell {
  if (status === null) return { text: fault ?? 'no answer', tint: 'magenta' };
  const tint: Tint = status < 300 ? 'green' : status < 500 ? 'yellow' : 'red';
  return { text: error === null ? String(status) : `${status} ${error}`, tint };
}

const MANY = 3;

function ordersText(orders: readonly number[]): string {
  if (orders.length === 0) return '';
  if (orders.length <= MANY) return `order ${orders.join(', ')}`;
  return `${orders.length} orders`;
}

/** Request and answer as a row: when, what, how answered, about which order, and why. */
export const exchangeCells = (exchange: ExchangeSummary): Cell[] => [
  { text: instantText(exchange.at), tint: 'dim' },
  `${exchange.method} ${exchange.url}`,
  statusCell(exchange),
  ordersText(exchange.orders),
  { text: exchange.explanation, tint: 'dim' },
];
