import { InvalidArgumentError } from 'commander';
import { OPERATION_IDS } from '../core/domain/operations.ts';
import {
  EVENT_NAMES,
  type EventName,
  eventOf,
  ORDER_STATUSES,
  type OrderStatus,
  STATE_EVENTS,
  type StateEventName,
} from '../core/domain/order.ts';

import {
  type Problem,
  parseDuration,
  readClockMode,
  readDuration as readDurationText,
  readInstant,
} from '../core/domain/time.ts';
import { didYouMean } from '../core/text/nearest-word.ts';

const quoted = (text: string): string => JSON.stringify(text);

type Reader<T> = (text: string) => T;

/** Turns a function that throws plain errors into an argument parser for commander. */
export const parseWith =
  <T>(read: Reader<T>) =>
  (text: string): T => {
    try {
      return read(text);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };

/** Reads a text that names something. */
export function readText(text: string): string {
  if (text === '') throw new Error('the value is empty; give one, or omit the flag');
  return text;
}

export function readNumber(text: string): number {
  const parsed = Number(text);
  if (text.trim() === '' || !Number.isFinite(parsed))
    throw new Error(`expected a number, got ${quoted(text)}`);
  return parsed;
}

export const wholeNumber =
  (what: string, min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const parsed = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (parsed >= min && parsed <= max) return parsed;
    const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new Error(`expected ${what} ${bounds}, got ${quoted(text)}`);
  };

/** Reads a percentage from 0 to 100, such as `70` or `62.5`. */
export function readPercent(text: string): number {
  const percent = readNumber(text);
  if (percent >= 0 && percent <= 100) return percent;
  throw new Error(`expected a percentage from 0 to 100, got ${quoted(text)}`);
}

export const readPort = wholeNumber('a port', 0, 65_535);

/** @throws Error with the problem of a text that was read */
function valid<Read extends object>(read: Read | Problem): Read {
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

/** Reads a duration such as `250ms`, `3s`, `5m`, `1h` or `2d`. @returns milliseconds */
export const readDuration = (text: string): number => valid(readDurationText(text)).ms;

/** Creates a reader that checks a text and returns it unchanged, because the control API takes it as text. */
const checkedBy =
  (read: (text: string) => object | Problem) =>
  (text: string): string => {
    valid(read(text));
    return text;
  };

export const checkedDuration = checkedBy(readDurationText);
export const checkedInstant = checkedBy(readInstant);
/** `real`, `manual`, or a speed such as `60x`. */
export const checkedClockMode = checkedBy(readClockMode);

/** Reads a duration that is longer than 0. @returns milliseconds */
export function readTimeout(text: string): number {
  const ms = readDuration(text);
  if (ms === 0) throw new Error(`expected a duration above 0, got ${quoted(text)}`);
  return ms;
}

export function readHttpUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Error(`expected an http or https URL, got ${quoted(text)}`);
  }
  return text;
}

/**
 * Creates a parser that accepts only the given words.
 * @param alternatives further words to suggest, which the caller accepts
 */
export const oneOf =
  <T extends string>(what: string, words: readonly T[], alternatives: readonly string[] = []) =>
  (text: string): T => {
    if ((words as readonly string[]).includes(text)) return text as T;
    const near = didYouMean(text, [...words, ...alternatives]);
    throw new Error(`unknown ${what} ${quoted(text)}${near || `; expected one of ${words.join(', ')}`}`);
  };

/** Creates a parser of words that are separated by commas. */
export const separated =
  <T>(read: Reader<T>) =>
  (text: string): T[] =>
    text.split(',').map(word => read(word.trim()));

/** Whether a text is the id of an order. Anything else is an external_id. */
export const isOrderId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text);

/** Reads the id of an order, for flags that do not take an external_id. */
export function readOrderId(text: string): number {
  if (isOrderId(text)) return Number(text);
  throw new Error(
    `expected an order id such as 17, got ${quoted(text)}; to select by external_id, use --external-id`,
  );
}

export const readOperation = oneOf('operation', OPERATION_IDS);

export const readResponseStatus = wholeNumber('a status', 100, 599);

/** Reads a status with which a receiver can end a response. */
export const readFinalStatus = wholeNumber('a status', 200, 599);

export const readStatus = oneOf('status', ORDER_STATUSES);

export const isStatus = (text: string): text is OrderStatus =>
  (ORDER_STATUSES as readonly string[]).includes(text);

/** Creates a parser of events that also accepts `completed` for `order.completed`. */
const eventOutOf = <Name extends string>(names: readonly Name[]) => {
  const readName = oneOf('event', names, ORDER_STATUSES);
  return (text: string): Name | StateEventName => (isStatus(text) ? eventOf(text) : readName(text));
};

export const readEvent: (text: string) => EventName = eventOutOf(EVENT_NAMES);

export const readStateEvent = eventOutOf(STATE_EVENTS);

/** Reads what the clock is advanced to: an event that announces a state, or `idle`. */
export const readGoal = eventOutOf<StateEventName | 'tx.confirmed' | 'idle'>([
  'idle',
  'tx.confirmed',
  ...STATE_EVENTS,
]);

/** Reads when a failed order is refunded: `now`, `never`, or after a duration. */
export function readRefund(text: string): string {
  if (text === 'now' || text === 'never' || parseDuration(text) !== null) return text;
  const near = didYouMean(text, ['now', 'never']);
  throw new Error(`expected now, never or a duration such as 5s, got ${quoted(text)}${near}`);
}

export const repeatable =
  <T>(read: Reader<T>) =>
  (text: string, previous: readonly T[] = []): T[] => [...previous, parseWith(read)(text)];
