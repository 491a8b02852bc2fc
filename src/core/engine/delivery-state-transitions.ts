import type { EventState } from './account-state.ts';
import type { CommandContext } from './command-context.ts';

/**
 * The states that each state of an event can change to. An event starts as `waiting`. `scheduled` can follow itself:
 * a scenario may delay a retry that is due. The final states can still become `delivered` by an acknowledged resend.
 */
export const EVENT_TRANSITIONS = {
  waiting: ['held', 'scheduled', 'sending', 'dropped', 'unsent'],
  held: ['scheduled', 'sending', 'unsent'],
  scheduled: ['held', 'scheduled', 'sending', 'delivered', 'dropped', 'unsent'],
  sending: ['scheduled', 'delivered', 'exhausted'],
  delivered: [],
  exhausted: ['delivered'],
  dropped: ['delivered'],
  unsent: ['delivered'],
} as const satisfies Readonly<Record<EventState, readonly EventState[]>>;

/**
 * Changes the state of an event; the only place that does.
 * @throws Error if the table has no such transition, which is a defect of the engine
 */
export function changeEventState(context: CommandContext, index: number, to: EventState): void {
  const event = context.account.state.events[index]!;
  const allowed: readonly EventState[] = EVENT_TRANSITIONS[event.state];
  if (!allowed.includes(to)) throw new Error(`event ${index} cannot change from ${event.state} to ${to}`);
  const writable: { state: EventState } = event;
  writable.state = to;
  context.markChanged();
}
