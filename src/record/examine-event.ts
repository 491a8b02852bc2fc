import { eventProblems } from '../contract/event-problems.ts';
import type { Contract } from '../contract/types.ts';
import type { RecordedSignature } from '../har/recorded-fields.ts';
import { contentOf } from './body-text.ts';
import type { Problem } from './disagreement-rules.ts';
import { valuesOf } from './message-head.ts';
import { isObject, parseJson } from './parse-json.ts';
import type { RawExchange } from './raw-exchange.ts';

/** Headers that repeat a field of the body. */
const REPEATED: readonly (readonly [string, string])[] = [
  ['X-Webhook-Event', 'event'],
  ['X-Webhook-Id', 'event_id'],
];

function headerProblems(
  { request: { head } }: RawExchange,
  body: Readonly<Record<string, unknown>>,
): string[] {
  const repeated = REPEATED.flatMap(([name, field]) => {
    const value = valuesOf(head.headers, name.toLowerCase())[0];
    if (value === undefined) return [`the header ${name} is missing`];
    return value === body[field] ? [] : [`the header ${name} differs from body.${field}`];
  });
  return head.method === 'POST' ? repeated : [`the method is ${head.method} instead of POST`, ...repeated];
}

function signatureProblem({ form, verified, flaw }: RecordedSignature): string | null {
  if (form === 'missing') return 'the header X-Webhook-Signature is missing';
  if (verified === false) return `the signature does not verify with the webhook secret (${flaw})`;
  return form === 'other' ? 'X-Webhook-Signature is not sha256= and 64 lowercase hexadecimal digits' : null;
}

/** Compares a webhook with the description. How the receiver answered does not matter. */
export function examineEvent(
  exchange: RawExchange,
  contract: Contract,
  signature: RecordedSignature,
): Problem[] {
  const { head, body } = exchange.request;
  const flaw = signatureProblem(signature);
  const signed: Problem[] =
    flaw === null ? [] : [{ rule: 'signature-differs', subject: 'webhook', message: flaw }];
  if (body.dropped > 0) return signed;
  const content = contentOf(body, head.headers);
  const parsed = content === null ? undefined : parseJson(content);
  const differs = (message: string): Problem => {
    const event =
      isObject(parsed) && typeof parsed.event === 'string' ? parsed.event.slice(0, 60) : 'webhook';
    return { rule: 'event-differs', subject: event, message };
  };
  if (!isObject(parsed)) return [...signed, differs('the body is not a JSON object')];
  return [
    ...signed,
    ...[...headerProblems(exchange, parsed), ...eventProblems(contract, parsed)].map(differs),
  ];
}
