import { ERROR_STATUS, type ErrorCode } from '../domain/errors.ts';
import type { OperationId } from '../domain/operations.ts';
import type { Arrival } from '../engine/arrivals.ts';
import { explainRule, replacesTrueAnswer } from '../scenario/replies.ts';
import type { RequestRule, TransportFault } from '../scenario/types.ts';
import { type Answer, failed, failure, success } from './answer.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const count = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined;
const digits = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;

type Subject = Omit<Arrival, 'operation' | 'keyId' | 'header'>;

const known = (subject: { [Field in keyof Subject]: Subject[Field] | undefined }): Subject =>
  Object.fromEntries(Object.entries(subject).filter(([, value]) => value !== undefined));

/** What scenarios may ask about a request; a body that did not parse tells nothing. */
export function subjectOf(
  operation: OperationId,
  query: Readonly<Record<string, string>>,
  body: unknown,
): Subject {
  switch (operation) {
    case 'getQuote':
      return known({ packageId: digits(query.package_id), energyAmount: digits(query.energy_amount) });
    case 'getOrderStatus':
      return known({
        orderId: digits(query.id),
        externalId: query.id ? undefined : query.external_id || undefined,
      });
    case 'createEstimate':
    case 'createOrder': {
      if (typeof body !== 'object' || body === null) return {};
      const fields = body as Record<string, unknown>;
      return known({
        externalId: text(fields.external_id),
        address: text(fields.address) ?? text(fields.recipient_address),
        packageId: count(fields.package_id),
        energyAmount: count(fields.energy_amount),
      });
    }
    case 'getBalance':
    case 'createOrdersBulk':
      return {};
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
  (Object.keys(ERROR_STATUS) as ErrorCode[]).toReversed().map(code => [ERROR_STATUS[code], code]),
);

/** The answer that a rule gives in place of the usual one. */
export function scriptedAnswer(rule: RequestRule): Answer {
  const { reply, fault } = rule;
  const explain = explainRule(rule);
  if (fault) return { ...(UNTOLD[fault] ?? failed('SERVICE_UNAVAILABLE', '')), explain };
  const extra = reply?.headers ? { headers: reply.headers } : {};
  const status = reply?.status ?? (reply?.error ? ERROR_STATUS[reply.error] : 200);
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
