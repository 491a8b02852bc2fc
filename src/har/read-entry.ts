import type { HarExchange, NamedValue } from './exchange.ts';
import { HarFileError } from './har-errors.ts';
import { isObject, type LooseObject, listOf, numberOf, objectOf, sizeOf, textOf } from './loose-json.ts';
import { allHeadersOf, listedQuery, readRequest, readResponse } from './read-message.ts';
import type { Direction, Outcome, RecordedSignature } from './recorded-fields.ts';

const DIRECTIONS: readonly unknown[] = ['api', 'webhook'] satisfies Direction[];
const OUTCOMES: Readonly<Record<Outcome['kind'], true>> = {
  complete: true,
  'client-gone': true,
  'upstream-error': true,
  truncated: true,
  'recorder-stopped': true,
};
const TIMINGS = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'] as const;

/** Instants before 5138, in seconds, are smaller than this; instants after March 1973, in milliseconds, are not. */
const SECONDS_BELOW = 1e11;

function instantOf(value: unknown): number | null {
  const number = numberOf(value);
  if (number !== null) return number < SECONDS_BELOW ? number * 1000 : number;
  const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(parsed) ? null : parsed;
}

function durationOf(entry: LooseObject): number | null {
  const total = sizeOf(entry.time);
  if (total !== null) return total;
  const timings = objectOf(entry.timings);
  const parts = TIMINGS.flatMap(name => sizeOf(timings[name]) ?? []);
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0);
}

const pseudo = (headers: readonly NamedValue[], name: string): string | null =>
  headers.find(header => header.name === name)?.value ?? null;

/** The method and the URL. HTTP/2 has them in pseudo-headers; some tools write the URL as a path only. */
function targetOf(request: LooseObject): { method: string | null; url: string | null } {
  const headers = allHeadersOf(request);
  const method = textOf(request.method) ?? pseudo(headers, ':method');
  const path = textOf(request.url) ?? pseudo(headers, ':path');
  if (path === null || !path.startsWith('/')) return { method, url: path };
  const host = pseudo(headers, ':authority') ?? pseudo(headers, 'host');
  return { method, url: host === null ? path : `${pseudo(headers, ':scheme') ?? 'http'}://${host}${path}` };
}

const URL_PARTS = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?(?<path>[^?#]*)(?:\?(?<query>[^#]*))?/i;

function partsOf(url: string): { path: string; query: NamedValue[] } {
  const { path = '', query = '' } = URL_PARTS.exec(url)?.groups ?? {};
  return {
    path: path === '' ? '/' : path,
    query: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
  };
}

const isOutcome = (value: unknown): value is Outcome =>
  isObject(value) && typeof value.kind === 'string' && Object.hasOwn(OUTCOMES, value.kind);

const isSignature = (value: unknown): value is RecordedSignature =>
  isObject(value) &&
  (value.verified === null || typeof value.verified === 'boolean') &&
  typeof value.form === 'string';

/** What only our recorder writes; null or empty in files of other tools. */
function readExtensions(
  entry: LooseObject,
): Pick<HarExchange, 'direction' | 'outcome' | 'signature' | 'problems' | 'redacted'> {
  const { _direction, _outcome, _signature, _problems, _notes } = entry;
  return {
    direction: DIRECTIONS.includes(_direction) ? (_direction as Direction) : null,
    outcome: isOutcome(_outcome) ? _outcome : null,
    signature: isSignature(_signature) ? _signature : null,
    problems: listOf(_problems).filter(one => typeof one === 'string'),
    redacted: objectOf(_notes).redacted === true,
  };
}

/**
 * One element of `log.entries`.
 * @param file for the message of an error
 * @throws HarFileError if it has no request with a method and a URL; everything else may be missing
 */
export function readEntry(file: string, value: unknown, number: number): HarExchange {
  const entry = objectOf(value);
  const place = `${file}: log.entries[${number - 1}].request`;
  if (!isObject(entry.request))
    throw new HarFileError(`${place}: missing; each entry of a HAR file has a request`);
  const { request } = entry;
  const { method, url } = targetOf(request);
  if (method === null) throw new HarFileError(`${place}.method: missing; expected a string such as "GET"`);
  if (url === null) throw new HarFileError(`${place}.url: missing; expected the absolute URL of the request`);
  const { path, query } = partsOf(url);
  const notes = objectOf(entry._notes);
  return {
    number,
    startedAt: instantOf(entry.startedDateTime),
    durationMs: durationOf(entry),
    waitMs: sizeOf(objectOf(entry.timings).wait),
    method: method.toUpperCase(),
    url,
    path,
    query: query.length > 0 ? query : listedQuery(request),
    request: readRequest(request, method.toUpperCase(), notes.requestBytesDropped !== undefined),
    response: readResponse(entry.response, notes.responseBytesDropped !== undefined),
    ...readExtensions(entry),
  };
}
