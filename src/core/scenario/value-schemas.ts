import { z } from 'zod';
import { isTronAddress } from '../domain/address.ts';
import { isDeeperThan } from '../domain/json.ts';
import { toSun } from '../domain/money.ts';
import { OPERATION_IDS } from '../domain/operations.ts';
import { EVENT_NAMES } from '../domain/order.ts';
import { DURATION_PATTERN, formatDuration, parseDuration } from '../domain/time.ts';
import { globMatches, isGlob, MAX_PATTERN } from './glob.ts';

/*
 * The types of values in scenario files. No schema converts its value: scenarios are stored as they are written. Every
 * message here says only what was expected; the loader adds the location and what was found.
 */

/** A key of a mapping that need not be there, with its description in the schema for editors and in the docs. */
export const option = <Schema extends z.ZodType>(schema: Schema, about: string) =>
  schema.exactOptional().describe(about);

const YEAR_MS = 365 * 24 * 3_600_000;
/** Far below the 2^31-1 ms beyond which a Node timer fires immediately. */
const LONGEST_REAL_WAIT_MS = 3_600_000;

const A_DURATION = 'a duration such as 250ms, 3s, 5m, 1h or 2d';
const A_STEP = `${A_DURATION}, or rental`;

const durationUpTo = (limitMs: number, pattern = DURATION_PATTERN, expected = A_DURATION) =>
  z
    .string({ error: expected })
    .regex(pattern, { error: expected, abort: true })
    .refine(
      text => DURATION_PATTERN.test(text) === false || (parseDuration(text) ?? limitMs + 1) <= limitMs,
      {
        error: `a duration of at most ${formatDuration(limitMs)}`,
      },
    );

/** A duration on the account's clock. */
export const duration = durationUpTo(YEAR_MS);

export const realDuration = durationUpTo(LONGEST_REAL_WAIT_MS);

export const stepDelay = durationUpTo(YEAR_MS, new RegExp(`^rental$|${DURATION_PATTERN.source}`), A_STEP);

export const amountTrx = z
  .number()
  .min(0, { abort: true })
  .refine(trx => toSun(trx) !== null, { error: 'an amount of TRX with at most six decimal places' });

export const percent = z
  .number()
  .min(0)
  .max(100)
  .refine(value => Math.abs(Math.round(value * 100) - value * 100) < 1e-9, {
    error: 'a percentage with at most two decimal places',
  });

export const address = z
  .string()
  .refine(isTronAddress, { error: 'a TRON address: 34 characters starting with T, with a valid checksum' });

const glob = z.string().min(1).max(MAX_PATTERN);

const addressGlob = glob.refine(text => isGlob(text) || isTronAddress(text), {
  error: 'a TRON address with a valid checksum, or a glob that contains * or ?',
});

export const eventKind = z.enum(EVENT_NAMES);

const eventGlob = glob.refine(pattern => EVENT_NAMES.some(kind => globMatches(pattern, kind)), {
  error: 'an event such as order.delegated, or a glob that matches one',
  params: { candidates: EVENT_NAMES },
});

const IS_ORDERED = {
  test: ({ min = 0, max = Number.POSITIVE_INFINITY }: { readonly min?: number; readonly max?: number }) =>
    min <= max,
  error: 'a min that is not greater than max',
};

/** A mapping of bounds, of which at least one is given. */
const bounds = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape).refine(range => Object.keys(range).length > 0, { error: 'at least one bound' });

const numberRange = z.union([
  z.int().min(0),
  bounds({
    min: option(z.int().min(0), 'The smallest value that matches.'),
    max: option(z.int().min(0), 'The largest value that matches.'),
  }).refine(IS_ORDERED.test, IS_ORDERED),
]);

