import { dayAndTime, timeOfDay } from '../format.ts';

/** An instant on the account's clock: the time of day, with the full timestamp as a tooltip. */
export function Instant({ at, whole = false }: { at: string | null; whole?: boolean }) {
  if (!at) return <span class="faint">–</span>;
  return (
    <time dateTime={at} title={`${dayAndTime(at)} UTC, ${at}`}>
      {whole ? dayAndTime(at) : timeOfDay(at)}
    </time>
  );
}

/** Text in which backticks enclose code. */
export const Prose = ({ text }: { text: string }) => (
  <>
    {text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
  </>
);
