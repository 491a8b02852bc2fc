import { ERRORS, type ErrorCode } from '../domain/errors.ts';
import type { OperationId } from '../domain/operations.ts';
import type { Arrival } from '../engine/arrivals.ts';
import { explainRule, replacesTrueAnswer } from '../scenario/replies.ts';
import type { RequestRule, Scenario, TransportFault } from '../scenario/types.ts';
import { type Answer, failed, failure, success } from './answer.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const count = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined;
const digits = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;

/**
 * What scenarios may ask about a request; a body that did not parse tells nothing.
 * @param header the scenario that X-Sandbox-Scenario named
 */
export function arrivalOf(
  operation: OperationId,
  keyId: string,
  header: Scenario | null,
  query: Readonly<Record<string, string>>,
  body: unknown,
): Arrival {
  switch (operation) {
    case 'getQuote':
      return {
        operation,
        keyId,
        header,
        packageId: digits(query.package_id),
        energyAmount: digits(query.energy_amount),
      };
    case 'getOrderStatus':
      return {
        operation,
        keyId,
        header,
        orderId: digits(query.id),
        externalId: query.id ? undefined : query.external_id || undefined,
      };
    case 'createEstimate':
    case 'createOrder': {
      const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
      return {
        operation,
        keyId,
        header,
        externalId: text(fields.external_id),
        address: text(fields.address) ?? text(fields.recipient_address),
        packageId: count(fields.package_id),
        energyAmount: count(fields.energy_amount),
      };
    }
    case 'getBalance':
    case 'createOrdersBulk':
      return { operation, keyId, header };
  }
}

/** True where a rule has an answer of its own, or spoils the usual one; others only delay or add headers. */
export const replacesAnswer = (rule: RequestRule): boolean =>
  rule.fault !== undefined || (rule.reply !== undefined && replacesTrueAnswer(rule.reply));

/** What is cut off or dripped where nothing was carried out, so that there is no true answer. */
const UNTOLD: Readonly<Partial<Record<TransportFault, Answer>>> = {
  'truncated-json': success(202, { order_id: 1, external_id: null, status: 'processing', idempotent: false }),
};

const DEFAULT_CODES: Readonly<Record<number, ErrorCode>> = Object.fromEntries(
  (Object.keys(ERRORS) as ErrorCode[]).toReversed().map(code => [ERRORS[code].status, code]),
);

/** The answer that a rule gives in place of the usual one. */
export function scriptedAnswer(rule: RequestRule): Answer {
  const { reply, fault } = rule;
  const explain = explainRule(rule);
  if (fault) return { ...(UNTOLD[fault] ?? failed('SERVICE_UNAVAILABLE', '')), explain };
  const extra = reply?.headers ? { headers: reply.headers } : {};
  const status = reply?.status ?? (reply?.error ? ERRORS[reply.error].status : 200);
  if (reply?.body !== undefined) {
    const isText = typeof reply.body === 'string';
    return { status, body: isText ? (reply.body as string) : JSON.stringify(reply.body), explain, ...extra };
  }
  if (status < 400 && !reply?.error) return success(status, {}, { explain, ...extra });
  return failure(status, reply?.error ?? DEFAULT_CODES[status] ?? 'SERVICE_UNAVAILABLE', explain, extra);
}

/** The usual answer, or the rule's own, with the headers that the rule adds. */
export function withRule(answer: Answer, rule: RequestRule): Answer {
  const replaced =
    rule.commit && rule.reply && replacesAnswer(rule) && !rule.fault ? scriptedAnswer(rule) : answer;
  const headers = rule.reply?.headers;
  return {
    ...answer,
    status: replaced.status,
    body: replaced.body,
    explain: [answer.explain, explainRule(rule)].filter(Boolean).join('; '),
    ...(headers ? { headers: { ...answer.headers, ...headers } } : {}),
  };
}
