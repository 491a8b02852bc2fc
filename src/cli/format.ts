import type { Schemas } from '../contract/control-v1.generated.ts';
import { type OrderStatus, shownName } from '../core/domain/order.ts';
import { escapeControls } from '../core/text/escape.ts';
import { wrapped } from '../core/text/lines.ts';
import { deliveryName, eventStateName, grouped, span, trxText } from '../core/text/wording.ts';
import type { Cell, Tint } from '../judge/report/table.ts';
import { isStatus } from './argument-parsers.ts';
import type { Terminal } from './process-io.ts';

/** An ISO instant as `2026-01-01 12:00:03` in UTC, followed by milliseconds such as `.250` unless they are 0. */
export function instantText(iso: string): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return iso;
  const text = new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
  return text.endsWith('.000') ? text.slice(0, -4) : text;
}

export type AccountEvent = Schemas['Happening'];

/** The colors of the statuses that are not simply in progress. */
const STATUS_TINTS: Readonly<Partial<Record<OrderStatus, Tint>>> = {
  delegated: 'green',
  completed: 'green',
  review: 'yellow',
  failed: 'red',
};

/** The colors of severities. */
export const SEVERITY_TINTS = { error: 'red', warning: 'yellow', info: 'blue' } as const;

/** The color of an order status. */
export const statusTint = (status: string): Tint =>
  isStatus(status) ? (STATUS_TINTS[status] ?? 'cyan') : 'bold';

const signed = (trx: number): string => `${trx > 0 ? '+' : ''}${trxText(trx)}`;

/** A webhook attempt's outcome, such as `200` or `timeout`. */
const outcomeText = (outcome: string, statusCode: number | null | undefined): string =>
  statusCode ? `${statusCode}` : outcome;

function attemptName(attempt = 0, copy = 1): string {
  const kind = attempt === 0 ? 'resend' : copy > 1 ? 'copy' : 'attempt';
  return deliveryName({ kind, attempt, copy });
}

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
      return [{ text: `${accountEvent.change} changed`, tint: 'blue' }, accountEvent.details ?? ''];
  }
}

/** False for account events that another row already shows: the debit or refund of an order, and a delivered webhook. */
export function isWorthPrinting(accountEvent: AccountEvent): boolean {
  if (accountEvent.kind === 'ledger')
    return accountEvent.entry !== 'debit' && accountEvent.entry !== 'refund';
  return accountEvent.kind !== 'settled' || accountEvent.state !== 'delivered';
}

/** An account event as a table row: time, order, what happened, and details. */
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
export type ExchangeSummary = Pick<
  Schemas['RequestSummary'],
  'id' | 'at' | 'method' | 'url' | 'status' | 'error' | 'orders' | 'explanation' | 'fault'
