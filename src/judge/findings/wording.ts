import { toTrx } from '../../core/domain/money.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Order } from '../../core/engine/account-state.ts';
import type { Exchange } from '../../core/facts.ts';
import { FAULT_TABLE } from '../../core/scenario/rule-effects.ts';
import { grouped } from '../../core/text/wording.ts';

/* Words of messages that several rules use. */

/** An order as messages name it: `order 17 (external_id inv-7)`. */
export const named = ({ id, externalId }: Order): string =>
  externalId === null ? `order ${id} (without external_id)` : `order ${id} (external_id ${externalId})`;

/** The purchase of an order: `65,000 Energy for 60 minutes to T…, 3.9 TRX`. */
export const bought = ({ energyAmount, durationMinutes, address, priceSun }: Order): string =>
  `${grouped(energyAmount)} Energy for ${durationMinutes} minutes to ${address}, ${toTrx(priceSun)} TRX`;

/** A time on the account's clock: `12:00:03`. */
export const clockTime = (atMs: number): string => isoTime(atMs).slice(11, 19);

/** The outcome for the client: `the connection was reset`, `the response was a 502`. */
export function received({ end, fault, status, durationMs }: Exchange): string {
  if (end === 'client-gone') return `the client had hung up after ${Math.round(durationMs)} ms`;
  return (fault && FAULT_TABLE[fault].received) ?? `the response was a ${status}`;
}
