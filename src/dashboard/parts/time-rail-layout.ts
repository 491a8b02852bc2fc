import type { Schemas } from '../api.ts';

export type Upcoming = Schemas['Upcoming'];

/** A mark on the rail: what is due at about one instant. `at` is its position, from 0 to 1. */
export interface Tick {
  readonly at: number;
  /** The instant of the last of its items, in milliseconds since 1970: going there passes them all. */
  readonly lastMs: number;
  readonly items: readonly Upcoming[];
}

const SECOND_MS = 1_000;
/** Ticks that are closer to each other than this are one. */
const APART = 0.012;
/** The rail covers at least this much, so that a single near item is not at its end. */
const LEAST_MS = 60_000;

/** The length of the rail for what is due last. */
export const horizonOf = (items: readonly Upcoming[], nowMs: number): number =>
  Math.max(LEAST_MS, ...items.map(({ at }) => Date.parse(at) - nowMs)) * 1.15;

/** The position of an instant: the first seconds take as much room as the hours after them. */
const positionOf = (afterMs: number, horizonMs: number): number =>
  Math.min(1, Math.log1p(Math.max(0, afterMs) / SECOND_MS) / Math.log1p(horizonMs / SECOND_MS));

/** The time from now to a position; the inverse of `positionOf`. */
export const afterMsAt = (position: number, horizonMs: number): number =>
  Math.expm1(position * Math.log1p(horizonMs / SECOND_MS)) * SECOND_MS;

/** The marks for what is due, the earliest first. */
export function ticksOf(items: readonly Upcoming[], nowMs: number, horizonMs: number): Tick[] {
  const ticks: { at: number; lastMs: number; items: Upcoming[] }[] = [];
  for (const item of items) {
    const dueMs = Date.parse(item.at);
    const at = positionOf(dueMs - nowMs, horizonMs);
    const last = ticks.at(-1);
    if (last && at - last.at < APART) {
      last.items.push(item);
      last.lastMs = dueMs;
    } else ticks.push({ at, lastMs: dueMs, items: [item] });
  }
  return ticks;
}

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

/** The scale of the rail. */
export const scaleOf = (horizonMs: number): { name: string; at: number }[] =>
  MARKS.filter(([, ms]) => ms <= horizonMs)
    .map(([name, ms]) => ({ name, at: positionOf(ms, horizonMs) }))
    .filter(({ at }) => at < 0.97);

/** A due event in words: `order 17 → delegated`, `order 17: retry 2 of delegated`. */
export function describeUpcoming({ kind, order_id, status, event, attempt }: Upcoming): string {
  if (kind === 'step') return `order ${order_id} → ${status}`;
  if (kind === 'refund') return `order ${order_id}: refund`;
  return kind === 'retry' ? `order ${order_id}: ${event}, attempt ${attempt}` : `order ${order_id}: ${event}`;
}

/** The most important kind among some items decides the color of their tick. */
export const kindOf = (items: readonly Upcoming[]): Upcoming['kind'] =>
  (['refund', 'retry', 'step', 'delivery'] as const).find(kind => items.some(one => one.kind === kind))!;
