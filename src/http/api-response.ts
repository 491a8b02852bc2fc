import type { ServerResponse } from 'node:http';
import { ERRORS, type ErrorCode, type Refusal } from '../domain/errors.ts';

/** What the API answers: JSON text with its status, and why. */
export interface ApiResponse {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For the journal, and on non-2xx for X-Sandbox-Explain; empty for a plain success. */
  readonly explain: string;
  /** Orders that it concerns. */
  readonly orders?: readonly number[] | undefined;
  /** True where it made an order: only then a rule with `commit` spoils a creating request's answer. */
  readonly created?: boolean | undefined;
  readonly mismatch?: boolean | undefined;
  /** Real time that it is kept back, beyond what the request's own rule wants. */
  readonly delayMs?: number | undefined;
  /** Deliveries that must be answered before it leaves. */
  readonly beforeResponse?: Promise<unknown> | null | undefined;
}

const NOTHING_MORE: Partial<ApiResponse> = {};

/** Field by field: a spread of answers that differ in what they have costs more than all the rest. */
const answerOf = (
  status: number,
  body: string,
  explain: string,
  extra: Partial<ApiResponse>,
): ApiResponse => ({
  status,
  body,
  explain,
  contentType: extra.contentType,
  headers: extra.headers,
  orders: extra.orders,
  created: extra.created,
  mismatch: extra.mismatch,
  delayMs: extra.delayMs,
  beforeResponse: extra.beforeResponse,
});

/** A success in the API's envelope. */
export const success = (
  status: number,
  data: unknown,
  extra: Partial<ApiResponse> = NOTHING_MORE,
): ApiResponse => answerOf(status, JSON.stringify({ success: true, data }), extra.explain ?? '', extra);

/** An error in the API's envelope (specification: Errors). */
export const failure = (
  status: number,
  error: string,
  explain: string,
  extra: Partial<ApiResponse> = NOTHING_MORE,
): ApiResponse => answerOf(status, `{"success":false,"error":"${error}"}`, explain, extra);

/** A refusal of the core with the status that belongs to its code. */
export const refused = (
  { error, explain }: Refusal,
  extra: Partial<ApiResponse> = NOTHING_MORE,
): ApiResponse => failure(ERRORS[error].status, error, explain, extra);

/** A code with its own status. */
export const failed = (
  error: ErrorCode,
  explain: string,
  extra: Partial<ApiResponse> = NOTHING_MORE,
): ApiResponse => failure(ERRORS[error].status, error, explain, extra);

const MAX_HEADER_LENGTH = 1_000;

/** A text that fits a header: one line of printable ASCII, other characters as \u escapes, cut at a length. */
export function headerText(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]/g, char =>
    char === '\n' ? ' ' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return plain.length <= MAX_HEADER_LENGTH ? plain : `${plain.slice(0, MAX_HEADER_LENGTH - 3)}...`;
}

/** The headers that every answer of the API carries. */
export interface RateHeaders {
  readonly limit: number;
  readonly remaining: number;
  readonly retryAfterS: number | null;
}

/** All headers of an answer. A scripted one wins over those that belong to every answer. */
export function headersOf(
  answer: ApiResponse,
  rate: RateHeaders,
  requestId: string,
): Record<string, string | number> {
  const headers: Record<string, string | number> = {
    'Content-Type': answer.contentType ?? 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(answer.body),
    'X-RateLimit-Limit': rate.limit,
    'X-RateLimit-Remaining': answer.status === 429 ? 0 : rate.remaining,
    'X-Sandbox-Request-Id': requestId,
  };
  if (answer.status === 429) headers['Retry-After'] = rate.retryAfterS ?? 1;
  if (answer.explain && (answer.status < 200 || answer.status > 299)) {
    headers['X-Sandbox-Explain'] = headerText(answer.explain);
  }
  return answer.headers ? withScripted(headers, answer.headers) : headers;
}

/** Header names differ in case between files and code, and one name must not go out twice. */
function withScripted(
  headers: Record<string, string | number>,
  scripted: Readonly<Record<string, string>>,
): Record<string, string | number> {
  for (const [name, value] of Object.entries(scripted)) {
    const known = Object.keys(headers).find(one => one.toLowerCase() === name.toLowerCase());
    if (known) delete headers[known];
    headers[name] = value;
  }
  return headers;
}

/** Writes a whole answer. */
export function write(
  response: ServerResponse,
  answer: ApiResponse,
  headers: Record<string, string | number>,
): void {
  response.writeHead(answer.status, headers);
  response.end(answer.body);
}
