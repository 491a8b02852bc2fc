/**
 * Limits of a connection. They tolerate an idle client in a test suite, and keep a hostile client from exhausting the
 * server. Times are in milliseconds. Documented in docs/limits.md.
 */
export const CONNECTION_LIMITS = {
  /** Request line and headers together, in bytes; client-error.ts responds to more with 413 REQUEST_TOO_LARGE. */
  maxHeaderSize: 16 * 1024,
  /** Time from the first byte of a request to the end of its body, headers included. */
  requestTimeout: 30_000,
  /** How long an idle connection stays open: longer than in the pools of common clients, so that they close it first. */
  keepAliveTimeout: 65_000,
  /** How often requestTimeout is checked. */
  connectionsCheckingInterval: 5_000,
} as const;

/** Maximum number of open connections; further ones are closed immediately. */
export const MAX_CONNECTIONS = 5_000;
