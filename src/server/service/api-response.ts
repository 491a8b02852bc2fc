import type { ServerResponse } from 'node:http';
import { ERRORS, type ErrorCode, type Refusal } from '../../core/domain/error-codes.ts';
import { NO_REMARKS, type RequestRemark } from '../../core/facts.ts';

export interface ApiResponse {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The reason, for the journal and, on a non-2xx status, for X-Sandbox-Explain; empty for a plain success. */
  readonly explain: string;
  /** Probable mistakes of the client, even if the request succeeds: for the journal and X-Sandbox-Explain. */
  readonly remarks?: readonly RequestRemark[] | undefined;
  readonly orders?: readonly number[] | undefined;
}

const NO_EXTRA: Partial<ApiResponse> = {};

/** Copies field by field: spreading objects of different shapes is slow enough to show in the throughput. */
const createResponse = (
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
  remarks: extra.remarks,
});

export const success = (status: number, data: unknown, extra: Partial<ApiResponse> = NO_EXTRA): ApiResponse =>
  createResponse(status, JSON.stringify({ success: true, data }), extra.explain ?? '', extra);

/** An error response in the API's envelope (specification: Errors). */
export const failure = (
  status: number,
  error: string,
  explain: string,
  extra: Partial<ApiResponse> = NO_EXTRA,
): ApiResponse => createResponse(status, `{"success":false,"error":"${error}"}`, explain, extra);

export const refused = ({ error, explain }: Refusal, extra: Partial<ApiResponse> = NO_EXTRA): ApiResponse =>
  failure(ERRORS[error].status, error, explain, extra);

export const failed = (
  error: ErrorCode,
  explain: string,
  extra: Partial<ApiResponse> = NO_EXTRA,
): ApiResponse => failure(ERRORS[error].status, error, explain, extra);

const MAX_HEADER_LENGTH = 1_000;

/** Makes text safe for a header: one line of printable ASCII, with \u escapes for other characters, cut off if too long. */
export function headerText(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]/g, char =>
    char === '\n' ? ' ' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return plain.length <= MAX_HEADER_LENGTH ? plain : `${plain.slice(0, MAX_HEADER_LENGTH - 3)}...`;
}

const messageOf = ({ message }: RequestRemark): string => message;

/** The reason for a response together with the remarks on its request; empty for a plain success. */
export const explanationOf = ({ explain, remarks = NO_REMARKS }: ApiResponse): string =>
  remarks.length === 0 ? explain : [explain, ...remarks.map(messageOf)].filter(Boolean).join('; ');

/** The text of X-Sandbox-Explain: on a 2xx the remarks only. */
const shownExplanation = (apiResponse: ApiResponse): string =>
  apiResponse.status >= 200 && apiResponse.status <= 299
    ? (apiResponse.remarks ?? NO_REMARKS).map(messageOf).join('; ')
    : explanationOf(apiResponse);

/** The values of the rate limit headers, which every response has. */
export interface RateHeaders {
  readonly limit: number;
  readonly remaining: number;
  readonly retryAfterS: number | null;
}

/** Statuses whose responses have no body (RFC 9110). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

export const hasNoBody = (status: number): boolean => WITHOUT_BODY.has(status);

/** All headers of a response. A header that a scenario scripts replaces the sandbox's own. */
export function headersOf(
  apiResponse: ApiResponse,
  rate: RateHeaders,
  requestId: string,
): Record<string, string | number> {
  const headers: Record<string, string | number> = {
    'Content-Type': apiResponse.contentType ?? 'application/json',
    'Content-Length': Buffer.byteLength(apiResponse.body),
    'X-RateLimit-Limit': rate.limit,
    'X-RateLimit-Remaining': apiResponse.status === 429 ? 0 : rate.remaining,
    'X-Sandbox-Request-Id': requestId,
  };
  if (apiResponse.status === 429) headers['Retry-After'] = rate.retryAfterS ?? 1;
  else if (apiResponse.status === 401) headers['WWW-Authenticate'] = 'Bearer';
  else if (hasNoBody(apiResponse.status)) {
    delete headers['Content-Type'];
    delete headers['Content-Length'];
  }
  const explanation = shownExplanation(apiResponse);
  if (explanation) headers['X-Sandbox-Explain'] = headerText(explanation);
  return apiResponse.headers ? withScripted(headers, apiResponse.headers) : headers;
}

/** Compares header names without regard to case, so that no name is sent twice. */
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

export function write(
  response: ServerResponse,
  apiResponse: ApiResponse,
  headers: Record<string, string | number>,
): void {
  response.writeHead(apiResponse.status, headers);
  response.end(apiResponse.body);
}
