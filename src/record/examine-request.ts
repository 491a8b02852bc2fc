import type { ContractOperation, Violation } from '../contract/types.ts';
import { contentOf } from './body-text.ts';
import type { Problem } from './disagreement-rules.ts';
import { isObject, parseJson } from './parse-json.ts';
import type { RawExchange } from './raw-exchange.ts';

/** Refusals that depend on more than the request: key, balance, catalogue, load. They can precede any other. */
const BEFORE_THE_REQUEST = new Set([401, 402, 403, 404, 405, 413, 429]);

/** What the service said: the status and the error code. */
interface Verdict {
  readonly status: number;
  readonly error: string | null;
}

const textOf = ({ status, error }: Verdict): string =>
  error === null ? String(status) : `${status} ${error}`;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The order that a repeated external_id returns, whatever else the request contains. */
const isReplay = (body: unknown): boolean =>
  isObject(body) && isObject(body.data) && body.data.idempotent === true;

const errorOf = (body: unknown): string | null =>
  isObject(body) && typeof body.error === 'string' ? body.error : null;

const INVALID_JSON: Violation = {
  status: 400,
  error: 'INVALID_JSON',
  path: 'body',
  message: 'the body is not valid JSON',
};

function violationsOf(
  { request: { head, body } }: RawExchange,
  operation: ContractOperation,
): readonly Violation[] {
  const question = head.target.indexOf('?');
  const query = Object.fromEntries(
    new URLSearchParams(question === -1 ? '' : head.target.slice(question + 1)),
  );
  if (body.total === 0) return operation.check({ query, body: undefined });
  const content = contentOf(body, head.headers);
  const parsed = content === null ? undefined : parseJson(content);
  return parsed === undefined ? [INVALID_JSON] : operation.check({ query, body: parsed });
}

/** The result of an item of a bulk request; null if it was accepted. Undefined if the response has none. */
function itemVerdict(body: unknown, index: number): string | null | undefined {
  const results = isObject(body) && isObject(body.data) ? body.data.results : undefined;
  const result: unknown = Array.isArray(results) ? results[index] : undefined;
  if (!isObject(result)) return undefined;
  return result.status === 'accepted' ? null : typeof result.error === 'string' ? result.error : undefined;
}

function itemProblems(violations: readonly Violation[], body: unknown, subject: string): Problem[] {
  const byItem = new Map<number, Violation[]>();
  for (const violation of violations) {
    if (violation.item === undefined) continue;
    byItem.set(violation.item, [...(byItem.get(violation.item) ?? []), violation]);
  }
  return [...byItem].flatMap(([index, found]) => {
    const error = itemVerdict(body, index);
    const [first] = found;
    if (!first || error === undefined || found.some(one => one.error === error)) return [];
    const path = first.path.replaceAll(/\[\d+\]/g, '[]');
    const given = error === null ? 'an item was accepted' : `an item failed with ${error}`;
    return [
      {
        rule: 'verdict-differs',
        subject,
        message: `${given}; by the description it fails with ${first.error} (${path})`,
      },
    ];
  });
}

/**
 * Compares what the service decided about a request with the description. A request that violates the description should
 * be refused, with the error of one of its violations; about a request that violates nothing the description says
 * nothing more.
 */
export function examineRequest(exchange: RawExchange, operation: ContractOperation): Problem[] {
  const { request, response, outcome } = exchange;
  if (!response || outcome.kind !== 'complete' || request.body.dropped > 0) return [];
  const { status, headers } = response.head;
  if (BEFORE_THE_REQUEST.has(status) || status >= 500) return [];
  const violations = violationsOf(exchange, operation);
  if (violations.length === 0) return [];
  const content = contentOf(response.body, headers);
  if (content === null) return [];
  const body = parseJson(content);
  const subject = `${operation.id} ${status}`;
  const whole = violations.filter(({ item }) => item === undefined);
  const [first] = whole;
  if (!first) return itemProblems(violations, body, subject);
  const verdict: Verdict = { status, error: errorOf(body) };
  if (isReplay(body) || whole.some(one => one.status === status && one.error === verdict.error)) return [];
  const given = isSuccess(status) ? 'accepted' : `refused with ${textOf(verdict)}`;
  const message = `${given}; by the description it is refused with ${textOf(first)} (${first.path})`;
  return [{ rule: 'verdict-differs', subject, message }];
}
