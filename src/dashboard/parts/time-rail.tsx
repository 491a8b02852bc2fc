import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { forAccount } from '../api.ts';
import { counted, dayAndTime, grouped, span } from '../format.ts';
import { account, accountName } from '../store/account.ts';
import { advance, advancing, nowMs } from '../store/clock.ts';
import type { LiveEvent } from '../store/live.ts';
import { useResource } from '../store/resource.ts';
import { Button, Icon } from './basics.tsx';
import {
  afterMsAt,
  describeUpcoming,
  horizonOf,
  kindOf,
  scaleOf,
  type Tick,
  ticksOf,
  type Upcoming,
} from './time-rail-layout.ts';

/** The maximum number of ticks; later ones are shown once these have passed. */
const SHOWN = 100;
const RELOAD_DELAY_MS = 400;
const LISTED = 6;

const percent = (position: number): string => `${(position * 100).toFixed(2)}%`;

const isMove = (event: LiveEvent): boolean => event.type === 'happening';

/** Upcoming events on the account's clock, as ticks. Dragging the handle, a click on a tick and → go there. */
export function TimeRail() {
  const name = accountName.value;
  const resource = useResource(
    account.value ? `${name}/upcoming` : null,
    signal => forAccount(name!).get('/clock/upcoming', { query: { limit: SHOWN }, signal }),
    isMove,
    RELOAD_DELAY_MS,
  );
  const now = nowMs.value;
  if (!account.value || now === null) return null;
  const { items = [], total = null } = resource.data ?? {};
  const ahead = items.filter(({ at }) => Date.parse(at) > now);
  return (
    <section class="time-rail" aria-label="What is due next">
      <Rail items={ahead} nowMs={now} />
      <span class="rail-text">
        {ahead[0] && total !== null && <NextDue next={ahead[0]} nowMs={now} total={total} />}
        {/* What was due has passed, and what follows is not loaded yet. */}
        {!ahead[0] && (total === 0 ? 'Nothing is due' : '…')}
      </span>
      <Button
        look="small quiet"
        aria-busy={advancing.value}
        aria-disabled={!ahead[0]}
        onClick={() => ahead[0] && advance({ to: ahead[0].at })}
      >
        Go to next <Icon name="forward" />
      </Button>
    </section>
  );
}

function NextDue({ next, nowMs: now, total }: { next: Upcoming; nowMs: number; total: number }) {
  return (
    <>
      <span class="clip" title={describeUpcoming(next)}>
        {describeUpcoming(next)}
      </span>
      <span class="faint clip">
        in {span(Math.max(1_000, Date.parse(next.at) - now))}
        {total > 1 && `, then ${grouped(total - 1)} more`}
      </span>
    </>
  );
}

interface RailProps {
  readonly items: readonly Upcoming[];
  readonly nowMs: number;
}

/** A handle that is being dragged: its position, and the time and scale at which dragging began. */
interface Drag {
  readonly at: number;
  readonly nowMs: number;
  readonly horizonMs: number;
}

/** The rail with its handle. While the handle is dragged, the rail does not move under it. */
function Rail({ items, nowMs: current }: RailProps) {
  const rail = useRef<HTMLDivElement>(null);
  const drag = useSignal<Drag | null>(null);
  const {
    at,
    nowMs: now,
    horizonMs,
  } = drag.value ?? {
    at: 0,
    nowMs: current,
    horizonMs: horizonOf(items, current),
  };
  const ticks = ticksOf(items, now, horizonMs);
  return (
    <div class="rail" ref={rail}>
      {scaleOf(horizonMs).map(({ name, at: mark }) => (
        <span key={name} class="rail-mark" style={{ left: percent(mark) }}>
          {name}
        </span>
      ))}
      {ticks.map(tick => (
        <RailTick key={tick.items[0]!.at} tick={tick} isPassed={drag.value !== null && tick.at <= at} />
      ))}
      <Handle
        next={items[0]}
        drag={drag.value}
        onDrag={clientX => {
          const { left, width } = rail.current!.getBoundingClientRect();
          const dragged = Math.min(1, Math.max(0, (clientX - left) / width));
          drag.value = { at: drag.value ? dragged : 0, nowMs: now, horizonMs };
        }}
        onDrop={isKept => {
          const dropped = drag.value;
          drag.value = null;
          if (isKept && dropped && dropped.at > 0) void advance({ to: instantOf(targetOf(dropped)) });
        }}
      >
        {drag.value && <Target drag={drag.value} items={items} />}
      </Handle>
      <span class="rail-done" style={{ width: percent(at) }} />
    </div>
  );
}

