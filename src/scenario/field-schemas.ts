import { z } from 'zod';
import { isTronAddress } from '../domain/address.ts';
import { DURATION_PATTERN, formatDuration, parseDuration } from '../domain/duration.ts';
import { toSun } from '../domain/money.ts';
import { EVENT_NAMES } from '../domain/order.ts';
import type { Range } from './conditions.ts';
import { isGlob, MAX_PATTERN } from './glob.ts';

/*
 * The types of values in scenario files. Every message here says only what was expected; the loader adds the
 * location and what was found.
 */

/** The longest duration on an account's clock. */
export const YEAR_MS = 365 * 24 * 3_600_000;
/** Far below the 2^31-1 ms beyond which a Node timer fires at once. */
export const LONGEST_REAL_WAIT_MS = 3_600_000;
const A_DURATION = 'a duration such as 250ms, 3s, 5m, 1h or 2d';

function toMs(limitMs: number) {
  return (text: string, context: z.core.$RefinementCtx<string>): number => {
    const ms = parseDuration(text);
    if (ms !== null && ms <= limitMs) return ms;
    context.addIssue({ code: 'custom', message: `a duration of at most ${formatDuration(limitMs)}` });
    return z.NEVER;
  };
}

const durationText = z.string({ error: A_DURATION }).regex(DURATION_PATTERN, { error: A_DURATION });

/** A duration on the account's clock, in milliseconds. */
export const duration = durationText.transform(toMs(YEAR_MS));

/** A duration in real time, in milliseconds. */
export const realDuration = durationText.transform(toMs(LONGEST_REAL_WAIT_MS));

const A_STEP = `${A_DURATION}, or rental`;

/** The delay before a lifecycle step: milliseconds, or the order's own rental duration. */
export const stepDelay = z
  .string({ error: A_STEP })
  .regex(new RegExp(`^rental$|${DURATION_PATTERN.source}`), { error: A_STEP })
  .transform((text, context): number | 'rental' =>
    text === 'rental' ? 'rental' : toMs(YEAR_MS)(text, context),
  );

/** An amount in TRX, converted to sun. */
export const amountTrx = z
  .number()
  .min(0)
  .transform((trx, context): number => {
    const sun = toSun(trx);
    if (sun !== null) return sun;
    context.addIssue({ code: 'custom', message: 'an amount of TRX with at most six decimal places' });
    return z.NEVER;
  });

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

export const addressGlob = z
  .string()
  .min(1)
  .max(MAX_PATTERN)
  .refine(text => isGlob(text) || isTronAddress(text), {
    error: 'a TRON address with a valid checksum, or a glob that contains * or ?',
  });

export const glob = z.string().min(1).max(MAX_PATTERN);

const isOrdered = (range: Range): boolean => (range.min ?? 0) <= (range.max ?? Number.POSITIVE_INFINITY);
const UNORDERED = 'a min that is not greater than max';
const NO_BOUND = 'at least one bound';
const hasBound = (range: object): boolean => Object.keys(range).length > 0;

const asRange = (value: number | Range): Range =>
  typeof value === 'number' ? { min: value, max: value } : value;

/** One number, or a range of them. */
export const numberRange = z
  .union([
    z.int().min(0),
    z
      .strictObject({
        min: z.int().min(0).exactOptional().describe('The smallest value that matches.'),
        max: z.int().min(0).exactOptional().describe('The largest value that matches.'),
      })
      .refine(hasBound, { error: NO_BOUND })
      .refine(isOrdered, { error: UNORDERED }),
  ])
  .transform(asRange);

/** A position in a count: 1 is the first. */
export const countRange = z
  .union([
    z.int().min(1),
    z
      .strictObject({
        min: z.int().min(1).exactOptional().describe('The first position that matches.'),
        max: z.int().min(1).exactOptional().describe('The last position that matches.'),
        every: z
          .int()
          .min(1)
          .exactOptional()
          .describe('Only multiples of this number match: 2 means every second.'),
      })
      .refine(hasBound, { error: NO_BOUND })
      .refine(isOrdered, { error: UNORDERED }),
  ])
  .transform(asRange);

/** A range of ages; min and max in milliseconds. */
export const ageRange = z
  .strictObject({
    min: duration.exactOptional().describe('The minimum age that matches.'),
    max: duration.exactOptional().describe('The maximum age that matches.'),
  })
  .refine(hasBound, { error: NO_BOUND })
  .refine(isOrdered, { error: UNORDERED });

export const eventKind = z.enum(EVENT_NAMES);

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** What a header may contain: no control characters and nothing beyond Latin-1. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const FRAMING_HEADERS = ['content-length', 'transfer-encoding', 'connection'];
const A_HEADER_VALUE = 'a string of printable characters, or a number';

/** The name of a response header. A framing header would break the connection; that is what `fault` is for. */
export const headerName = z
  .string()
  .regex(HEADER_NAME, { error: 'a valid header name' })
  .refine(name => !FRAMING_HEADERS.includes(name.toLowerCase()), {
    error:
      'a header other than content-length, transfer-encoding and connection (use fault to break the connection)',
  });

export const headerValue = z.string().regex(HEADER_VALUE, { error: A_HEADER_VALUE });

/** Response headers. */
export const headers = z.record(
  headerName,
  z.union([headerValue, z.number().transform(String)], { error: A_HEADER_VALUE }),
);

export const ipRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'an IPv4 or IPv6 address, or a CIDR range of either',
});
