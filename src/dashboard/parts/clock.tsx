import { useSignal } from '@preact/signals';
import { forAccount, type Schemas } from '../control-api.ts';
import { counted, dayAndTime, grouped, percent, span, timeOfDay } from '../format.ts';
import { account, accountName } from '../store/account.ts';
import { advance, advancing, isChangingMode, nowMs, setMode, toggleClock } from '../store/clock.ts';
import { useResource } from '../store/resource.ts';
import { Button, Icon } from './basics.tsx';
import { Menu, Option } from './dialog-and-menu.tsx';

const SPEEDS: readonly (readonly [mode: string, text: string])[] = [
  ['real', 'real time'],
  ['10x', '10 times real time'],
  ['60x', '1 minute per second'],
  ['600x', '10 minutes per second'],
  ['3600x', '1 hour per second'],
  ['manual', 'stopped'],
];

const STEPS = ['10s', '1m', '5m', '1h', '1d'] as const;

/** The time zone of the dashboard, and the time zone of the account's orders. */
function zoneTitle(): string {
  const zone = account.value?.time_zone ?? 'UTC';
  const orders = zone === 'UTC' ? '' : `; timestamps of orders are in ${zone}`;
  return `The account's clock, in UTC (coordinated universal time)${orders}`;
}

/** The account's clock and its controls. */
export function ClockBar() {
  const clock = account.value?.clock;
  if (!clock || nowMs.value === null) return null;
  const isStopped = clock.mode === 'manual';
  const speed = isStopped ? 'stopped' : clock.mode;
  const toggle = isStopped ? 'Start the clock' : 'Stop the clock';
  return (
    <fieldset class="clock" aria-label="Account clock">
      <span>
        <span class="clock-label soft">Account clock </span>
        <time dateTime={clock.now} title={zoneTitle()}>
          {dayAndTime(nowMs.value)} <abbr title={zoneTitle()}>UTC</abbr>
        </time>
      </span>
      <Button
        icon={isStopped ? 'play' : 'pause'}
        look="small"
        aria-busy={isChangingMode.value}
        aria-label={toggle}
        title={toggle}
        onClick={toggleClock}
      />
      <Menu small name={`Speed: ${speed}`} label={speed}>
        {SPEEDS.map(([mode, text]) => (
          <Option
            key={mode}
            side={text}
            aria-current={mode === clock.mode ? 'true' : undefined}
            onClick={() => setMode(mode)}
          >
            {mode}
          </Option>
        ))}
      </Menu>
      <AdvanceMenu next={clock.next_due_at} />
    </fieldset>
  );
}

function AdvanceMenu({ next }: { next: string | null }) {
  return (
    <Menu
      small
      name={advancing.value ? 'Advancing the clock…' : 'Advance the clock'}
      label={
        <>
          <Icon name="forward" />
          <span class="wide-label">{advancing.value ? 'Advancing…' : 'Advance'}</span>
        </>
      }
    >
      <Option
        disabled={next === null}
        side={next === null ? 'nothing is due' : dayAndTime(next).slice(11)}
        onClick={() => next !== null && advance({ to: next })}
      >
        To the next due action
      </Option>
      <Option onClick={() => advance({ until: 'idle' })}>Until nothing is due</Option>
      <hr />
      <div class="row tight">
        {STEPS.map(step => (
          <Button key={step} look="small" onClick={() => advance({ by: step })}>
            {step}
          </Button>
        ))}
      </div>
    </Menu>
  );
}

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
        {/* What was due has passed, and what follows has not been loaded. */}
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

const horizonOf = (items: readonly Upcoming[], now: number): number =>
  Math.max(LEAST_MS, ...items.map(({ at }) => Date.parse(at) - now)) * 1.15;

/** The position of an instant, from 0 to 1: the first seconds take as much room as the hours after them. */
const positionOf = (afterMs: number, horizonMs: number): number =>
  Math.min(1, Math.log1p(Math.max(0, afterMs) / SECOND_MS) / Math.log1p(horizonMs / SECOND_MS));

/** The time from now to a position; the inverse of `positionOf`. */
const afterMsAt = (position: number, horizonMs: number): number =>
  Math.expm1(position * Math.log1p(horizonMs / SECOND_MS)) * SECOND_MS;

const MARKS_MS = [1_000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000, 604_800_000];

interface Tick {
  readonly at: number;
  /** The instant of the last of its actions, in milliseconds since 1970: going there passes them all. */
  readonly lastMs: number;
  readonly items: readonly Upcoming[];
}

/** Ticks that are closer to each other than this are merged. */
const APART = 0.012;

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

const instantOf = (ms: number): string => new Date(Math.round(ms)).toISOString();

/** A handle that is being dragged: its position, and the time and scale at which dragging began. */
interface Drag {
  readonly at: number;
  readonly nowMs: number;
  readonly horizonMs: number;
}

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
      {MARKS_MS.filter(ms => positionOf(ms, horizonMs) < 0.97).map(ms => (
        <span key={ms} class="rail-mark" style={{ left: percent(positionOf(ms, horizonMs)) }}>
          {span(ms)}
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
/** The maximum number of actions named in the tooltip of a tick. */
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