> & {
  /** The request's deviations from the specification; the live stream does not have them. */
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

type OrderDetail = Schemas['OrderDetail'];
type Step = Schemas['TimelineStep'];

type State = Schemas['Event']['state'];

const TINTS: Readonly<Record<State, Tint>> = {
  waiting: 'yellow',
  held: 'yellow',
  scheduled: 'yellow',
  sending: 'yellow',
  delivered: 'green',
  exhausted: 'red',
  dropped: 'yellow',
  unsent: 'yellow',
};

/** The states of webhook events, by their names in the API. */
export const EVENT_STATES = Object.keys(TINTS) as State[];

/** The color of a webhook event's state. */
export const eventStateTint = (state: State): Tint => TINTS[state];

/** A delivery as one line: its kind, the time since its event, and the outcome. */
export function deliveryLine(
  delivery: Schemas['Delivery'],
  eventAt: string | null,
  terminal: Terminal,
): string {
  const { at, outcome, answer, error, corruption, duration_ms } = delivery;
  const isFine = outcome === 'acknowledged';
  const sinceMs = eventAt === null ? 0 : Date.parse(at) - Date.parse(eventAt);
  const parts = [
    deliveryName(delivery),
    ...(sinceMs > 0 ? [`+${span(sinceMs)}`] : []),
    `→ ${terminal.paint(isFine ? 'green' : 'red', outcomeText(outcome, answer?.status))}`,
    terminal.paint('dim', `${Math.round(duration_ms)} ms`),
    ...(error === null ? [] : [terminal.paint('red', escapeControls(error))]),
    ...(corruption === null ? [] : [terminal.paint('magenta', corruption.name)]),
  ];
  return parts.join('  ');
}

const STATUS_WIDTH = 14;
const SINCE_WIDTH = 12;

/** The time since an earlier instant; empty if it is the same. */
const since = (earlier: string | undefined, at: string): string =>
  earlier === undefined || earlier === at ? '' : `+${span(Date.parse(at) - Date.parse(earlier))}`;

function headLines(order: OrderDetail, terminal: Terminal): string[] {
  const fields: (readonly [string, string])[] = [
    ['external_id', order.external_id ?? 'none'],
    ['recipient', order.address],
    ['bought', `${grouped(order.energy_amount)} Energy for ${order.duration_minutes} min`],
    ['price', trxText(order.price_trx)],
    ['key', order.key],
    ...(order.scenario === null ? [] : [['scenario', `${order.scenario}, selected for this order`] as const]),
    ...(order.rule === null ? [] : [['lifecycle', `${order.rule.id}  ${order.rule.source}`] as const]),
    ...(order.txid === null ? [] : [['txid', order.txid] as const]),
  ];
  const status = terminal.paint(statusTint(order.status), order.status);
  const title = terminal.paint('bold', `order ${order.id}`);
  return [
    `${title}  ${status}${order.refund ? ', refunded' : ''}`,
    ...fields.map(([name, value]) => `  ${terminal.paint('dim', name.padEnd(12))} ${escapeControls(value)}`),
  ];
}

/** A status, or what else was announced, with its event and the deliveries of the event. */
function stepLines(step: Step, previous: Step | undefined, terminal: Terminal): string[] {
  const { event } = step;
  const name = shownName(step.status, event.event);
  const tint = statusTint(name);
  const next = event.next_attempt;
  return [
    [
      `${terminal.paint(tint, '●')} ${terminal.paint(tint, name.padEnd(STATUS_WIDTH))}`,
      instantText(step.at),
      since(previous?.at, step.at).padEnd(SINCE_WIDTH),
      terminal.paint('dim', escapeControls(step.cause)),
    ]
      .join('  ')
      .trimEnd(),
    `│   ${escapeControls(event.event_id)}  ${terminal.paint(eventStateTint(event.state), eventStateName(event))}`,
    ...event.deliveries.map(delivery => `│     ${deliveryLine(delivery, event.created_at, terminal)}`),
    ...(next ? [`│     attempt ${next.number} of ${next.of} is due at ${instantText(next.at)}`] : []),
  ];
}

function endLines(order: OrderDetail, terminal: Terminal, programName: string): string[] {
  const last = order.timeline.at(-1)!;
  const lines: string[] = [];
  if (order.refund) {
    const refunded = `${'refunded'.padEnd(STATUS_WIDTH)}  ${instantText(order.refund.at)}`;
    const amount = trxText(order.refund.amount_trx);
    lines.push(
      `${terminal.paint('green', '$')} ${refunded}  ${since(last.at, order.refund.at).padEnd(SINCE_WIDTH)}  ${amount}`,
    );
  }
  if (order.next_step) {
    const { to, at } = order.next_step;
    const due = `${instantText(at)}  ${since(last.at, at).padEnd(SINCE_WIDTH)}  due`;
    lines.push(terminal.paint('dim', `○ ${to.padEnd(STATUS_WIDTH)}  ${due}`));
  }
  if (order.can_go_to.length > 0) {
    lines.push(
      '',
      terminal.paint('dim', `Move it: ${programName} move ${order.id} ${order.can_go_to.join('|')}`),
    );
  }
  return lines;
}

/** An order with its timeline, as text. @param programName what the user types to call the program */
export function orderTimeline(order: OrderDetail, terminal: Terminal, programName: string): string {
  const steps = order.timeline.flatMap((step, index) => stepLines(step, order.timeline[index - 1], terminal));
  return [...headLines(order, terminal), '', ...steps, ...endLines(order, terminal, programName)].join('\n');
}
