const formatters = new Map<string, Intl.DateTimeFormat>();

/** One formatter a zone: making one costs a thousand times its use. */
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

const MAX_SECONDS = 10_000;

/** Texts by zone and second: a client that polls is told the same few instants again and again. */
const known = new Map<string, Map<number, string>>();

/** `YYYY-MM-DD HH:MM:SS` in a zone (specification: Order status, time format). */
export function objectTime(atMs: number, timeZone: string): string {
  let texts = known.get(timeZone);
  if (!texts || texts.size >= MAX_SECONDS) {
    texts = new Map();
    known.set(timeZone, texts);
  }
  const second = Math.floor(atMs / 1000);
  let text = texts.get(second);
  if (text === undefined) {
    text = format(atMs, timeZone);
    texts.set(second, text);
  }
  return text;
}

/** ISO 8601 in UTC (specification: Events, created_at). */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString();
