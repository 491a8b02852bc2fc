import type { components } from '../../contract/control-v1.generated.ts';
import { isTerminal, ORDER_STATUSES } from '../../core/domain/order.ts';
import { makes } from './diagram-model.ts';

type Schemas = components['schemas'];
type Order = Schemas['Order'];
type Event = Schemas['Event'];
type Request = Schemas['RequestSummary'];
type Status = Order['status'];

/** The meaning of a mark: as it should be, late, lost, in progress, an order again, nothing to say. */
export type LaneTone = 'good' | 'warn' | 'bad' | 'calm' | 'accent' | 'mute';

/** The data of the lanes: orders with all their events, and the recorded requests about them, each newest first. */
export interface StoryData {
  readonly orders: readonly Order[];
  readonly events: readonly Event[];
  readonly requests: readonly Request[];
}

/** In the narrowest picture, more would cover each other. */
const TICKS = 3;
/** Longer times without anything are drawn short, and marked. */
const CUT_MS = 10 * 60_000;

/** The weight of the time between two instants: hours take little more room than seconds, so that all states are seen. */
const weightOf = (gapMs: number): number => Math.log1p(gapMs / 1_000) + 0.15;

function positionsOf(instants: readonly number[]): ReadonlyMap<number, number> {
  const sorted = [...new Set(instants)].sort((a, b) => a - b);
  const reached: number[] = [];
  let sum = 0;
  sorted.forEach((ms, index) => {
    if (index > 0) sum += weightOf(ms - sorted[index - 1]!);
    reached.push(sum);
  });
  return new Map(sorted.map((ms, index) => [ms, sum === 0 ? 0 : reached[index]! / sum]));
}

export interface LaneMark {
  readonly key: string;
  readonly atMs: number;
  readonly tone: LaneTone;
  readonly text: string;
  /** Whether a webhook was forged, so that refusing it was right. */
  readonly isForged?: boolean;
  /** The list that it belongs to. */
  readonly place: 'requests' | 'webhooks';
}

function fateOf({ state, acknowledged, attempts, forged }: Event): { tone: LaneTone; text: string } {
  if (forged === 'accepted') return { tone: 'bad', text: 'forged, accepted' };
  if (acknowledged) {
    if (forged) return { tone: 'good', text: 'delivered after a forged one was refused' };
    return attempts > 1
      ? { tone: 'warn', text: `delivered, sent ${attempts} times` }
      : { tone: 'good', text: 'delivered' };
  }
  if (state === 'exhausted') return { tone: 'bad', text: `given up after ${attempts} attempts` };
  if (state === 'dropped') return { tone: 'bad', text: 'dropped by a scenario' };
  if (state === 'unsent') return { tone: 'mute', text: 'not sent: there is no destination' };
  return { tone: 'calm', text: attempts > 0 ? 'being retried' : 'on the way' };
}

const webhookMark = (event: Event): LaneMark => {
  const { tone, text } = fateOf(event);
  const { event_id: key, event: name, created_at, forged } = event;
  const isForged = forged !== null;
  return { key, atMs: Date.parse(created_at), tone, text: `${name}: ${text}`, isForged, place: 'webhooks' };
};

/** What the client got: nothing usable, a refusal, its own order again, or an answer. */
function answerOf({ end, status, operation, error }: Request): { tone: LaneTone; text: string } {
  if (end === 'open') return { tone: 'calm', text: 'no response yet' };
  if (end !== 'sent' || status === null) return { tone: 'bad', text: 'response lost' };
  if (status >= 500) return { tone: 'bad', text: `${status}${error ? ` ${error}` : ''}` };
  if (status >= 400) return { tone: 'warn', text: `${status}${error ? ` ${error}` : ''}` };
  return operation === 'createOrder' && status === 200
    ? { tone: 'accent', text: '200, the existing order' }
    : { tone: 'good', text: `${status}` };
}

