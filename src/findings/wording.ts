import { grouped } from '../domain/grouped-number.ts';
import { toTrx } from '../domain/money.ts';
import { isoTime } from '../domain/time-formats.ts';
import type { Order } from '../engine/account-state.ts';
import type { Exchange } from '../wire/recorded-exchange.ts';

/** An order as messages name it: `order 17 (external_id inv-7)`. */
export const named = ({ id, externalId }: Order): string =>
  externalId === null ? `order ${id} (without external_id)` : `order ${id} (external_id ${externalId})`;

/** What an order bought: `65,000 Energy for 60 minutes to T…, 3.9 TRX`. */
export const bought = ({ energyAmount, durationMinutes, address, priceSun }: Order): string =>
  `${grouped(energyAmount)} Energy for ${durationMinutes} minutes to ${address}, ${toTrx(priceSun)} TRX`;

/** A time on the account's clock: `12:00:03`. */
export const clockTime = (atMs: number): string => isoTime(atMs).slice(11, 19);

/** What the client got: `the connection was reset`, `a 502`. */
export function received({ end, fault, status, durationMs }: Exchange): string {
  if (end === 'client-gone') return `the client had hung up after ${Math.round(durationMs)} ms`;
  switch (fault) {
    case 'connection-reset':
      return 'the connection was reset';
    case 'empty-reply':
      return 'the connection was closed without a response';
    case 'hang':
      return 'no response arrived';
    case 'truncated-json':
      return 'the response was cut off in the middle';
    default:
      return `the response was a ${status}`;
  }
}

/** A text without the forms of the sandbox's own keys and secrets. */
export const withoutKeys = (text: string): string =>
  text.replace(/(?:ersk_|whsec_)[^\s/"'&;]*/g, '[redacted]');