/** Positions in a count: 1 is the first. */
const countRange = z.union([
  z.int().min(1),
  bounds({
    min: option(z.int().min(1), 'The first position that matches.'),
    max: option(z.int().min(1), 'The last position that matches.'),
    every: option(z.int().min(1), 'Only multiples of this number match: 2 means every second.'),
  }).refine(IS_ORDERED.test, IS_ORDERED),
]);

const ageRange = bounds({
  min: option(duration, 'The minimum age that matches.'),
  max: option(duration, 'The maximum age that matches.'),
}).refine(({ min, max }) => IS_ORDERED.test({ min: msOf(min), max: msOf(max) } as object), IS_ORDERED);

const msOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : (parseDuration(text) ?? undefined);

const clockSpan = bounds({
  from: option(duration, 'The first instant that matches. Default: the beginning.'),
  to: option(duration, 'The first instant that no longer matches. Default: never.'),
}).refine(({ from, to }) => to === undefined || msOf(to)! > (msOf(from) ?? 0), {
  error: 'a to that is later than from',
});

/** A fixed time in which something is answered, or the bounds between which it is drawn. */
export const delayOrRange = z.union([
  realDuration,
  z
    .strictObject({
      min: realDuration.describe('The shortest delay.'),
      max: realDuration.describe('The longest delay.'),
    })
    .refine(({ min, max }) => IS_ORDERED.test({ min: msOf(min)!, max: msOf(max)! }), IS_ORDERED),
]);

const operation = z.enum(OPERATION_IDS);

export const CONDITION_VALUES = {
  operation: z.union([operation, z.array(operation).min(1)]),
  event: eventGlob,
  text: glob,
  address: addressGlob,
  number: numberRange,
  count: countRange,
  age: ageRange,
  clock: clockSpan,
  share: z.number().min(0).max(1),
  flag: z.boolean(),
};

export type ValueKind = keyof typeof CONDITION_VALUES;
export type ValueOf<Kind extends ValueKind> = z.output<(typeof CONDITION_VALUES)[Kind]>;

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** The allowed values of a header: no control characters, and nothing beyond Latin-1. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const CONNECTION_HEADERS = [
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'trailer',
  'upgrade',
];
const A_HEADER_VALUE = 'a string of printable characters, or a number';

/** The name of a response header. A connection header would break the connection; `fault` does that on purpose. */
const headerName = z
  .string()
  .regex(HEADER_NAME, { error: 'a valid header name' })
  .refine(name => !CONNECTION_HEADERS.includes(name.toLowerCase()), {
    error: `a header other than ${CONNECTION_HEADERS.join(', ')} (use fault to break the connection)`,
  });

export const headers = z.record(
  headerName,
  z.union([z.string().regex(HEADER_VALUE, { error: A_HEADER_VALUE }), z.number()], { error: A_HEADER_VALUE }),
);

export const ipRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'an IPv4 or IPv6 address, or a CIDR range of either',
});

/** The maximum number of values in a scenario: texts, numbers, lists and mappings, nested ones included. */
export const MAX_VALUES = 5_000;

/** True if a value has more nested values than the limit; a value that contains itself always does. */
export function hasMoreValues(value: unknown, limit = MAX_VALUES): boolean {
  let left = limit;
  const open: unknown[] = [value];
  while (open.length > 0) {
    left -= 1;
    if (left < 0) return true;
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    for (const name in one) {
      open.push((one as Record<string, unknown>)[name]);
      if (open.length > left) return true;
    }
  }
  return false;
}

/**
 * How deeply lists and mappings may be nested in a response body of a scenario. A request body may have 64 levels, and
 * a snapshot of an account with such a scenario has to fit into one.
 */
export const MAX_DEPTH = 50;

/** Any JSON value, unless it is nested too deeply to be serialized again. */
export const replyBody = z.unknown().refine(body => !isDeeperThan(body, MAX_DEPTH), {
  error: `a value nested at most ${MAX_DEPTH} levels deep`,
});

export const scenarioName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'a name of lowercase letters, digits and single hyphens' });
