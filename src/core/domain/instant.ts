/** The last millisecond whose year has four digits. No clock shows a later instant. */
export const LATEST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const PATTERN = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d\d):(\d\d))$/;

/** An instant in milliseconds since 1970, or what is wrong with its text. */
export type ReadInstant = { readonly atMs: number } | { readonly problem: string };

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/**
 * Reads an instant in ISO 8601, with `Z` or an offset. Fractions of a millisecond are dropped. A date or time that does
 * not exist, such as 30 February, is a problem, and so is an instant before 1970 or after 9999 (UTC).
 */
export function readInstant(text: string): ReadInstant {
  const match = PATTERN.exec(text);
  if (!match) {
    return { problem: `expected an instant such as 2026-01-01T12:00:00Z, got ${JSON.stringify(text)}` };
  }
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.map(part =>
    Number(part ?? 0),
  );
  const offsetHours = Number(match[9] ?? 0);
  const offsetMinutes = Number(match[10] ?? 0);
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && offsetHours <= 23 && offsetMinutes <= 59;
  if (!isDate || !isTime) return { problem: `${JSON.stringify(text)} is a date or time that does not exist` };
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const offsetMs = (match[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000;
  const atMs = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds) - offsetMs;
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  if (year > 99 && atMs >= 0 && atMs <= LATEST_INSTANT_MS) return { atMs };
  return { problem: `${JSON.stringify(text)} is not in the years 1970 to 9999 (UTC)` };
}
