import type { Schemas } from '../api.ts';
import { dayAndTime, span, timeOfDay } from '../format.ts';
import { nowMs } from '../store/clock.ts';
import { EventPill, Pill } from './pill.tsx';

type Event = Schemas['EventDetail'];

/** The failed attempts of an event, counted by their answers: `9 × 500`, or `7 × 500, 2 × timeout`. */
function failuresText(deliveries: readonly Schemas['Delivery'][]): string {
  const counts = new Map<string | number, number>();
  for (const { kind, outcome, answer } of deliveries) {
    if (kind !== 'attempt' || outcome === 'acknowledged') continue;
    const result = answer?.status ?? outcome;
    counts.set(result, (counts.get(result) ?? 0) + 1);
  }
  return [...counts].map(([result, times]) => `${times} × ${result}`).join(', ');
}

/** The time of the last attempt of the retry schedule; null if there was none. */
const lastAttemptAt = (event: Event): string | null =>
  event.deliveries.findLast(({ kind }) => kind === 'attempt')?.at ?? null;

/** The time until an instant: `in 2 min`; `now` if the instant has passed. */
function untilText(at: string, now: number | null): string {
  if (now === null) return `at ${timeOfDay(at)}`;
  const leftMs = Date.parse(at) - now;
  return leftMs <= 0 ? 'now' : `in ${span(Math.max(leftMs, 1_000))}`;
}

/** The time until an instant on the account's clock. */
export const Due = ({ at }: { at: string }) => (
  <time dateTime={at} title={`${dayAndTime(at)} UTC`}>
    {untilText(at, nowMs.value)}
  </time>
);

/** The state of an event in full: `gave up: 9 × 500, last at …`, `retrying, 5 of 9, in 2 min`. */
export function EventStatus({ event }: { event: Event }) {
  if (event.state === 'exhausted') {
    const last = lastAttemptAt(event);
    const failures = failuresText(event.deliveries);
    const text = `gave up${failures && `: ${failures}`}${last ? `, last at ${timeOfDay(last)}` : ''}`;
    return <Pill tone="bad" text={text} />;
  }
  const next = event.next_attempt;
  if (!next) return <EventPill event={event} />;
  return (
    <EventPill event={event} detail={`${next.number} of ${next.of}, ${untilText(next.at, nowMs.value)}`} />
  );
}
