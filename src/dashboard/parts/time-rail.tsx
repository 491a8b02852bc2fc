import { useSignal } from '@preact/signals';
import { forAccount, type Schemas } from '../api.ts';
import { counted, dayAndTime, grouped, span, timeOfDay } from '../format.ts';
import { account, accountName } from '../store/account.ts';
import { advance, advancing, nowMs } from '../store/clock.ts';
import { useResource } from '../store/resource.ts';
import { Button, Icon } from './basics.tsx';

type Upcoming = Schemas['Upcoming'];

/** The maximum number of actions that are loaded; later ones are shown once these have passed. */
const SHOWN = 100;
const RELOAD_DELAY_MS = 400;

/** Upcoming actions on the account's clock, as ticks. Dragging the handle, a click on a tick and → go there. */
export function TimeRail() {
  const name = accountName.value;
  const resource = useResource(
    account.value ? `${name}/upcoming` : null,
    signal => forAccount(name!).get('/clock/upcoming', { query: { limit: SHOWN }, signal }),
    event => event.type === 'happening',
    RELOAD_DELAY_MS,
  );
  const now = nowMs.value;
  if (!account.value || now === null) return null;
  const { items = [], total = null } = resource.data ?? {};
  const ahead = items.filter(({ at }) => Date.parse(at) > now);
  const [next] = ahead;
  return (
    <section class="time-rail" aria-label="What is due next">
      <Rail items={ahead} nowMs={now} />
      <span class="stack tight rail-text">
        {next && total !== null && (
          <>
            <span class="clip" title={describe(next)}>
              {describe(next)}
            </span>
            <span class="soft clip">
              in {span(Math.max(1_000, Date.parse(next.at) - now))}
              {total > 1 && `, then ${grouped(total - 1)} more`}
            </span>
          </>
        )}
        {/* What was due has passed, and what follows is not loaded yet. */}
        {!next && (total === 0 ? 'Nothing is due' : '…')}
      </span>
      <Button
        look="small quiet"
        aria-busy={advancing.value}
        aria-disabled={!next}
        onClick={() => next && advance({ to: next.at })}
      >
        Go to next <Icon name="forward" />
      </Button>
    </section>
  );
}

/** An action in words: `order 17 → delegated`, `order 17: order.delegated, attempt 2`. */
function describe({ kind, order_id, status, event, attempt }: Upcoming): string {
  if (kind === 'step') return `order ${order_id} → ${status}`;
  if (kind === 'refund') return `order ${order_id}: refund`;
  return kind === 'retry' ? `order ${order_id}: ${event}, attempt ${attempt}` : `order ${order_id}: ${event}`;
}

const SECOND_MS = 1_000;
/** The rail covers at least this much, so that a single near action is not at its end. */
const LEAST_MS = 60_000;

/** The length of the rail for what is due last. */
const horizonOf = (items: readonly Upcoming[], now: number): number =>
  Math.max(LEAST_MS, ...items.map(({ at }) => Date.parse(at) - now)) * 1.15;

/** The position of an instant, from 0 to 1: the first seconds take as much room as the hours after them. */
const positionOf = (afterMs: number, horizonMs: number): number =>
  Math.min(1, Math.log1p(Math.max(0, afterMs) / SECOND_MS) / Math.log1p(horizonMs / SECOND_MS));

/** The time from now to a position; the inverse of `positionOf`. */
const afterMsAt = (position: number, horizonMs: number): number =>
  Math.expm1(position * Math.log1p(horizonMs / SECOND_MS)) * SECOND_MS;

const MARKS: readonly (readonly [name: string, ms: number])[] = [
  ['1 s', 1_000],
  ['10 s', 10_000],
  ['1 min', 60_000],
  ['10 min', 600_000],
  ['1 h', 3_600_000],
  ['6 h', 21_600_000],
  ['1 d', 86_400_000],
  ['1 week', 604_800_000],
];

/** A mark on the rail: what is due at about one instant. */
interface Tick {
  readonly at: number;
  /** The instant of the last of its actions, in milliseconds since 1970: going there passes them all. */
  readonly lastMs: number;
  readonly items: readonly Upcoming[];
}

/** Ticks that are closer to each other than this are one. */
const APART = 0.012;

