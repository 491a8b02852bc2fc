import { StringDecoder } from 'node:string_decoder';
import type { AttemptOutcome } from '../core/engine/account-state.ts';
import { excerpt } from '../core/text/lines.ts';

const MAX_VALUE_CHARACTERS = 512;
/** The maximum number of characters of all stored header fields of a response, names and values together. */
export const MAX_HEADER_CHARACTERS = 2_048;

type Headers = AttemptOutcome['headers'];
type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export const NO_HEADERS: Headers = Object.freeze({});

/**
 * A plain copy of header fields, limited to 512 characters each and 2,048 characters together. Repeated fields are joined
 * by a comma.
 */
function boundedHeaders(raw: RawHeaders): Headers {
  const stored: Record<string, string> = {};
  let free = MAX_HEADER_CHARACTERS;
  for (const name of Object.keys(raw)) {
    const given = raw[name] ?? '';
    const value = excerpt(typeof given === 'string' ? given : given.join(', '), MAX_VALUE_CHARACTERS);
    free -= name.length + value.length;
    if (free >= 0) stored[name] = value;
  }
  return stored;
}

/**
 * Captures the headers of responses. Successive responses of a receiver mostly have the same headers, so they share one
 * record: a hundred thousand stored attempts take little memory.
 */
export class HeaderCapture {
  #last: Headers = NO_HEADERS;
  #lastText = '';

  capture(raw: RawHeaders): Headers {
    const stored = boundedHeaders(raw);
    const text = JSON.stringify(stored);
    if (text !== this.#lastText) {
      this.#last = Object.freeze(stored);
      this.#lastText = text;
    }
    return this.#last;
  }
}

export const MAX_STORED_BYTES = 2_048;
export const MAX_READ_BYTES = 1_048_576;

/** Captures the beginning of a response body. The rest is only counted. */
export class BodyCapture {
  #captured: Buffer | null = null;
  #readBytes = 0;

  /** @returns false if the body is longer than 1 MiB, so the rest should not be read */
  add(chunk: Buffer): boolean {
    this.#readBytes += chunk.length;
    const free = MAX_STORED_BYTES - (this.#captured?.length ?? 0);
    if (free > 0) {
      const part = chunk.subarray(0, free);
      this.#captured = this.#captured ? Buffer.concat([this.#captured, part]) : Buffer.from(part);
    }
    return this.#readBytes <= MAX_READ_BYTES;
  }

  /** The captured bytes as UTF-8, without an incomplete character at the end. */
  text(): string {
    return this.#captured ? new StringDecoder('utf8').write(this.#captured) : '';
  }
}

export const CANCELED = 'the account was reset, restored, deleted or stopped before the delivery ended';

export const STOPPED = 'the sandbox was shut down before the delivery ended';

/** The outcome of an attempt for which nothing was sent. */
export const notSent = (reason: string): AttemptOutcome => ({
  kind: 'unreachable',
  status: null,
  headers: NO_HEADERS,
  body: '',
  error: reason,
  durationMs: 0,
});

/** Any 2xx acknowledges (specification: Events, Delivery). A redirect is a separate kind, as it is never followed. */
export function outcomeOfStatus(status: number): AttemptOutcome['kind'] {
  if (status >= 200 && status < 300) return 'acknowledged';
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
}

export const MAX_HEADER_BYTES = 16_384;

const CLOSED =
  'the connection was closed before the response was complete; check whether the receiver crashed';

export const NO_DESCRIPTORS =
  'no file descriptors are left; close connections of the server, or raise the limit (ulimit -n)';

const MEANINGS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening on this address; start the receiver or correct the webhook URL',
  ENOTFOUND: 'the host name is unknown; correct the webhook URL',
  ETIMEOUT: 'no name server answered; check the network, or correct the host of the webhook URL',
  ESERVFAIL: 'the name server could not look up the host name; check its domain',
  EREFUSED: 'the name server refused to look up the host name; check the network',
  EAI_AGAIN: 'the host name could not be looked up; check the network',
  EHOSTUNREACH: 'there is no route to the host; check the network',
  ENETUNREACH: 'the network is unreachable; check the network',
  EMFILE: NO_DESCRIPTORS,
  ENFILE: NO_DESCRIPTORS,
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  UND_ERR_HEADERS_OVERFLOW: `the response headers are larger than ${MAX_HEADER_BYTES} bytes; send fewer or shorter headers`,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH:
    'the length of the response body differs from its Content-Length; correct the header in the receiver',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed; trust it with NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed; trust it with NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the issuer of the certificate is not trusted; trust it with NODE_EXTRA_CA_CERTS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the receiver does not use TLS; use http: in the webhook URL',
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL:
    'the receiver accepts HTTP/2 only; let it accept HTTP/1.1 as well',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION:
    'the receiver supports no current version of TLS; let it accept TLS 1.2 or 1.3',
  // The client asserts that a status is not below 100.
  ERR_ASSERTION: 'the response is not valid HTTP/1.1; correct its status',
};

/** Why the client itself has closed a connection: errors with the code UND_ERR_SOCKET, by their messages. */
const REFUSED_RESPONSES: Readonly<Record<string, string>> = {
  'bad upgrade': 'the receiver sent 101 Switching Protocols, which was not requested; respond over HTTP/1.1',
};

/** Explains why a connection to a host (with port) failed: `ECONNREFUSED 127.0.0.1:4020: nothing is …`. */
export function explainConnectionError(error: Error, host: string): string {
  // An error of OpenSSL has a reason; its message also contains a position in the source code.
  const { code, reason } = error as { readonly code?: unknown; readonly reason?: unknown };
  if (error.name === 'HTTPParserError')
    return `${error.name} ${host}: the response is not valid HTTP/1.1 (${error.message})`;
  if (typeof code !== 'string') return `${error.name} ${host}: ${error.message}`;
  const refused = code === 'UND_ERR_SOCKET' ? REFUSED_RESPONSES[error.message] : undefined;
  return `${code} ${host}: ${refused ?? MEANINGS[code] ?? reason ?? error.message}`;
}
