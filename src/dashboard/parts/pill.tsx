import type { OrderStatus } from '../../core/domain/order.ts';
import { eventStateName } from '../../core/text/wording.ts';
import type { Schemas } from '../control-api.ts';
import { dayAndTime, span, timeOfDay } from '../format.ts';
import { nowMs } from '../store/clock.ts';

type Event = Pick<Schemas['Event'], 'state' | 'forged' | 'next_attempt'>;
type Outcome = Schemas['Delivery']['outcome'];

/** The meaning of a color: success, warning, error, in progress, highlighted, neutral. */
export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'accent' | 'mute';

/** The tones of the statuses that are not simply in progress. */
const ORDER_TONES: Readonly<Partial<Record<OrderStatus, Tone>>> = {
  delegating: 'accent',
  delegated: 'good',
  completed: 'good',
  review: 'warn',
  failed: 'bad',
};

/** The tones of the states of events, by the names that the pages show. */
const EVENT_TONES: Readonly<Record<string, Tone>> = {
  waiting: 'mute',
  held: 'warn',
  scheduled: 'calm',
  retrying: 'warn',
  sending: 'calm',
  delivered: 'good',
  'gave up': 'bad',
  dropped: 'bad',
  'forged, accepted': 'bad',
  unsent: 'mute',
};

const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
  acknowledged: 'good',
  refused: 'bad',
  redirected: 'bad',
  timeout: 'bad',
  unreachable: 'bad',
};

/** The states of events as the pages name them, for the filter. */
export const EVENT_STATE_NAMES = Object.keys(EVENT_TONES);

export const outcomeTone = (outcome: Outcome): Tone => OUTCOME_TONES[outcome];

/** A colored label. */
export function Pill({ tone, text, plain = false }: { tone: Tone; text: string; plain?: boolean }) {
  return <span class={`pill tone-${tone} ${plain ? 'plain' : ''}`}>{text}</span>;
}

export const OrderPill = ({ status }: { status: OrderStatus }) => (
  <Pill tone={ORDER_TONES[status] ?? 'calm'} text={status} />
);

/** The state of an event, followed by a detail if there is one. */
export function EventPill({ event, detail }: { event: Event; detail?: string }) {
  const name = eventStateName(event);
  return (
    <Pill tone={EVENT_TONES[name] ?? 'mute'} text={detail === undefined ? name : `${name}, ${detail}`} />
  );
}

export const OutcomePill = ({ outcome }: { outcome: Outcome }) => (
  <Pill tone={outcomeTone(outcome)} text={outcome} />
);

/** An HTTP status; null if there was no response. */
export function StatusPill({ status }: { status: number | null }) {
  const isRefusal = status !== null && status >= 300 && status < 500;
  const tone = status !== null && status < 300 ? 'good' : isRefusal ? 'warn' : 'bad';
  return <Pill plain tone={tone} text={status === null ? 'no response' : `${status}`} />;
}

type EventDetail = Schemas['EventDetail'];

/** The failed attempts, counted by their responses: `9 × 500, last at 00:05:10`. */
function failuresText({ deliveries }: EventDetail): string {
  const attempts = deliveries.filter(({ kind }) => kind === 'attempt');
  const results = attempts.map(({ answer, outcome }) => answer?.status ?? outcome);
  const counts = [...new Set(results)].map(
    result => `${results.filter(one => one === result).length} × ${result}`,
  );
  return [...counts, ...attempts.slice(-1).map(({ at }) => `last at ${timeOfDay(at)}`)].join(', ');
}

/** The time until an instant on the account's clock: `in 2 min`; `now` if the instant has passed. */
function untilText(at: string): string {
  const leftMs = Date.parse(at) - (nowMs.value ?? 0);
  return leftMs <= 0 ? 'now' : `in ${span(Math.max(leftMs, 1_000))}`;
}

/** The time until an instant on the account's clock. */
export const Due = ({ at }: { at: string }) => (
  <time dateTime={at} title={`${dayAndTime(at)} UTC`}>
    {untilText(at)}
  </time>
);

/** The state of an event in full: `gave up: 9 × 500, last at …`, `retrying, 5 of 9, in 2 min`. */
export function EventStatus({ event }: { event: EventDetail }) {
  if (event.state === 'exhausted') return <Pill tone="bad" text={`gave up: ${failuresText(event)}`} />;
  const next = event.next_attempt;
  if (!next) return <EventPill event={event} />;
  return <EventPill event={event} detail={`${next.number} of ${next.of}, ${untilText(next.at)}`} />;
}
