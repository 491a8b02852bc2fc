import { dayAndTime, timeOfDay } from '../format.ts';

/** An instant of the account's clock: the time of day, the whole of it on hovering. */
export function Instant({ at, whole = false }: { at: string | null; whole?: boolean }) {
  if (!at) return <span class="faint">–</span>;
  return (
    <time dateTime={at} title={`${dayAndTime(at)} UTC, ${at}`}>
      {whole ? dayAndTime(at) : timeOfDay(at)}
    </time>
  );
}
