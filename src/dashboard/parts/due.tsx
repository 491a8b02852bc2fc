import { dayAndTime, span, timeOfDay } from '../format.ts';
import { nowMs } from '../store/clock.ts';

/** The time until an instant on the account's clock. */
export function Due({ at }: { at: string }) {
  const leftMs = nowMs.value === null ? null : Date.parse(at) - nowMs.value;
  return (
    <time dateTime={at} title={`${dayAndTime(at)} UTC`}>
      {leftMs === null ? timeOfDay(at) : leftMs <= 0 ? 'now' : `in ${span(Math.max(leftMs, 1_000))}`}
    </time>
  );
}
