import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../domain/duration.ts';
import { toSun } from '../domain/money.ts';
import { ORDER_STATUSES, type OrderStatus } from '../domain/order.ts';
import { didYouMean } from '../scenario/nearest-word.ts';

const quoted = (text: string): string => JSON.stringify(text);

/** Turns a reader that throws plain errors into one for commander. */
export const parseWith =
  <T>(read: (text: string) => T) =>
  (text: string): T => {
    try {
      return read(text);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };

/** Reads any finite number. */
export function readNumber(text: string): number {
  const parsed = Number(text);
  if (text.trim() === '' || !Number.isFinite(parsed))
    throw new Error(`expected a number, got ${quoted(text)}`);
  return parsed;
}

/** Reads a whole number within bounds. */
export const wholeNumber =
  (what: string, min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const parsed = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (parsed >= min && parsed <= max) return parsed;
    const bounds = max === Number.MAX_SAFE_INTEGER ? `from ${min} up` : `from ${min} to ${max}`;
    throw new Error(`expected ${what} ${bounds}, got ${quoted(text)}`);
  };

export const readPort = wholeNumber('a port', 0, 65_535);

/** Reads `250ms`, `3s`, `5m`, `1h`, `2d` to milliseconds. */
export function readDuration(text: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new Error(`expected a duration such as 250ms, 3s, 61m or 2h, got ${quoted(text)}`);
  return ms;
}

/** Reads an absolute http or https URL. */
export function readHttpUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Error(`expected a http or https URL, got ${quoted(text)}`);
  }
  return text;
}

/** Reads one of a few words. */
export const oneOf =
  <T extends string>(what: string, words: readonly T[]) =>
  (text: string): T => {
    if ((words as readonly string[]).includes(text)) return text as T;
    throw new Error(
      `${quoted(text)} is no ${what}${didYouMean(text, words) || `; known are ${words.join(', ')}`}`,
    );
  };

export const readStatus = oneOf('status', ORDER_STATUSES);

type EventName = `order.${OrderStatus}`;

/** All kinds of events. */
export const EVENT_NAMES: readonly EventName[] = ORDER_STATUSES.map(status => `order.${status}` as const);

/** True for `completed` and the others. */
export const isStatus = (text: string): text is OrderStatus =>
  (ORDER_STATUSES as readonly string[]).includes(text);

const readEventName = oneOf('event', EVENT_NAMES);

/** Reads `order.completed`, or `completed` for short. */
export const readEvent = (text: string): EventName =>
  isStatus(text) ? `order.${text}` : readEventName(text);

/** When a failed order's amount goes back: `now`, `never`, or after a duration. */
export function readRefund(text: string): string {
  if (text === 'now' || text === 'never' || parseDuration(text) !== null) return text;
  throw new Error(`expected now, never or a duration such as 5s, got ${quoted(text)}`);
}

/** Gathers the values of a repeatable flag. */
export const repeatable =
  <T>(read: (text: string) => T) =>
  (text: string, before: readonly T[] = []): readonly T[] => [...before, parseWith(read)(text)];

/** Reads an amount of TRX from 0 up, in whole sun. */
export function readTrx(text: string): number {
  const trx = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (toSun(trx) === null) throw new Error(`expected TRX such as 50 or 0.5, got ${quoted(text)}`);
  return trx;
}
