import type { IncomingMessage } from 'node:http';
import type { Scripted } from '../engine/arrivals.ts';
import type { Exchange } from '../runtime/journal.ts';
import type { RequestRule, Scenario } from '../scenario/types.ts';
import { type Answer, headersOf, type RateHeaders } from './answer.ts';
import { endingOf } from './faults.ts';
import type { Gate } from './gate.ts';
import type { Found } from './routes.ts';

/** What came to be known of a request before it was carried out. */
export interface Heard {
  readonly bytes: Buffer | null;
  /** Where the key's limit stands, if the body changed it. */
  readonly rate: RateHeaders | null;
  readonly scripted: Scripted | null;
}

/** An answer with the rule that had a say in it. */
export interface Outcome {
  readonly answer: Answer;
  readonly rule: RequestRule | null;
  readonly heard: Heard;
}

const NOTHING_HEARD: Heard = { bytes: null, rate: null, scripted: null };
const NOBODY: readonly Scenario[] = [];
const NO_ORDERS: readonly number[] = [];

/** An answer to a request that was not looked at. */
export const plain = (answer: Answer): Outcome => ({ answer, rule: null, heard: NOTHING_HEARD });

/** How long an answer is kept back, in milliseconds of real time. */
export const delayMsOf = ({ answer, rule }: Outcome): number =>
  Math.max(rule?.reply?.afterMs ?? 0, answer.delayMs ?? 0);

/** What the journal keeps of a request and its answer; its duration is not known yet. */
export function exchangeOf(
  request: IncomingMessage,
  found: Found,
  gate: Gate,
  { answer, rule, heard }: Outcome,
  id: string,
  atMs: number,
): Exchange {
  const seen = rule?.fault ? endingOf(rule.fault, answer) : answer;
  return {
    id,
    atMs,
    durationMs: 0,
    operation: found.kind === 'operation' ? found.route.id : null,
    method: request.method ?? '',
    url: request.url ?? '',
    ip: gate.ip,
    rawHeaders: request.rawHeaders,
    body: heard.bytes,
    status: seen.status,
    answer: seen.body,
    answerHeaders: headersOf(answer, heard.rate ?? gate.rate, id),
    explain: answer.explain,
    rule,
    fault: rule?.fault ?? null,
    facts: heard.scripted?.facts ?? null,
    asked: heard.scripted?.asked ?? NOBODY,
    orders: answer.orders ?? NO_ORDERS,
    mismatch: answer.mismatch ?? false,
    key: gate.key?.name ?? null,
  };
}
