import { eventStateName } from '../core/text/wording.ts';
import type { Schemas } from './api.ts';
import { trx } from './format.ts';
import { linkTo } from './routes.ts';

export type Happening = Schemas['Happening'];

/** A description of the happening, in words. */
export function describeHappening(one: Happening): string {
  switch (one.kind) {
    case 'order':
      return `order ${one.order_id} → ${one.status}`;
    case 'refund':
      return `order ${one.order_id} refunded, ${trx(one.amount_trx ?? 0)} TRX`;
    case 'attempt':
      return `${one.event} of order ${one.order_id}: ${one.outcome}${one.status_code ? ` (${one.status_code})` : ''}`;
    case 'retry':
      return `${one.event} of order ${one.order_id}: retrying, attempt ${one.attempt}`;
    case 'settled':
      return `${one.event} of order ${one.order_id}: ${eventStateName({ state: one.state ?? '' })}`;
    case 'ledger':
      return `${one.entry} of ${trx(Math.abs(one.amount_trx ?? 0))} TRX${one.order_id ? `, order ${one.order_id}` : ''}`;
    case 'account':
      return `account: ${one.change}`;
  }
}

/** The page that shows what happened. */
export const placeOf = (account: string, one: Happening): string =>
  one.event_id
    ? linkTo(account, 'webhooks', one.event_id)
    : one.order_id
      ? linkTo(account, 'orders', one.order_id)
      : linkTo(account, 'balance');
