import { isObject } from '../domain/is-object.ts';
import { decodeBody } from './decode-body.ts';
import {
  type HarExchange,
  type HarMessage,
  type HarResponse,
  headerOf,
  type NamedValue,
} from './exchange.ts';
import { HarFileError } from './har-errors.ts';
import { type LooseObject, listOf, numberOf, objectOf, sizeOf, textOf } from './loose-json.ts';
import type { Direction, Outcome, RecordedSignature } from './recorded-fields.ts';

const NO_BODY = new Uint8Array();

/** Requests that have no body unless the file contains one. */
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

/** Names and values: a list of objects, as HAR has it, or an object, as some tools write it. */
function pairsOf(value: unknown): NamedValue[] {
  if (isObject(value))
    return Object.entries(value).flatMap(([name, one]) =>
      (Array.isArray(one) ? one : [one]).flatMap(part => {
        const text = textOf(part);
        return text === null ? [] : [{ name, value: text }];
      }),
    );
  return listOf(value).flatMap(one => {
    const { name, value: given } = objectOf(one);
    const text = textOf(name);
    return text === null ? [] : [{ name: text, value: textOf(given) ?? '' }];
  });
}

/** All headers, with the pseudo-headers of HTTP/2. Names in lower case. */
const allHeadersOf = (message: LooseObject): NamedValue[] =>
  pairsOf(message.headers).map(({ name, value }) => ({ name: name.toLowerCase(), value }));

const withoutPseudo = (headers: readonly NamedValue[]): NamedValue[] =>
  headers.filter(({ name }) => !name.startsWith(':'));

/** The query parameters that the file lists apart from the URL. */
const listedQuery = (request: LooseObject): NamedValue[] => pairsOf(request.queryString);

function formText(params: unknown): string {
  const form = new URLSearchParams();
  for (const { name, value } of pairsOf(params)) form.append(name, value);
  return form.toString();
}

function requestText(postData: unknown): string | null {
  const { text, params } = objectOf(postData);
  if (typeof postData === 'string') return postData;
  if (typeof text === 'string' && (text !== '' || listOf(params).length === 0)) return text;
  return params === undefined ? null : formText(params);
}

function requestBody(
  request: LooseObject,
  method: string,
  headers: readonly NamedValue[],
): Uint8Array | null {
  const text = requestText(request.postData);
  const { encoding, _encoding } = objectOf(request.postData);
  const message = { headers, body: null };
  if (text !== null)
    return decodeBody({
      text,
      encoding: textOf(_encoding) ?? textOf(encoding),
      contentEncoding: headerOf(message, 'content-encoding'),
    });
  const size = sizeOf(headerOf(message, 'content-length')) ?? sizeOf(request.bodySize);
  if (size !== null) return size === 0 ? NO_BODY : null;
  return WITHOUT_BODY.has(method) ? NO_BODY : null;
}

/** @param dropped true if the file says that the body is incomplete */
function readRequest(request: LooseObject, method: string, dropped: boolean): HarMessage {
  const headers = withoutPseudo(allHeadersOf(request));
  return { headers, body: dropped ? null : requestBody(request, method, headers) };
}

const NO_CONTENT = new Set([204, 304]);

function responseBody(
  response: LooseObject,
  status: number,
  headers: readonly NamedValue[],
): Uint8Array | null {
  const content = objectOf(response.content);
  if (typeof content.text === 'string' && content.text !== '')
    return decodeBody({
      text: content.text,
      encoding: textOf(content.encoding),
      contentEncoding: headerOf({ headers, body: null }, 'content-encoding'),
    });
  const size = sizeOf(content.size) ?? sizeOf(response.bodySize);
  return size === 0 || NO_CONTENT.has(status) ? NO_BODY : null;
}

/** @returns null if there was no response, which tools write as status 0, -1 or null, or leave out */
function readResponse(response: unknown, dropped: boolean): HarResponse | null {
  if (!isObject(response)) return null;
  const all = allHeadersOf(response);
  const status = numberOf(response.status) ?? numberOf(headerOf({ headers: all, body: null }, ':status'));
  if (status === null || status < 100 || status > 999) return null;
  const headers = withoutPseudo(all);
  return { status, headers, body: dropped ? null : responseBody(response, status, headers) };
}

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