/** The marks for what is due, the earliest first. */
function ticksOf(items: readonly Upcoming[], now: number, horizonMs: number): Tick[] {
  const ticks: { at: number; lastMs: number; items: Upcoming[] }[] = [];
  for (const item of items) {
    const dueMs = Date.parse(item.at);
    const at = positionOf(dueMs - now, horizonMs);
    const last = ticks.at(-1);
    if (last && at - last.at < APART) {
      last.items.push(item);
      last.lastMs = dueMs;
    } else ticks.push({ at, lastMs: dueMs, items: [item] });
  }
  return ticks;
}

const percent = (position: number): string => `${(position * 100).toFixed(2)}%`;

const instantOf = (ms: number): string => new Date(Math.round(ms)).toISOString();

/** A handle that is being dragged: its position, and the time and scale at which dragging began. */
interface Drag {
  readonly at: number;
  readonly nowMs: number;
  readonly horizonMs: number;
}

/** The instant that the handle points to, in milliseconds since 1970. */
const targetOf = ({ at, nowMs: now, horizonMs }: Drag): number => now + afterMsAt(at, horizonMs);

/** The rail with its handle. While the handle is dragged, the rail does not move under it. */
function Rail({ items, nowMs: now }: { items: readonly Upcoming[]; nowMs: number }) {
  const drag = useSignal<Drag | null>(null);
  const shown = drag.value ?? { at: 0, nowMs: now, horizonMs: horizonOf(items, now) };
  const { at, horizonMs } = shown;
  const [next] = items;
  const drop = (): void => {
    const dropped = drag.peek();
    drag.value = null;
    if (dropped) void advance({ to: instantOf(targetOf(dropped)) });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') drag.value = null;
    if (!/^(Arrow|Page|Home|End)/.test(event.key)) return;
    event.preventDefault();
    if (event.key === 'ArrowRight' && next) void advance({ to: next.at });
  };
  return (
    <div class="rail">
      {MARKS.map(([name, ms]) => [name, positionOf(ms, horizonMs)] as const)
        .filter(([, mark]) => mark < 0.97)
        .map(([name, mark]) => (
          <span key={name} class="rail-mark" style={{ left: percent(mark) }}>
            {name}
          </span>
        ))}
      {ticksOf(items, shown.nowMs, horizonMs).map(tick => (
        <RailTick key={tick.items[0]!.at} tick={tick} />
      ))}
      <input
        class="rail-handle"
        type="range"
        min={0}
        max={1}
        step="any"
        value={at}
        aria-label="Move the clock; the right arrow goes to what is due next"
        aria-valuetext={next ? `now; next is ${describe(next)}` : 'now; nothing is due'}
        onInput={event => (drag.value = { ...shown, at: event.currentTarget.valueAsNumber })}
        onChange={drop}
        onKeyDown={onKey}
      />
      {drag.value && (
        <output class="sheetlet rail-target" style={{ left: percent(at), translate: percent(-at) }}>
          {dayAndTime(targetOf(drag.value))} UTC,{' '}
          {counted(items.filter(item => Date.parse(item.at) <= targetOf(shown)).length, 'action')}
        </output>
      )}
    </div>
  );
}

/** The tones of ticks by the kind of their actions, the most important kind first. */
const TONES = { refund: 'good', retry: 'bad', step: 'calm', delivery: 'mute' } as const;
const KINDS = Object.keys(TONES) as (keyof typeof TONES)[];
/** So many actions are named in the tooltip of a tick. */
const LISTED = 6;

function RailTick({ tick: { at, lastMs, items } }: { tick: Tick }) {
  const kind = KINDS.find(one => items.some(item => item.kind === one))!;
  const listed = items.slice(0, LISTED).map(item => `${timeOfDay(item.at)} ${describe(item)}`);
  const rest = items.length > LISTED ? [`and ${grouped(items.length - LISTED)} more`] : [];
  return (
    <button
      type="button"
      class={`rail-tick tone-${TONES[kind]}`}
      style={{ left: percent(at), '--size': Math.min(4, items.length) }}
      tabIndex={-1}
      title={[...listed, ...rest, 'Click to go there'].join('\n')}
      aria-label={`Go to ${describe(items.at(-1)!)}`}
      disabled={advancing.value}
      onClick={() => advance({ to: instantOf(lastMs) })}
    />
  );
}
