import type { components } from '../../../contract/control-v1.generated.ts';

type Schemas = components['schemas'];
type Event = Schemas['EventDetail'];

/** A delivery on a lane. */
export interface LaneMark {
  /** Its place on the axis, in percent. */
  readonly x: number;
  /** The number of earlier marks at about the same place. */
  readonly shift: number;
  readonly delivery: Schemas['Delivery'];
  readonly index: number;
}

/** An attempt that follows if the ones before it fail. */
export interface PlannedMark {
  readonly x: number;
  readonly number: number;
  readonly at: string;
}

/** The deliveries of one event. */
export interface Lane {
  readonly event: Event;
  readonly marks: readonly LaneMark[];
  readonly planned: readonly PlannedMark[];
}

/** A mark of the axis. */
export interface Tick {
  readonly x: number;
  readonly ms: number;
  /** It is left out where there is little room. */
  readonly isMinor: boolean;
}

/** The lanes of an order on one logarithmic axis: the time since the event. */
export interface Lanes {
  readonly lanes: readonly Lane[];
  readonly ticks: readonly Tick[];
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const TICKS_MS: readonly (readonly [ms: number, isMinor: boolean])[] = [
  [0, false],
  [SECOND_MS, true],
  [10 * SECOND_MS, false],
  [MINUTE_MS, true],
  [10 * MINUTE_MS, false],
  [HOUR_MS, true],
  [6 * HOUR_MS, false],
  [DAY_MS, true],
  [7 * DAY_MS, false],
  [30 * DAY_MS, true],
];

/** The axis shows at least this much time. */
const SHORTEST_MS = MINUTE_MS;
/** Marks that are closer than this, in percent, are drawn beside each other. */
const NEAR = 1.5;

/** Seconds become a logarithm that is 0 at 0 and grows by about 1 with each tenfold time. */
const logOf = (ms: number): number => Math.log10(1 + Math.max(0, ms) / SECOND_MS);

const sinceMs = (event: Event, at: string): number => Date.parse(at) - Date.parse(event.created_at);

function laneOf(event: Event, place: (ms: number) => number): Lane {
  const marks: LaneMark[] = [];
  event.deliveries.forEach((delivery, index) => {
    const x = place(sinceMs(event, delivery.at));
    const before = marks.at(-1);
    const shift = before && x - before.x < NEAR ? before.shift + 1 : 0;
    marks.push({ x: shift > 0 ? before!.x : x, shift, delivery, index });
  });
  const planned = event.planned_attempts.map(({ number, at }) => ({
    x: place(sinceMs(event, at)),
    number,
    at,
  }));
  return { event, marks, planned };
}

/** Places the deliveries of an order's events, and the upcoming attempts. */
export function layOutLanes(events: readonly Event[]): Lanes {
  const times = events.flatMap(event =>
    [...event.deliveries, ...event.planned_attempts].map(({ at }) => sinceMs(event, at)),
  );
  const longestMs = Math.max(SHORTEST_MS, ...times);
  const place = (ms: number): number => (100 * logOf(ms)) / logOf(longestMs);
  return {
    lanes: events.map(event => laneOf(event, place)),
    ticks: TICKS_MS.filter(([ms]) => ms <= longestMs).map(([ms, isMinor]) => ({ x: place(ms), ms, isMinor })),
  };
}
