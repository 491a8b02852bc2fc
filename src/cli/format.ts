import type { components } from '../contract/control-v1.generated.ts';
import type { OrderStatus } from '../core/domain/order.ts';
import { deliveryName, eventStateName, trxText } from '../core/text/wording.ts';
import { isStatus } from './parse-values.ts';
import { type Cell, escapeControls, type Terminal, type Tint, tableLines, wrapped } from './terminal.ts';

type Schemas = components['schemas'];

/** An ISO instant as `2026-01-01 12:00:03` in UTC, followed by milliseconds such as `.250` unless they are 0. */
export function instantText(iso: string): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return iso;
  const text = new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
  return text.endsWith('.000') ? text.slice(0, -4) : text;
}

/** A duration in at most two units: `3s`, `1m 12s`, `2h`, `250ms`. */
export function spanText(ms: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1_000],
  ] as const;
  const first = units.findIndex(([, size]) => ms >= size);
  if (first < 0) return `${Math.round(ms)}ms`;
  const [unit, size] = units[first]!;
  const next = units[first + 1];
  const rest = next ? Math.floor((ms % size) / next[1]) : 0;
  return `${Math.floor(ms / size)}${unit}${next && rest > 0 ? ` ${rest}${next[0]}` : ''}`;
}

export type AccountEvent = Schemas['Happening'];

/** The colors of the statuses that are not simply in progress. */
const STATUS_TINTS: Readonly<Partial<Record<OrderStatus, Tint>>> = {
  delegated: 'green',
  completed: 'green',
  review: 'yellow',
  failed: 'red',
};

/** The color of an order status. */
export const statusTint = (status: string): Tint =>
  isStatus(status) ? (STATUS_TINTS[status] ?? 'cyan') : 'bold';

const signed = (trx: number): string => `${trx > 0 ? '+' : ''}${trxText(trx)}`;

/** A webhook attempt's outcome, such as `200` or `timeout`. */
export const outcomeText = (outcome: string, statusCode: number | null | undefined): string =>
  statusCode ? `${statusCode}` : outcome;

function attemptName(attempt = 0, copy = 1): string {
  const kind = attempt === 0 ? 'resend' : copy > 1 ? 'copy' : 'attempt';
  return deliveryName({ kind, attempt, copy });
}

/** What happened, and the details. */
function describe(accountEvent: AccountEvent): readonly [Cell, string] {
  switch (accountEvent.kind) {
    case 'order':
      return [
        { text: accountEvent.status ?? '', tint: statusTint(accountEvent.status ?? '') },
        accountEvent.cause ?? '',
      ];
    case 'refund':
      return [{ text: 'refunded', tint: 'green' }, signed(accountEvent.amount_trx ?? 0)];
    case 'attempt': {
      const { event, attempt, copy, outcome = '', status_code } = accountEvent;
      const text = `${event} → ${outcomeText(outcome, status_code)}`;
      return [{ text, tint: outcome === 'acknowledged' ? 'dim' : 'red' }, attemptName(attempt, copy)];
    }
    case 'retry':
      return [
        { text: `${accountEvent.event} again`, tint: 'yellow' },
        `${attemptName(accountEvent.attempt, 1)} at ${instantText(accountEvent.due_at ?? '')}`,
      ];
    case 'settled':
      return [
        {
          text: `${accountEvent.event} ${eventStateName({ state: accountEvent.state ?? '' })}`,
          tint: 'yellow',
        },
        '',
      ];
    case 'ledger':
      return [
        { text: accountEvent.entry ?? '', tint: 'blue' },
        `${signed(accountEvent.amount_trx ?? 0)}, balance ${trxText(accountEvent.balance_trx ?? 0)}`,
      ];
    case 'account':
      return [{ text: `${accountEvent.change} changed`, tint: 'blue' }, ''];
  }
}

/** False for account events that another row already shows: an order's debit or refund, the settling of a delivered event. */
export function isWorthPrinting(accountEvent: AccountEvent): boolean {
  if (accountEvent.kind === 'ledger')
    return accountEvent.entry !== 'debit' && accountEvent.entry !== 'refund';
  return accountEvent.kind !== 'settled' || accountEvent.state !== 'delivered';
}

/** A account event as a table row: time, order, what happened, and details. */
export function accountEventRow(accountEvent: AccountEvent): Cell[] {
  const [what, details] = describe(accountEvent);
  return [
    { text: instantText(accountEvent.at), tint: 'dim' },
    accountEvent.order_id ? `order ${accountEvent.order_id}` : '',
    what,
    { text: details, tint: 'dim' },
  ];
}

/** The fields of an API request and its response that are printed. */
type ExchangeSummary = Pick<
  Schemas['RequestSummary'],
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

type Finding = Schemas['Finding'];

/** An item of the live stream: an API request with its response, a finding, an arrival at the receiver, or an account event. */
export type LiveItem = { readonly account?: string | null } & (
  | ({ readonly kind: 'request' } & ExchangeSummary)
  | ({ readonly kind: 'finding' } & Finding)
  | { readonly kind: 'arrival' }
  | AccountEvent
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
  const cells = isRequest ? exchangeRow(item) : isFinding ? findingRow(item) : accountEventRow(item);
  const [time, ...others] = cells.map((cell, column) => padded(cell, widths[column] ?? 0));
  const account: Cell[] = showsAccount ? [{ text: item.account ?? '-', tint: 'blue' }] : [];
  const lines = tableLines([[time!, ...account, ...others]], terminal);
  return isRequest ? [...lines, ...explanationLines(item, terminal)] : lines;
}
