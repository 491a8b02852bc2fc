/** The largest header block that is accepted in a response, in bytes. */
export const MAX_HEADER_BYTES = 16_384;

const CLOSED =
  'the connection was closed before the response was complete; check whether the receiver crashed';

/** What it means that a file or socket cannot be opened with EMFILE or ENFILE. */
export const NO_DESCRIPTORS =
  'no file descriptors are left; close connections of the server, or raise the limit (ulimit -n)';

/** What each connection error means, and how to fix it. */
const MEANINGS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening on this address; start the receiver or correct the webhook URL',
  ENOTFOUND: 'the host name is unknown; correct the webhook URL',
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

/** What it means that the client has closed a connection: errors with the code UND_ERR_SOCKET, by their messages. */
const REFUSED_RESPONSES: Readonly<Record<string, string>> = {
  'bad response': 'the receiver sent 100 Continue, which was not requested; send the final response only',
  'bad upgrade': 'the receiver sent 101 Switching Protocols, which was not requested; respond over HTTP/1.1',
};

/** Explains why a connection to a host (with port) failed: `ECONNREFUSED 127.0.0.1:4020: nothing is …`. */
export function explainConnectionError(error: Error, host: string): string {
  // The message of an error of OpenSSL has the position in its source code as well.
  const { code, reason } = error as { readonly code?: unknown; readonly reason?: unknown };
  if (error.name === 'HTTPParserError')
    return `${error.name} ${host}: the response is not valid HTTP/1.1 (${error.message})`;
  if (typeof code !== 'string') return `${error.name} ${host}: ${error.message}`;
  const refused = code === 'UND_ERR_SOCKET' ? REFUSED_RESPONSES[error.message] : undefined;
  return `${code} ${host}: ${refused ?? MEANINGS[code] ?? reason ?? error.message}`;
}
