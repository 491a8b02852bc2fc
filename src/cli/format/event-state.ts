import type { components } from '../../contract/control-v1.generated.ts';
import type { Tint } from '../terminal.ts';

type State = components['schemas']['Event']['state'];

const TINTS: Readonly<Record<State, Tint>> = {
  waiting: 'yellow',
  held: 'yellow',
  scheduled: 'yellow',
  sending: 'yellow',
  delivered: 'green',
  exhausted: 'red',
  dropped: 'yellow',
  unsent: 'yellow',
};

/** The states of webhook events, by their names in the API. */
export const EVENT_STATES = Object.keys(TINTS);

/** The color of a webhook event's state. */
export const eventStateTint = (state: State): Tint => TINTS[state];
