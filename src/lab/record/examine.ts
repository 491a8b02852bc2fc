import type { Contract, ContractOperation, Violation } from '../../contract/types.ts';
import { isObject } from '../../core/domain/json.ts';
import { explainSignature } from '../../core/webhook/signature.ts';
import type { RecordedSignature } from '../har/har-entry.ts';
import type { Problem } from './disagreements.ts';
import { contentOf, jsonOf, type RawExchange, type SentRequest, valuesOf } from './exchange.ts';

export interface Examined {
  /** The operationId; null if the description has no such operation. */
  readonly operation: string | null;
  readonly problems: readonly Problem[];
  /** For webhooks only. */
  readonly signature?: RecordedSignature;
}

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

function violationsOf({ request }: RawExchange, operation: ContractOperation): readonly Violation[] {
  const question = request.target.indexOf('?');
  const query = Object.fromEntries(
    new URLSearchParams(question === -1 ? '' : request.target.slice(question + 1)),
  );
  if (request.body.total === 0) return operation.check({ query, body: undefined });
  const parsed = jsonOf(request);
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
function examineRequest(exchange: RawExchange, operation: ContractOperation): Problem[] {
  const { request, response, outcome } = exchange;
  if (!response || outcome.kind !== 'complete' || request.body.dropped > 0) return [];
  const { status } = response;
  if (BEFORE_THE_REQUEST.has(status) || status >= 500) return [];
  const violations = violationsOf(exchange, operation);
  if (violations.length === 0) return [];
  if (contentOf(response) === null) return [];
  const body = jsonOf(response);
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

const DOCUMENTED = /^sha256=[0-9a-f]{64}$/;

/** Checks a webhook's signature over the exact bytes that were sent. */
function readSignature(
  { request: { headers, body } }: RawExchange,
  secret: string | undefined,
): RecordedSignature {
  const header = valuesOf(headers, 'x-webhook-signature')[0] ?? null;
  const form = header === null ? 'missing' : DOCUMENTED.test(header) ? 'documented' : 'other';
  if (secret === undefined || body.dropped > 0) return { verified: null, form, flaw: null };
  const verdict = explainSignature({ body: body.bytes, header, secret });
  return { verified: verdict.valid, form, flaw: verdict.valid ? null : verdict.why };
}

/** Headers that repeat a field of the body. */
const REPEATED: readonly (readonly [string, string])[] = [
  ['X-Webhook-Event', 'event'],
  ['X-Webhook-Id', 'event_id'],
];

function headerProblems({ method, headers }: SentRequest, body: Readonly<Record<string, unknown>>): string[] {
  const repeated = REPEATED.flatMap(([name, field]) => {
    const value = valuesOf(headers, name.toLowerCase())[0];
    if (value === undefined) return [`the header ${name} is missing`];
    return value === body[field] ? [] : [`the header ${name} differs from body.${field}`];
  });
  return method === 'POST' ? repeated : [`the method is ${method} instead of POST`, ...repeated];
}

function signatureProblem({ form, verified, flaw }: RecordedSignature): string | null {
  if (form === 'missing') return 'the header X-Webhook-Signature is missing';
  if (verified === false) return `the signature does not verify with the webhook secret (${flaw})`;
  return form === 'other' ? 'X-Webhook-Signature is not sha256= and 64 lowercase hexadecimal digits' : null;
}

/** Compares a webhook with the description. How the receiver answered does not matter. */
function examineEvent({ request }: RawExchange, contract: Contract, signature: RecordedSignature): Problem[] {
  const flaw = signatureProblem(signature);
  const signed: Problem[] =
    flaw === null ? [] : [{ rule: 'signature-differs', subject: 'webhook', message: flaw }];
  if (request.body.dropped > 0) return signed;
  const parsed = jsonOf(request);
  const differs = (message: string): Problem => {
    const event =
      isObject(parsed) && typeof parsed.event === 'string' ? parsed.event.slice(0, 60) : 'webhook';
    return { rule: 'event-differs', subject: event, message };
  };
  if (!isObject(parsed)) return [...signed, differs('the body is not a JSON object')];
  return [...signed, ...[...headerProblems(request, parsed), ...contract.validateEvent(parsed)].map(differs)];
}

async function responseProblems(
  { response, outcome }: RawExchange,
  operation: string,
  contract: Contract,
): Promise<Problem[]> {
  if (!response || outcome.kind !== 'complete' || response.body.dropped > 0) return [];
  const { status, headers } = response;
  const subject = `${operation} ${status}`;
  const named = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  if (contentOf(response) === null) {
    const message = `the body cannot be decompressed (Content-Encoding: ${named['content-encoding']})`;
    return [{ rule: 'response-differs', subject, message }];
  }
  const body = jsonOf(response);
  if (body === undefined) return [{ rule: 'response-differs', subject, message: 'the body is not JSON' }];
  const messages = await contract.validateResponse(operation, status, named, body);
  return messages.map(message => ({ rule: 'response-differs', subject, message }));
}

/** A request for something that the description does not have, and that the service has nevertheless. */
function undescribed({ request: { method }, response }: RawExchange, path: string): Problem[] {
  const status = response?.status ?? 0;
  if (status < 100 || status === 404 || status === 405 || status >= 500) return [];
  const message = `the description has no ${method} ${path}, but the service answered it`;
  return [{ rule: 'undescribed-path', subject: `${method} ${path} ${status}`, message }];
}

/** The path of a request's target, without the query. */
export const pathOf = (target: string): string =>
  target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '') || '/';

/**
 * Compares an exchange with the description.
 * @param secret of webhooks; undefined if it is not known
 */
export async function examine(
  exchange: RawExchange,
  contract: Contract,
  secret: string | undefined,
): Promise<Examined> {
  if (exchange.direction === 'webhook') {
    const signature = readSignature(exchange, secret);
    return { operation: null, signature, problems: examineEvent(exchange, contract, signature) };
  }
  const { method, target } = exchange.request;
  const path = pathOf(target);
  const operation = contract.operations.find(one => one.method === method && one.path === path);
  if (!operation) return { operation: null, problems: undescribed(exchange, path) };
  const problems = [
    ...examineRequest(exchange, operation),
    ...(await responseProblems(exchange, operation.id, contract)),
  ];
  return { operation: operation.id, problems };
}
