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

/** `YYYY-MM-DD HH:MM:SS` in a zone (specification: Order status, time format). */
export function objectTime(atMs: number, timeZone: string): string {
  if (timeZone === 'UTC') return new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');
  return formatterFor(timeZone).format(atMs).replace(',', '');
}

/** ISO 8601 in UTC (specification: Events, created_at). */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString();