/** The instant that a handle points to, in milliseconds since 1970. */
const targetOf = ({ at, nowMs: now, horizonMs }: Drag): number => now + afterMsAt(at, horizonMs);

const instantOf = (ms: number): string => new Date(Math.round(ms)).toISOString();

/** The position of the handle, in words. */
function Target({ drag, items }: { drag: Drag; items: readonly Upcoming[] }) {
  const targetMs = targetOf(drag);
  return (
    <output class={`rail-target ${drag.at > 0.6 ? 'is-left' : ''}`}>
      {dayAndTime(targetMs)} UTC, {counted(countUntil(items, targetMs), 'action')}
    </output>
  );
}

interface HandleProps {
  readonly next: Upcoming | undefined;
  readonly drag: Drag | null;
  /** Called when dragging begins and on every move, with the position of the pointer. */
  readonly onDrag: (clientX: number) => void;
  /** Called when dragging ends; it is not kept if it was given up. */
  readonly onDrop: (isKept: boolean) => void;
  readonly children: ComponentChildren;
}

function Handle({ next, drag, onDrag, onDrop, children }: HandleProps) {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onDrop(false);
    if (event.key !== 'ArrowRight' || advancing.value) return;
    event.preventDefault();
    if (next) void advance({ to: next.at });
  };
  return (
    <div
      class="rail-handle"
      role="slider"
      tabIndex={0}
      aria-label="Move the clock; the right arrow goes to what is due next"
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={drag?.at ?? 0}
      aria-valuetext={next ? `now; next is ${describeUpcoming(next)}` : 'now; nothing is due'}
      style={{ left: percent(drag?.at ?? 0) }}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onDrag(event.clientX);
      }}
      onPointerMove={event => {
        if (drag) onDrag(event.clientX);
      }}
      onPointerUp={() => onDrop(true)}
      onPointerCancel={() => onDrop(false)}
      onKeyDown={onKey}
    >
      {children}
    </div>
  );
}

const countUntil = (items: readonly Upcoming[], untilMs: number): number =>
  items.filter(({ at }) => Date.parse(at) <= untilMs).length;

/** The names of what is due at a tick, for its tooltip. */
function titleOf({ items }: Tick): string {
  const listed = items.slice(0, LISTED).map(item => `${item.at.slice(11, 19)} ${describeUpcoming(item)}`);
  const rest = items.length - listed.length;
  return [...listed, ...(rest > 0 ? [`and ${grouped(rest)} more`] : [])].join('\n');
}

const TONES = { refund: 'good', retry: 'bad', step: 'calm', delivery: 'mute' } as const;

function RailTick({ tick, isPassed }: { tick: Tick; isPassed: boolean }) {
  return (
    <button
      type="button"
      class={`rail-tick tone-${TONES[kindOf(tick.items)]} ${isPassed ? 'is-passed' : ''}`}
      style={{ left: percent(tick.at), '--size': Math.min(4, tick.items.length) }}
      tabIndex={-1}
      title={`${titleOf(tick)}\nClick to go there`}
      aria-label={`Go to ${describeUpcoming(tick.items.at(-1)!)}`}
      disabled={advancing.value}
      onClick={() => advance({ to: new Date(tick.lastMs).toISOString() })}
    />
  );
}
