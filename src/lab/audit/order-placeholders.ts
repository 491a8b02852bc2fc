import { isObject } from '../../core/domain/json.ts';

/** The data that distinguish an order from others. */
export interface Identity {
  /** Texts that only this order has, with their replacements. Longer texts precede those that they contain. */
  readonly unique: readonly (readonly [string, string])[];
  readonly orderId: number;
  /** The times in the order's events, with their replacements. */
  readonly times: ReadonlyMap<string, string>;
}

/** The placeholder for a time that is not the time of one of the order's events. */
export const OWN_TIME = '<time>';
/** True for the text that replaces a time of the order's events. */
export const isEventTime = (text: string): boolean => /^<time of order\.\w+>$/.test(text);

const DATE_TIME = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?/g;
const EXACT_DATE_TIME = new RegExp(`^${DATE_TIME.source}$`);
const MS_PER_SECOND = 1_000;
/** 2020 to 2100, in milliseconds. */
const ERA_MS = { from: 1_577_836_800_000, to: 4_102_444_800_000 };

const isInstant = (value: number): boolean =>
  [value, value * MS_PER_SECOND].some(ms => ms >= ERA_MS.from && ms <= ERA_MS.to);

function withoutIdentity(text: string, { unique, orderId, times }: Identity): string {
  if (text === String(orderId)) return '<order_id>';
  const time = times.get(text);
  if (time !== undefined) return time;
  if (EXACT_DATE_TIME.test(text)) return OWN_TIME;
  return unique.reduce((rest, [value, name]) => rest.replaceAll(value, name), text);
}

/** Text without the ids of an order, and without dates and times. */
export const anonymousText = (text: string, identity: Identity): string =>
  withoutIdentity(text, identity)
    .replaceAll(String(identity.orderId), '<order_id>')
    .replace(DATE_TIME, OWN_TIME);

/**
 * A JSON value in which the ids and times of an order are replaced, so that the values of different orders can be
 * compared. All other times are replaced by one placeholder: they are the receiver's own.
 */
export function anonymous(value: unknown, identity: Identity): unknown {
  if (typeof value === 'string') return withoutIdentity(value, identity);
  if (typeof value === 'number') {
    if (value === identity.orderId) return '<order_id>';
    return isInstant(value) ? OWN_TIME : value;
  }
  if (Array.isArray(value)) return value.map(one => anonymous(one, identity));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, field]) => [withoutIdentity(name, identity), anonymous(field, identity)] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}
