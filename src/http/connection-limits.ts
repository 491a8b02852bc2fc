/**
 * What a connection may take, set so that a forgotten client in a test suite is patient company and a hostile one
 * cannot hold the server: documented in SECURITY.md.
 */
export const CONNECTION_LIMITS = {
  /** All header lines of a request together; more is answered 431 by Node. */
  maxHeaderSize: 16 * 1024,
  /** From the first byte of a request to the last of its head. */
  headersTimeout: 15_000,
  /** From the first byte of a request to the last of its body. */
  requestTimeout: 30_000,
  /** How long an idle connection is kept. Longer than the pools of common clients, so that they give it up first. */
  keepAliveTimeout: 65_000,
  /** How often the two timeouts above are looked at. */
  connectionsCheckingInterval: 5_000,
} as const;

/** Connections at once; beyond it they are closed as they come. */
export const MAX_CONNECTIONS = 5_000;
