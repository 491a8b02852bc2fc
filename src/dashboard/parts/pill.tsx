/** What a colour says: good, worth a look, bad, under way, of no weight. */
export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'accent' | 'mute';

const ORDER_TONES: Readonly<Record<string, Tone>> = {
  processing: 'calm',
  delegating: 'accent',
  delegated: 'good',
  undelegating: 'calm',
  completed: 'mute',
  review: 'warn',
  failed: 'bad',
};

const EVENT_TONES: Readonly<Record<string, Tone>> = {
  waiting: 'mute',
  held: 'warn',
  scheduled: 'warn',
  sending: 'calm',
  delivered: 'good',
  exhausted: 'bad',
  dropped: 'bad',
  unsent: 'mute',
};

const OUTCOME_TONES: Readonly<Record<string, Tone>> = {
  acknowledged: 'good',
  refused: 'bad',
  redirected: 'bad',
  timeout: 'bad',
  unreachable: 'bad',
};

export const orderTone = (status: string): Tone => ORDER_TONES[status] ?? 'mute';
export const outcomeTone = (outcome: string): Tone => OUTCOME_TONES[outcome] ?? 'mute';

/** A word in its colour. */
export function Pill({ tone, text, plain = false }: { tone: Tone; text: string; plain?: boolean }) {
  return <span class={`pill tone-${tone} ${plain ? 'plain' : ''}`}>{text}</span>;
}

export const OrderPill = ({ status }: { status: string }) => <Pill tone={orderTone(status)} text={status} />;

export const EventPill = ({ state }: { state: string }) => (
  <Pill tone={EVENT_TONES[state] ?? 'mute'} text={state} />
);

export const OutcomePill = ({ outcome }: { outcome: string }) => (
  <Pill tone={outcomeTone(outcome)} text={outcome} />
);

const toneOfStatus = (status: number): Tone => {
  if (status < 300) return 'good';
  return status < 500 ? 'warn' : 'bad';
};

/** An HTTP status; null where there was no answer. */
export const StatusPill = ({ status }: { status: number | null }) => (
  <Pill
    plain
    tone={status === null ? 'bad' : toneOfStatus(status)}
    text={status === null ? 'none' : `${status}`}
  />
);