function requestMark(request: Request): LaneMark {
  const { tone, text } = answerOf(request);
  const call = `${request.method} ${request.url.replace(/^[/]api[/]v1|[?].*/g, '')}`;
  return { key: request.id, atMs: Date.parse(request.at), tone, text: `${call}: ${text}`, place: 'requests' };
}

/** The states of an order. Each has an event of the same instant. */
const statesOf = (events: readonly Event[]): { status: Status; atMs: number }[] =>
  events
    .map(({ event, created_at }) => ({
      status: event.replace(/^order[.]/, '') as Status,
      atMs: Date.parse(created_at),
    }))
    .filter(({ status }) => ORDER_STATUSES.includes(status))
    .reverse();

const isAbout = ({ id, external_id }: Order, { orders, external_ids }: Request): boolean =>
  orders.includes(id) || (external_id !== null && external_ids.includes(external_id));

/**
 * Lays out the orders over time, the newest first. The time between two things that happened is compressed, so that the
 * seconds of a delegation and the hour of a rental are both seen.
 * @param nowMs the instant at the right end, in milliseconds since 1970; once all orders have ended, the picture ends with
 * the last thing that happened to them, and stays the same
 * @returns positions are shares of the picture's width, from 0 to 1; `overMs` is the right end if all orders have ended
 */
export function storyOf({ orders, events, requests }: StoryData, nowMs: number) {
  const rows = orders.map(order => {
    const own = events.filter(({ order_id }) => order_id === order.id);
    const about = requests.filter(request => isAbout(order, request));
    return {
      order,
      states: statesOf(own),
      webhooks: own.map(webhookMark),
      calls: about.map(requestMark),
      isRecorded: about.some(makes(order)),
      // A refund is the last thing that happens to an order.
      refundMs: order.refunded ? Date.parse(order.updated_at) : null,
    };
  });
  const instants = rows.flatMap(({ webhooks, calls, refundMs }) => [
    ...[...webhooks, ...calls].map(({ atMs }) => atMs),
    ...(refundMs === null ? [] : [refundMs]),
  ]);
  const isOver = orders.every(({ status }) => isTerminal(status));
  const endMs = Math.max(isOver ? 0 : nowMs, ...instants);
  const positions = positionsOf([...instants, endMs]);
  const at = (ms: number): number => positions.get(ms)!;
  const placed = (marks: readonly LaneMark[]) => marks.map(mark => ({ ...mark, at: at(mark.atMs) }));
  const lanes = rows.map(({ order, isRecorded, states, webhooks, calls, refundMs }) => ({
    order,
    isRecorded,
    stretches: states.map(({ status, atMs }, index) => ({
      status,
      fromMs: atMs,
      from: at(atMs),
      to: at(states[index + 1]?.atMs ?? (isTerminal(status) ? atMs : endMs)),
    })),
    webhooks: placed(webhooks),
    calls: placed(calls),
    refundAt: refundMs === null ? null : at(refundMs),
  }));
  return { lanes, overMs: isOver ? endMs : null, ticks: ticksOf(positions), cuts: cutsOf(positions) };
}

/** A few instants that are far enough from each other for their texts. */
function ticksOf(positions: ReadonlyMap<number, number>): { at: number; ms: number }[] {
  const ticks: { at: number; ms: number }[] = [];
  for (const [ms, at] of positions) {
    const last = ticks.at(-1);
    // The text at the right end needs the rest.
    if (at <= 0.6 && (!last || at - last.at >= 1 / TICKS)) ticks.push({ at, ms });
  }
  return ticks;
}

/** The places where a long time without anything is drawn short. */
function cutsOf(positions: ReadonlyMap<number, number>): { at: number; lengthMs: number }[] {
  const all = [...positions];
  return all.slice(1).flatMap(([ms, at], index) => {
    const [beforeMs, before] = all[index]!;
    const lengthMs = ms - beforeMs;
    return lengthMs < CUT_MS ? [] : [{ at: (before + at) / 2, lengthMs }];
  });
}
