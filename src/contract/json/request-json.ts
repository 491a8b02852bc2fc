import { MAX_EXTERNAL_ID } from '../../core/domain/seeded-values.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { ControlCall, Exchange } from '../../core/facts.ts';
import type { Schemas } from '../control-v1.generated.ts';
import { parseJson } from './parse-json.ts';
import { redactHeader, redactHeaders, redactUrls } from './redaction.ts';

/** The value of a request header, or undefined. The name is case-insensitive. */
export function headerOf({ rawHeaders }: Pick<Exchange, 'rawHeaders'>, name: string): string | undefined {
  const at = rawHeaders.findIndex(
    (one, index) => index % 2 === 0 && one.toLowerCase() === name.toLowerCase(),
  );
  return at < 0 ? undefined : rawHeaders[at + 1];
}

/** The parsed JSON; null if the text is not valid JSON, or nested so deeply that it could not be written again. */
export function jsonOf(text: string | null): unknown {
  const parsed = parseJson(Buffer.from(text ?? ''));
  return 'value' in parsed ? parsed.value : null;
}

function headersData({ rawHeaders }: Exchange): Schemas['Header'][] {
  const headers: Schemas['Header'][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    const value = rawHeaders[index + 1]!;
    headers.push({ name, value: redactHeader(name, value) });
  }
  return headers;
}

/** The error code of the response, or null. */
export function errorOf({ answer }: Exchange): string | null {
  const json = answer.startsWith('{"success":false') ? jsonOf(answer) : null;
  const error = (json as { error?: unknown } | null)?.error;
  return typeof error === 'string' ? error : null;
}

const MAX_EXTERNAL_IDS = 5;

/** The external_ids of a request that are not too long to be valid, and of the orders that it made or read. */
export function externalIdsOf({ request, made, shown }: Exchange, most = MAX_EXTERNAL_IDS): string[] {
  const orders = shown ? [...made, shown.order] : made;
  const fields = request ? [request.fields, ...request.items] : [];
  const ids = new Set<string>();
  for (const { externalId } of [...fields, ...orders]) {
    if (externalId !== null && externalId.length <= MAX_EXTERNAL_ID) ids.add(externalId);
    if (ids.size === most) break;
  }
  return [...ids];
}

/** A request, without headers and bodies. */
export function requestSummary(exchange: Exchange): Schemas['RequestSummary'] {
  const { rule } = exchange;
  return {
    id: exchange.id,
    at: isoTime(exchange.atMs),
    operation: exchange.operation,
    method: exchange.method,
    url: redactUrls(exchange.url),
    status: exchange.status,
    error: errorOf(exchange),
    key: exchange.key,
    by_dashboard: exchange.byDashboard,
    external_ids: externalIdsOf(exchange),
    orders: [...exchange.orders],
    explanation: redactUrls(exchange.explain),
    rule: rule && { id: rule.id, source: rule.source },
    fault: exchange.fault,
    violations: exchange.remarks.map(({ message }) => message),
    duration_ms: Math.round(exchange.durationMs * 1_000) / 1_000,
    answered_at: isoTime(exchange.answeredAtMs),
    end: exchange.end,
  };
}

/** A request with its headers, bodies and response. */
export function requestDetail(exchange: Exchange, nearMisses: string[]): Schemas['RequestDetail'] {
  const body = exchange.body?.toString('utf8') ?? null;
  return {
    ...requestSummary(exchange),
    ip: exchange.ip,
    headers: headersData(exchange),
    body,
    json: jsonOf(body),
    answer: {
      headers: redactHeaders(exchange.answerHeaders) as Record<string, never>,
      body: exchange.answer,
      json: jsonOf(exchange.answer),
    },
    near_misses: nearMisses,
  };
}

export const requestFlash = (exchange: Exchange) => ({
  ...requestSummary(exchange),
  external_ids: externalIdsOf(exchange, Number.POSITIVE_INFINITY),
  kind: 'request' as const,
});

const MAX_REQUEST_ID = 128;
/** https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The headers with which a caller relates a request to its own logs, as far as it has them. A longer X-Request-Id is cut
 * off, and characters other than printable ASCII become `?`; an invalid traceparent is left out.
 */
function callerIds(request: Pick<Exchange, 'rawHeaders'>) {
  const id = headerOf(request, 'x-request-id')?.replace(/[^\x20-\x7e]/g, '?');
  const traceparent = headerOf(request, 'traceparent') ?? '';
  return {
    ...(id && { x_request_id: id.length > MAX_REQUEST_ID ? `${id.slice(0, MAX_REQUEST_ID)}…` : id }),
    ...(TRACEPARENT.test(traceparent) && { traceparent }),
  };
}

export const requestLogData = (exchange: Exchange) => ({ ...requestFlash(exchange), ...callerIds(exchange) });

export const controlCallData = ({ request, ...call }: ControlCall) => ({
  kind: 'control',
  method: request.method,
  url: redactUrls(request.originalUrl),
  ...call,
  ...callerIds(request),
});
