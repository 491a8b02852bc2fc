import type { components } from '../../contract/control-v1.generated.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../domain/order.ts';
import { deliveryName, eventStateName } from '../../text/event-words.ts';
import type { Cell, Tint } from '../terminal.ts';
import { instantText, trxText } from './time.ts';

export type Happening = components['schemas']['Happening'];

/** The colors of the statuses that are not simply in progress. */
const STATUS_TINTS: Readonly<Partial<Record<OrderStatus, Tint>>> = {
  delegated: 'green',
  completed: 'green',
  review: 'yellow',
  failed: 'red',
};

const isStatus = (text: string): text is OrderStatus => (ORDER_STATUSES as readonly string[]).includes(text);

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
function describe(happening: Happening): readonly [Cell, string] {
  switch (happening.kind) {
    case 'order':
      return [
        { text: happening.status ?? '', tint: statusTint(happening.status ?? '') },
        happening.cause ?? '',
      ];
    case 'refund':
      return [{ text: 'refunded', tint: 'green' }, signed(happening.amount_trx ?? 0)];
    case 'attempt': {
      const { event, attempt, copy, outcome = '', status_code } = happening;
      const text = `${event} → ${outcomeText(outcome, status_code)}`;
      return [{ text, tint: outcome === 'acknowledged' ? 'dim' : 'red' }, attemptName(attempt, copy)];
    }
    case 'retry':
      return [
        { text: `${happening.event} again`, tint: 'yellow' },
        `${attemptName(happening.attempt, 1)} at ${instantText(happening.due_at ?? '')}`,
      ];
    case 'settled':
      return [
        { text: `${happening.event} ${eventStateName({ state: happening.state ?? '' })}`, tint: 'yellow' },
        '',
      ];
    case 'ledger':
      return [
        { text: happening.entry ?? '', tint: 'blue' },
        `${signed(happening.amount_trx ?? 0)}, balance ${trxText(happening.balance_trx ?? 0)}`,
      ];
    case 'account':
      return [{ text: `${happening.change} changed`, tint: 'blue' }, ''];
  }
}

/** False for happenings that another row already shows: an order's debit or refund, the settling of a delivered event. */
export function isWorthPrinting(happening: Happening): boolean {
  if (happening.kind === 'ledger') return happening.entry !== 'debit' && happening.entry !== 'refund';
  return happening.kind !== 'settled' || happening.state !== 'delivered';
}

/** A happening as a table row: time, order, what happened, and details. */
export function happeningRow(happening: Happening): Cell[] {
  const [what, details] = describe(happening);
  return [
    { text: instantText(happening.at), tint: 'dim' },
    happening.order_id ? `order ${happening.order_id}` : '',
    what,
    { text: details, tint: 'dim' },
  ];
}
