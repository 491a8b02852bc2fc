import type { ServerResponse } from 'node:http';
import { DEFAULT_SETTINGS } from '../domain/assumptions.ts';
import { failed, headersOf, write } from './api-response.ts';

/**
 * Answers a request that tripped over a fault of the sandbox itself: with the one listed code that tells a client to
 * try again, since 500 is none. The fault goes to stderr in full; the server and its other accounts go on.
 */
export function answerInternalError(response: ServerResponse, fault: unknown): void {
  console.error('energy-rental-sandbox: internal error;', fault);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const limit = DEFAULT_SETTINGS.rate_limit_per_minute;
  const explain = `internal error of the sandbox, please report it: ${fault}`;
  const answer = failed('SERVICE_UNAVAILABLE', explain);
  write(response, answer, headersOf(answer, { limit, remaining: limit, retryAfterS: null }, 'fault'));
}
