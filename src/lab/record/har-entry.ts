import type { Entry, Response } from 'har-format';
import type { Examined } from './disagreements.ts';
import {
  contentOf,
  MAX_RECORDED_BODY,
  queryOf,
  type RawExchange,
  type ReceivedResponse,
  type SentHeader,
  type SentRequest,
  valuesOf,
} from './exchange.ts';
import type { Redactor } from './redactor.ts';

const FORM = /^application\/x-www-form-urlencoded\b/i;
const ABSOLUTE = /^https?:\/\//i;

/** Milliseconds with microseconds as decimals. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

const typeOf = (headers: readonly SentHeader[]): string => valuesOf(headers, 'content-type')[0] ?? '';

/** An absolute URL. Characters that a URL cannot have are percent-encoded. */
const urlOf = (target: string, origin: string): string =>
  (ABSOLUTE.test(target) ? target : origin + (target.startsWith('/') ? target : `/${target}`)).replace(
    /[^\x21-\x7e]|["<>\\^`{|}]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

/** A body as it is written to the file: decompressed, as text if it is UTF-8, or in base64. */
interface StoredBody {
  readonly text: string;
  readonly isBase64: boolean;
  /** The size after decompression, without a part that was dropped. */
  readonly bytes: number;
  /** The number of bytes that are not in the file. */
  readonly dropped: number;
}

/** @param isCutOff true if the text can end in the middle of a character, which is left out */
function asUtf8(bytes: Uint8Array, isCutOff: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCutOff });
  } catch {
    return null;
  }
}

/** A body without credentials. One that cannot be searched for values to replace is left out. */
function store(message: SentRequest | ReceivedResponse, isCutOff: boolean, redactor: Redactor): StoredBody {
  const { total, dropped } = message.body;
  const content = contentOf(message);
  if (content === null || content.length > MAX_RECORDED_BODY)
    return { text: '', isBase64: false, bytes: total, dropped: total };
  const bytes = content.length;
  const replace = (text: string): string =>
    FORM.test(typeOf(message.headers)) ? redactor.form(text) : redactor.body(text);
  const text = asUtf8(content, isCutOff || dropped > 0);
  if (text === null) {
    // Bytes can contain values to replace, such as addresses, in forms that the redactor does not search for.
    if (redactor.replacesFields) return { text: '', isBase64: false, bytes, dropped: total };
    const replaced = Buffer.from(replace(Buffer.from(content).toString('latin1')), 'latin1');
    return { text: replaced.toString('base64'), isBase64: true, bytes, dropped };
  }
  return { text: replace(text), isBase64: false, bytes, dropped };
}

/** `_encoding` is `base64` if the bytes are not UTF-8 text. */
const postDataOf = ({ text, isBase64 }: StoredBody, mimeType: string) => ({
  mimeType,
  text,
  ...(isBase64 ? { _encoding: 'base64' as const } : {}),
});

function requestOf(request: SentRequest, origin: string, stored: StoredBody, redactor: Redactor) {
  const url = redactor.url(urlOf(request.target, origin));
  return {
    method: request.method,
    url,
    httpVersion: request.version,
    cookies: [],
    headers: request.headers.map(header => redactor.header(header)),
    queryString: [...queryOf(url)].map(([name, value]) => ({ name, value })),
    ...(stored.text === '' ? {} : { postData: postDataOf(stored, typeOf(request.headers)) }),
    headersSize: -1,
    bodySize: request.body.total,
  };
}

/** The response that browsers write for a request without a response. */
const NO_RESPONSE: Response = {
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: '' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
};

function responseOf(
  response: ReceivedResponse | null,
  stored: StoredBody | null,
  redactor: Redactor,
): Response {
  if (!response || !stored) return NO_RESPONSE;
  const { total } = response.body;
  const headers = response.headers.map(header => redactor.header(header));
  return {
    status: response.status,
    statusText: redactor.text(response.reason),
    httpVersion: response.version,
    cookies: [],
    headers,
    content: {
      size: stored.bytes,
      mimeType: typeOf(response.headers),
      ...(stored.bytes > total ? { compression: stored.bytes - total } : {}),
      text: stored.text,
      ...(stored.isBase64 ? { encoding: 'base64' } : {}),
    },
    redirectURL: valuesOf(headers, 'location')[0] ?? '',
    headersSize: -1,
    bodySize: total,
  };
}

/** The parts of an entry that are not as they were sent. */
function notesOf(request: StoredBody, response: StoredBody | null, redactor: Redactor) {
  const notes = {
    ...(request.dropped > 0 ? { requestBytesDropped: request.dropped } : {}),
    ...(response && response.dropped > 0 ? { responseBytesDropped: response.dropped } : {}),
    ...(redactor.replacesFields ? { redacted: true as const } : {}),
  };
  return Object.keys(notes).length > 0 ? { _notes: notes } : {};
}

/** The context of an entry, apart from the exchange. */
export interface EntryContext {
  /** Such as `https://api.example.com`: what the paths of requests are relative to. */
  readonly origin: string;
  readonly examined: Examined;
  readonly redactor: Redactor;
}

/**
 * Shows the heads to the redactor first, so that it also replaces their values in the parts that are written earlier.
 */
function learnSecrets({ request, response }: RawExchange, origin: string, redactor: Redactor): void {
  for (const header of [...request.headers, ...(response?.headers ?? [])]) redactor.header(header);
  redactor.url(urlOf(request.target, origin));
}

/**
 * An exchange as it is written to the file, without credentials: HAR 1.2, with additional fields under names that HAR
 * reserves for this.
 */
export function entryOf(exchange: RawExchange, { origin, examined, redactor }: EntryContext) {
  const { request, response, outcome } = exchange;
  const { sendMs, waitMs, receiveMs } = exchange.timings;
  const isCutOff = outcome.kind !== 'complete';
  learnSecrets(exchange, origin, redactor);
  // In this order, so that values that were replaced in the request are also replaced in the response.
  const sentBody = store(request, isCutOff, redactor);
  const sent = requestOf(request, origin, sentBody, redactor);
  const receivedBody = response && store(response, isCutOff, redactor);
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: rounded(sendMs + waitMs + receiveMs),
    request: sent,
    response: responseOf(response, receivedBody, redactor),
    cache: {},
    timings: {
      blocked: -1,
      dns: -1,
      connect: -1,
      ssl: -1,
      send: rounded(sendMs),
      wait: rounded(waitMs),
      receive: rounded(receiveMs),
    },
    _direction: exchange.direction,
    _outcome: outcome,
    ...(exchange.direction === 'api' ? { _operation: examined.operation } : {}),
    _problems: examined.problems.map(({ message }) => redactor.text(message)),
    ...(examined.signature ? { _signature: examined.signature } : {}),
    ...notesOf(sentBody, receivedBody, redactor),
  } satisfies Entry;
}

export type RecordedEntry = ReturnType<typeof entryOf>;
