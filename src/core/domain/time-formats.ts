/** How many time zones are cached. Zones are distinguished by spelling, and Intl accepts any mix of cases. */
export const MAX_CACHED_ZONES = 50;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** One formatter per time zone, because creating one costs a thousand times as much as using it. */
function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    if (formatters.size >= MAX_CACHED_ZONES) formatters.clear();
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

function format(atMs: number, timeZone: string): string {
  if (timeZone === 'UTC') {
    const iso = new Date(atMs).toISOString();
    return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
  }
  return formatterFor(timeZone).format(atMs).replace(',', '');
}

const MAX_CACHED_SECONDS = 10_000;

/** Formatted times by time zone and second, because clients that poll get the same few instants repeatedly. */
const cache = new Map<string, Map<number, string>>();

/** `YYYY-MM-DD HH:MM:SS` in a time zone (specification: Order status, time format). */
export function objectTime(atMs: number, timeZone: string): string {
  let formatted = cache.get(timeZone);
  if (!formatted || formatted.size >= MAX_CACHED_SECONDS) {
    if (cache.size >= MAX_CACHED_ZONES) cache.clear();
    formatted = new Map();
    cache.set(timeZone, formatted);
  }
  const second = Math.floor(atMs / 1000);
  let text = formatted.get(second);
  if (text === undefined) {
    text = format(atMs, timeZone);
    formatted.set(second, text);
  }
  return text;
}

/** ISO 8601 in UTC (specification: Events, created_at). */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString();
