/**
 * The states of a webhook event, with the states to which it can change in each. An event starts as `waiting`.
 *
 * waiting: for the previous event of the order; held: until another event; scheduled: an attempt is in the agenda;
 * sending: an attempt is being sent; delivered, exhausted, dropped, unsent (no destination): final, except that an
 * acknowledged resend turns the last three into delivered. `scheduled` can follow itself, because a scenario may delay a
 * retry that is due.
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
} as const;

export type EventState = keyof typeof EVENT_TRANSITIONS;

export const EVENT_STATES = Object.keys(EVENT_TRANSITIONS) as EventState[];
