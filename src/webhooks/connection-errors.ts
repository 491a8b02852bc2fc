/** The largest header block of an answer that is read, in bytes. */
export const MAX_HEADER_BYTES = 16_384;

const CLOSED =
  'the connection was closed before a complete answer had come; look for a crash in the receiver';

/** What each error of a connection means, and its mend. */
const MEANINGS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start the receiver or correct the webhook URL',
  ENOTFOUND: 'the host name is unknown; correct the webhook URL',
  EAI_AGAIN: 'the host name could not be looked up; check the network',
  EHOSTUNREACH: 'no way leads to the host; check the network',
  ENETUNREACH: 'no way leads to the network; check the network',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  UND_ERR_HEADERS_OVERFLOW: `the answer's headers are larger than ${MAX_HEADER_BYTES} bytes`,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is shorter or longer than its Content-Length',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed; trust it with NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed; trust it with NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the issuer is not trusted; trust it with NODE_EXTRA_CA_CERTS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the other side does not speak TLS; use http: in the webhook URL',
};

/** Says for a person why a connection to a host (with port) failed: `ECONNREFUSED 127.0.0.1:4020: nothing …`. */
export function explainConnectionError(error: Error, host: string): string {
  const { code } = error as { readonly code?: unknown };
  if (error.name === 'HTTPParserError')
    return `${error.name} ${host}: no HTTP/1.1 came back (${error.message})`;
  if (typeof code !== 'string') return `${error.name} ${host}: ${error.message}`;
  return `${code} ${host}: ${MEANINGS[code] ?? error.message}`;
}
