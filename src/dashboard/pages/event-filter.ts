import { eventStateName } from '../../core/text/wording.ts';
import type { Schemas } from '../api.ts';
import { EVENT_STATE_NAMES } from '../parts/pill.tsx';

type Event = Schemas['Event'];

/** The choice for events that arrived, but not with a single delivery. */
export const REPEATED = 'sent more than once';

/** Whether an event was acknowledged, and sent more than once: retried, duplicated or resent. */
export const isRepeated = ({ acknowledged, attempts }: Event): boolean => acknowledged && attempts > 1;

/** The choices of the filter. */
export const EVENT_CHOICES: readonly (readonly [choice: string, text: string])[] = [
  ['', 'All states'],
  ...[...EVENT_STATE_NAMES, REPEATED].map(name => [name, name] as const),
];

/** Whether an event is of a choice. */
export function isOfChoice(event: Event, choice: string): boolean {
  if (choice === '') return true;
  return choice === REPEATED ? isRepeated(event) : eventStateName(event) === choice;
}
