import type { OrderStatus } from '../../domain/order.ts';
import type { Schemas } from '../api.ts';

type EventState = Schemas['Event']['state'];
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

const EVENT_TONES: Readonly<Record<EventState, Tone>> = {
  waiting: 'mute',
  held: 'warn',
  scheduled: 'warn',
  sending: 'calm',
  delivered: 'good',
  exhausted: 'bad',
  dropped: 'bad',
  unsent: 'mute',
};

const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
  acknowledged: 'good',
  refused: 'bad',
  redirected: 'bad',
  timeout: 'bad',
  unreachable: 'bad',
};

/** The states of events, for the filter. */
export const EVENT_STATES = Object.keys(EVENT_TONES) as EventState[];

/** What a state is called on the pages: an exhausted event is one that the service gave up. */
const eventStateName = (state: EventState): string => (state === 'exhausted' ? 'gave up' : state);

export const orderTone = (status: OrderStatus): Tone => ORDER_TONES[status] ?? 'calm';
export const outcomeTone = (outcome: Outcome): Tone => OUTCOME_TONES[outcome];

/** A colored label. */
export function Pill({ tone, text, plain = false }: { tone: Tone; text: string; plain?: boolean }) {
  return <span class={`pill tone-${tone} ${plain ? 'plain' : ''}`}>{text}</span>;
}

export const OrderPill = ({ status }: { status: OrderStatus }) => (
  <Pill tone={orderTone(status)} text={status} />
);

export const EventPill = ({ state }: { state: EventState }) => (
  <Pill tone={EVENT_TONES[state]} text={eventStateName(state)} />
);

export const OutcomePill = ({ outcome }: { outcome: Outcome }) => (
  <Pill tone={outcomeTone(outcome)} text={outcome} />
);

const toneOfStatus = (status: number): Tone => {
  if (status < 300) return 'good';
  return status < 500 ? 'warn' : 'bad';
};

/** An HTTP status; null if there was no response. */
export const StatusPill = ({ status }: { status: number | null }) => (
  <Pill
    plain
    tone={status === null ? 'bad' : toneOfStatus(status)}
    text={status === null ? 'no response' : `${status}`}
  />
);
