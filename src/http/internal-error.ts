import type { ServerResponse } from 'node:http';
import { DEFAULT_SETTINGS } from '../domain/assumptions.ts';
import { failed, headersOf, write } from './api-response.ts';

/**
 * Responds to a request whose handling threw an unexpected error. The status is 503, because the specification lists no
 * 500. The error is written to stderr in full; the server keeps running.
 */
export function sendInternalError(response: ServerResponse, error: unknown): void {
  console.error('energy-rental-sandbox: internal error;', error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const limit = DEFAULT_SETTINGS.rate_limit_per_minute;
  const explain = `internal error of the sandbox, please report it: ${error}`;
  const apiResponse = failed('SERVICE_UNAVAILABLE', explain);
  write(
    response,
    apiResponse,
    headersOf(apiResponse, { limit, remaining: limit, retryAfterS: null }, 'fault'),
  );
}
