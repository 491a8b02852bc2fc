import type { Contract } from '../contract/types.ts';
import type { RecordedSignature } from '../har/recorded-fields.ts';
import { explainSignature } from '../webhooks/signature.ts';
import { contentOf } from './body-text.ts';
import type { Problem } from './disagreement-rules.ts';
import { examineEvent } from './examine-event.ts';
import { examineRequest } from './examine-request.ts';
import { valuesOf } from './message-head.ts';
import { parseJson } from './parse-json.ts';
import type { RawExchange } from './raw-exchange.ts';

export interface Examined {
  /** The operationId; null if the description has no such operation. */
  readonly operation: string | null;
  readonly problems: readonly Problem[];
  /** For webhooks only. */
  readonly signature?: RecordedSignature;
}

const DOCUMENTED = /^sha256=[0-9a-f]{64}$/;

/** Checks a webhook's signature over the exact bytes that were sent. */
function readSignature(
  { request: { head, body } }: RawExchange,
  secret: string | undefined,
): RecordedSignature {
  const header = valuesOf(head.headers, 'x-webhook-signature')[0] ?? null;
  const form = header === null ? 'missing' : DOCUMENTED.test(header) ? 'documented' : 'other';
  if (secret === undefined || body.dropped > 0) return { verified: null, form, flaw: null };
  const verdict = explainSignature({ body: body.bytes, header, secret });
  return { verified: verdict.valid, form, flaw: verdict.valid ? null : verdict.why };
}

async function responseProblems(
  { response, outcome }: RawExchange,
  operation: string,
  contract: Contract,
): Promise<Problem[]> {
  if (!response || outcome.kind !== 'complete' || response.body.dropped > 0) return [];
  const { status, headers } = response.head;
  const subject = `${operation} ${status}`;
  const named = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const content = contentOf(response.body, headers);
  if (content === null) {
    const message = `the body cannot be decompressed (Content-Encoding: ${named['content-encoding']})`;
    return [{ rule: 'response-differs', subject, message }];
  }
  const body = parseJson(content);
  if (body === undefined) return [{ rule: 'response-differs', subject, message: 'the body is not JSON' }];
  const messages = await contract.validateResponse(operation, status, named, body);
  return messages.map(message => ({ rule: 'response-differs', subject, message }));
}

/** A request for something that the description does not have, and that the service has nevertheless. */
function undescribed({ request: { head }, response }: RawExchange, path: string): Problem[] {
  const status = response?.head.status ?? 0;
  if (status < 100 || status === 404 || status === 405 || status >= 500) return [];
  const message = `the description has no ${head.method} ${path}, but the service answered it`;
  return [{ rule: 'undescribed-path', subject: `${head.method} ${path} ${status}`, message }];
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
  const { method, target } = exchange.request.head;
  const path = pathOf(target);
  const operation = contract.operations.find(one => one.method === method && one.path === path);
  if (!operation) return { operation: null, problems: undescribed(exchange, path) };
  const problems = [
    ...examineRequest(exchange, operation),
    ...(await responseProblems(exchange, operation.id, contract)),
  ];
  return { operation: operation.id, problems };
}
