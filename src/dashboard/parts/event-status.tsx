import type { Schemas } from '../api.ts';
import { gaveUpText, untilText } from '../delivery-words.ts';
import { nowMs } from '../store/clock.ts';
import { EventPill, Pill } from './pill.tsx';

/** The state of an event in full: `gave up: 9 × 500, last at …`, `retrying, 5 of 9, in 2 min`. */
export function EventStatus({ event }: { event: Schemas['EventDetail'] }) {
  if (event.state === 'exhausted') return <Pill tone="bad" text={gaveUpText(event)} />;
  const next = event.next_attempt;
  if (!next) return <EventPill event={event} />;
  return (
    <EventPill event={event} detail={`${next.number} of ${next.of}, ${untilText(next.at, nowMs.value)}`} />
  );
}
