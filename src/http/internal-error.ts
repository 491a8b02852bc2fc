import type { ServerResponse } from 'node:http';
import { failed, headersOf, type RateHeaders, write } from './api-response.ts';

/**
 * Responds to a request whose handling threw an unexpected error. The status is 503, because the specification lists no
 * 500. The error is written to stderr in full; the server keeps running.
 * @param rate the rate limit headers; the request's key may not be known yet
 */
export function sendInternalError(response: ServerResponse, error: unknown, rate: RateHeaders): void {
  console.error('energy-rental-sandbox: internal error;', error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const explain = `internal error of the sandbox, please report it: ${error}`;
  const apiResponse = failed('SERVICE_UNAVAILABLE', explain);
  write(response, apiResponse, headersOf(apiResponse, rate, 'fault'));
}
