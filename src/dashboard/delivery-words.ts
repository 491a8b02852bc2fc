import type { components } from '../contract/control-v1.generated.ts';
import { span, timeOfDay } from './format.ts';

type Schemas = components['schemas'];
type Event = Schemas['EventDetail'];
type Delivery = Schemas['Delivery'];

/** The answer of a receiver: `500`, or why there was no response. */
const answerText = ({ answer, outcome }: Pick<Delivery, 'answer' | 'outcome'>): string =>
  answer ? `${answer.status}` : outcome;

/** The failed attempts of an event, counted by their answers: `9 × 500`, or `7 × 500, 2 × timeout`. */
export function failuresText(deliveries: readonly Delivery[]): string {
  const counts = new Map<string, number>();
  for (const delivery of deliveries) {
    if (delivery.kind !== 'attempt' || delivery.outcome === 'acknowledged') continue;
    const answer = answerText(delivery);
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  return [...counts].map(([answer, times]) => `${times} × ${answer}`).join(', ');
}

/** The time of the last attempt of the retry schedule; null if there was none. */
export const lastAttemptAt = (event: Event): string | null =>
  event.deliveries.findLast(({ kind }) => kind === 'attempt')?.at ?? null;

/** `gave up: 9 × 500, last at 04:52:56`. */
export function gaveUpText(event: Event): string {
  const last = lastAttemptAt(event);
  const failures = failuresText(event.deliveries);
  return ['gave up', failures && `: ${failures}`, last && `, last at ${timeOfDay(last)}`]
    .filter(Boolean)
    .join('');
}

/** The time until an instant: `in 2 min`; `now` if the instant has passed. */
export function untilText(at: string, nowMs: number | null): string {
  if (nowMs === null) return `at ${timeOfDay(at)}`;
  const leftMs = Date.parse(at) - nowMs;
  return leftMs <= 0 ? 'now' : `in ${span(Math.max(leftMs, 1_000))}`;
}

/** The result of a resend. */
export interface ResendResult {
  readonly text: string;
  /** The receiver did not do what it should: acknowledge genuine webhooks, and refuse forged ones with a 4xx. */
  readonly isBad: boolean;
}

/** Describes the result of a resend. */
export function resendResult(delivery: Delivery): ResendResult {
  const { event, outcome, answer, error, corruption } = delivery;
  const response = answer ? `the receiver responded with ${answer.status}` : `${outcome}: ${error ?? ''}`;
  const how = corruption ? ` with ${corruption.name}` : '';
  const isAcknowledged = outcome === 'acknowledged';
  if (corruption && !corruption.verifies) {
    const isRefused = answer !== null && answer.status >= 400 && answer.status < 500;
    if (isRefused)
      return { text: `${event} resent${how}: refused with ${answer.status}, as it should be.`, isBad: false };
    const verdict = isAcknowledged
      ? 'It must refuse forged webhooks.'
      : 'It should refuse it with a 4xx status.';
    return { text: `${event} resent${how}: ${response}. ${verdict}`, isBad: true };
  }
  if (isAcknowledged)
    return { text: `${event} resent${how}: acknowledged with ${answer?.status}.`, isBad: false };
  return { text: `${event} resent${how}, but not acknowledged: ${response}.`, isBad: true };
}
