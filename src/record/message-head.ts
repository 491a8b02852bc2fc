import type { BodyFraming } from './message-framer.ts';

/** A header as it was sent: the case of its name is kept. */
export interface SentHeader {
  readonly name: string;
  readonly value: string;
}

interface MessageHead {
  /** Such as `HTTP/1.1`. */
  readonly version: string;
  readonly headers: readonly SentHeader[];
  /** With the final empty line. */
  readonly bytes: number;
}

export interface RequestHead extends MessageHead {
  readonly method: string;
  /** As it was sent: a path with its query, or an absolute URL. */
  readonly target: string;
}

export interface ResponseHead extends MessageHead {
  readonly status: number;
  readonly reason: string;
}

const REQUEST_LINE = /^(?<method>[!#$%&'*+.^_`|~0-9A-Za-z-]+) (?<target>\S+) (?<version>HTTP\/1\.[01])$/;
const STATUS_LINE = /^(?<version>HTTP\/1\.[01]) (?<status>\d{3})(?: (?<reason>.*))?$/;

/** The first line and the headers. Bytes above 0x7f become one character each. */
function parse(bytes: Buffer): { first: string; headers: SentHeader[] } {
  const [first = '', ...lines] = bytes.toString('latin1').trimEnd().split(/\r?\n/);
  const headers: SentHeader[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const last = headers.at(-1);
    // A line that begins with a space continues the one before (RFC 9112, section 5.2).
    if (/^[ \t]/.test(line) && last)
      headers[headers.length - 1] = { ...last, value: `${last.value} ${line.trim()}` };
    else if (colon > 0)
      headers.push({ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() });
  }
  return { first, headers };
}

/** @returns null if it is not a request of HTTP/1.0 or 1.1 */
export function parseRequestHead(bytes: Buffer): RequestHead | null {
  const { first, headers } = parse(bytes);
  const { method, target, version } = REQUEST_LINE.exec(first)?.groups ?? {};
  if (method === undefined || target === undefined || version === undefined) return null;
  return { method, target, version, headers, bytes: bytes.length };
}

/** @returns null if it is not a response of HTTP/1.0 or 1.1 */
export function parseResponseHead(bytes: Buffer): ResponseHead | null {
  const { first, headers } = parse(bytes);
  const { version, status, reason = '' } = STATUS_LINE.exec(first)?.groups ?? {};
  if (version === undefined || status === undefined) return null;
  return { version, status: Number(status), reason, headers, bytes: bytes.length };
}

/** The values of a header, by its name in lower case. */
export const valuesOf = (headers: readonly SentHeader[], name: string): string[] =>
  headers.filter(header => header.name.toLowerCase() === name).map(({ value }) => value);

const codings = (headers: readonly SentHeader[]): string[] =>
  valuesOf(headers, 'transfer-encoding').flatMap(value =>
    value
      .toLowerCase()
      .split(',')
      .map(one => one.trim()),
  );

/** Null if there is no Content-Length, or none that everybody understands in the same way. */
function contentLength(headers: readonly SentHeader[]): number | null {
  const values = new Set(
    valuesOf(headers, 'content-length').flatMap(value => value.split(',').map(one => one.trim())),
  );
  const [value] = values;
  return values.size === 1 && value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

export function requestFraming({ headers }: RequestHead): BodyFraming {
  const encodings = codings(headers);
  if (encodings.length > 0) return { kind: encodings.at(-1) === 'chunked' ? 'chunked' : 'opaque' };
  if (valuesOf(headers, 'content-length').length === 0) return { kind: 'none' };
  const bytes = contentLength(headers);
  return bytes === null ? { kind: 'opaque' } : { kind: 'length', bytes };
}

const WITHOUT_CONTENT = new Set([204, 304]);

/** @param method that of the request */
export function responseFraming({ status, headers }: ResponseHead, method: string): BodyFraming {
  if (status === 101 || (method === 'CONNECT' && status >= 200 && status < 300)) return { kind: 'opaque' };
  if (method === 'HEAD' || status < 200 || WITHOUT_CONTENT.has(status)) return { kind: 'none' };
  const encodings = codings(headers);
  if (encodings.length > 0) return { kind: encodings.at(-1) === 'chunked' ? 'chunked' : 'until-close' };
  const bytes = contentLength(headers);
  return bytes === null ? { kind: 'until-close' } : { kind: 'length', bytes };
}

/** The spaces and tabs at the end. A pattern would take quadratic time for a value that consists of spaces. */
function spaceAfter(value: string): string {
  let end = value.length;
  while (end > 0 && (value[end - 1] === ' ' || value[end - 1] === '\t')) end -= 1;
  return value.slice(end);
}

/** The head of a request with another value of Host. All other bytes stay as they are. */
export const withHost = (head: Buffer, host: string): Buffer =>
  Buffer.from(
    head
      .toString('latin1')
      .replace(
        /(\nhost[ \t]*:[ \t]*)([^\r\n]*)/gi,
        (_line, name: string, value: string) => name + host + spaceAfter(value),
      ),
    'latin1',
  );
