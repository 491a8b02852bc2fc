import type { Header } from 'har-format';
import type {
  RecordedEntry,
  RecordedNotes,
  RecordedPostData,
  RecordedRequest,
  RecordedResponse,
} from '../har/har-entry.ts';
import { bodyText } from './body-text.ts';
import type { Examined } from './examine.ts';
import { type SentHeader, valuesOf } from './message-head.ts';
import type { BodyCapture, RawExchange } from './raw-exchange.ts';
import type { Redactor } from './redactor.ts';

const FORM = /^application\/x-www-form-urlencoded\b/i;
const ABSOLUTE = /^https?:\/\//i;

/** Milliseconds with microseconds as decimals. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

const headersOf = (headers: readonly SentHeader[], redactor: Redactor): Header[] =>
  headers.map(header => ({ ...redactor.header(header) }));

/** The cookies of a request or response, from headers that are redacted already. */
const cookiesOf = (headers: readonly Header[]): { name: string; value: string }[] =>
  headers.flatMap(({ name, value }) => {
    const lower = name.toLowerCase();
    if (lower !== 'cookie' && lower !== 'set-cookie') return [];
    const pairs = lower === 'cookie' ? value.split('; ') : value.split(';', 1);
    return pairs.map(pair => {
      const equals = pair.indexOf('=');
      return { name: pair.slice(0, Math.max(0, equals)), value: pair.slice(equals + 1) };
    });
  });

/** An absolute URL. Characters that a URL cannot have are percent-encoded. */
const urlOf = (target: string, origin: string): string =>
  (ABSOLUTE.test(target) ? target : origin + (target.startsWith('/') ? target : `/${target}`)).replace(
    /[^\x21-\x7e]|["<>\\^`{|}]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

const queryOf = (url: string): { name: string; value: string }[] => {
  const question = url.indexOf('?');
  const query = question === -1 ? '' : url.slice(question + 1);
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
};

/** How many bytes of a body are not in the file. A body that cannot be searched for values to replace is left out. */
interface StoredBody {
  readonly text: string;
  readonly isBase64: boolean;
  readonly bytes: number;
  readonly dropped: number;
}

function store(
  body: BodyCapture,
  headers: readonly SentHeader[],
  isCutOff: boolean,
  redactor: Redactor,
): StoredBody {
  const type = valuesOf(headers, 'content-type')[0] ?? '';
  const replace = (text: string): string => (FORM.test(type) ? redactor.form(text) : redactor.body(text));
  const stored = bodyText(body, headers, isCutOff, replace);
  // Values to replace, such as addresses, can be written in bytes in ways that nobody looks for.
  if (stored === null || (!stored.isText && redactor.replacesFields))
    return { text: '', isBase64: false, bytes: stored?.bytes ?? body.total, dropped: body.total };
  return { ...stored, dropped: body.dropped };
}

function postDataOf(stored: StoredBody, headers: readonly SentHeader[]): { postData?: RecordedPostData } {
  if (stored.text === '') return {};
  const mimeType = valuesOf(headers, 'content-type')[0] ?? '';
  return {
    postData: { mimeType, text: stored.text, ...(stored.isBase64 ? { _encoding: 'base64' as const } : {}) },
  };
}

function requestOf(
  { request: { head, body } }: RawExchange,
  origin: string,
  stored: StoredBody,
  redactor: Redactor,
): RecordedRequest {
  const url = redactor.url(urlOf(head.target, origin));
  const headers = headersOf(head.headers, redactor);
  return {
    method: head.method,
    url,
    httpVersion: head.version,
    cookies: cookiesOf(headers),
    headers,
    queryString: queryOf(url),
    ...postDataOf(stored, head.headers),
    headersSize: head.bytes,
    bodySize: body.total,
  };
}

/** What browsers write for a request without a response. */
const NO_RESPONSE: RecordedResponse = {
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
  { response }: RawExchange,
  stored: StoredBody | null,
  redactor: Redactor,
): RecordedResponse {
  if (!response || !stored) return NO_RESPONSE;
  const { head, body } = response;
  const headers = headersOf(head.headers, redactor);
  return {
    status: head.status,
    statusText: redactor.text(head.reason),
    httpVersion: head.version,
    cookies: cookiesOf(headers),
    headers,
    content: {
      size: stored.bytes,
      mimeType: valuesOf(head.headers, 'content-type')[0] ?? '',
      ...(stored.bytes > body.total ? { compression: stored.bytes - body.total } : {}),
      text: stored.text,
      ...(stored.isBase64 ? { encoding: 'base64' } : {}),
    },
    redirectURL: headers.find(({ name }) => name.toLowerCase() === 'location')?.value ?? '',
    headersSize: head.bytes,
    bodySize: body.total,
  };
}

function notesOf(
  request: StoredBody,
  response: StoredBody | null,
  redactor: Redactor,
): { _notes?: RecordedNotes } {
  const notes: RecordedNotes = {
    ...(request.dropped > 0 ? { requestBytesDropped: request.dropped } : {}),
    ...(response && response.dropped > 0 ? { responseBytesDropped: response.dropped } : {}),
    ...(redactor.replacesFields ? { redacted: true as const } : {}),
  };
  return Object.keys(notes).length > 0 ? { _notes: notes } : {};
}

/** What an entry is made with, besides the exchange. */
export interface EntryContext {
  /** Such as `https://api.example.com`: what the paths of requests are relative to. */
  readonly origin: string;
  readonly examined: Examined;
  readonly redactor: Redactor;
}

/** Tells the redactor what the heads contain, so that it is replaced in the parts that are written before them, too. */
function learnSecrets({ request, response }: RawExchange, origin: string, redactor: Redactor): void {
  for (const header of [...request.head.headers, ...(response?.head.headers ?? [])]) redactor.header(header);
  redactor.url(urlOf(request.head.target, origin));
}

/** An exchange as it is written to the file, without credentials. */
export function entryOf(exchange: RawExchange, { origin, examined, redactor }: EntryContext): RecordedEntry {
  const { request, response, outcome, timings } = exchange;
  const isComplete = outcome.kind === 'complete';
  learnSecrets(exchange, origin, redactor);
  // In this order, so that what the request has replaced is replaced in the response, too.
  const sentBody = store(request.body, request.head.headers, !isComplete, redactor);
  const sent = requestOf(exchange, origin, sentBody, redactor);
  const receivedBody = response && store(response.body, response.head.headers, !isComplete, redactor);
  const received = responseOf(exchange, receivedBody, redactor);
  const { connectMs, sendMs, waitMs, receiveMs } = timings;
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: rounded((connectMs ?? 0) + sendMs + waitMs + receiveMs),
    request: sent,
    response: received,
    cache: {},
    timings: {
      blocked: -1,
      dns: -1,
      connect: connectMs === null ? -1 : rounded(connectMs),
      ssl: -1,
      send: rounded(sendMs),
      wait: rounded(waitMs),
      receive: rounded(receiveMs),
    },
    ...(exchange.serverAddress === null
      ? {}
      : { serverIPAddress: exchange.serverAddress.replace(/%.*/, '') }),
    connection: String(exchange.connection),
    _direction: exchange.direction,
    _outcome: outcome,
    ...(exchange.direction === 'api' ? { _operation: examined.operation } : {}),
    _problems: examined.problems.map(({ message }) => redactor.text(message)),
    ...(examined.signature ? { _signature: examined.signature } : {}),
    ...notesOf(sentBody, receivedBody, redactor),
  };
}
