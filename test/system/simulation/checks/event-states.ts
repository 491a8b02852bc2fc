import type { Account } from '../../../../src/core/engine/account.ts';
import type {
  AccountState,
  AttemptRecord,
  OrderStep,
  WebhookEvent,
} from '../../../../src/core/engine/account-state.ts';
import type { EngineCall } from '../world.ts';
import { type Check, holds } from './check.ts';

/** What the states of events must agree with: how many pending attempts there are of each event, and where. */
interface Backing {
  readonly sending: Map<number, number>;
  readonly scheduled: Map<number, number>;
  readonly held: Map<number, string>;
}

const count = (map: Map<number, number>, event: number): void => {
  map.set(event, (map.get(event) ?? 0) + 1);
};

function backingOf(state: AccountState): Backing {
  const backing: Backing = { sending: new Map(), scheduled: new Map(), held: new Map() };
  for (const plan of Object.values(state.inFlight))
    if (plan.kind === 'attempt') count(backing.sending, plan.event);
  for (const task of state.agenda) {
    if (task.kind === 'retry') count(backing.scheduled, task.event);
    if (task.kind === 'send' && task.plan.kind === 'attempt') count(backing.scheduled, task.plan.event);
  }
  for (const { until, plans } of state.held) {
    holds(!backing.held.has(plans[0]!.event), () => `event ${plans[0]!.event} is held twice`);
    backing.held.set(plans[0]!.event, until);
  }
  return backing;
}

/** No event is stuck: every event that is not settled has pending work. */
export class EventStateCheck implements Check {
  begin({ state }: Account): void {
    const backing = backingOf(state);
    state.events.forEach((event, index) => {
      checkState(state, event, index, backing);
    });
  }

  after({ account }: EngineCall): void {
    this.begin(account);
  }
}

function checkState(state: AccountState, event: WebhookEvent, index: number, backing: Backing): void {
  const { sending, scheduled, held } = backing;
  const details = (): string =>
    `event ${index} is ${event.state} and has ${sending.get(index) ?? 0} in flight, ${scheduled.get(index) ?? 0} scheduled, is held until ${held.get(index)}`;
  holds((sending.get(index) ?? 0) === (event.state === 'sending' ? 1 : 0), details);
  holds(held.has(index) === (event.state === 'held'), details);
  if (event.state === 'scheduled') holds(scheduled.get(index) === 1, details);
  else if (event.state === 'delivered') holds(event.attempts.some(wasAcknowledged), details);
  else if (event.state === 'waiting') checkWaiting(state, event, index);
  else if (event.state === 'held') checkHeld(state, event, index, held.get(index)!);
}

const wasAcknowledged = ({ outcome }: AttemptRecord): boolean => outcome.kind === 'acknowledged';

const stepsOf = (state: AccountState, event: WebhookEvent): readonly OrderStep[] =>
  state.orders[event.orderId - 1]!.steps;

function checkWaiting(state: AccountState, event: WebhookEvent, index: number): void {
  const before = state.events[stepsOf(state, event)[event.step - 1]?.event ?? -1];
  const isAwaited =
    before?.state === 'waiting' ||
    (before?.state === 'sending' && !before.attempts.some(({ plan }) => plan.kind === 'attempt'));
  holds(isAwaited, () => `event ${index} has nothing to wait for; the previous event is ${before?.state}`);
}

function checkHeld(state: AccountState, event: WebhookEvent, index: number, until: string): void {
  const isReleased = stepsOf(state, event).some(
    step => `order.${step.status}` === until && isOut(state.events[step.event]!),
  );
  holds(!isReleased, () => `event ${index} is held until ${until}, which was already sent`);
}

/** True if an event was delivered at least once, or will never be. */
const isOut = (event: WebhookEvent): boolean =>
  event.attempts.length > 0 || event.state === 'dropped' || event.state === 'unsent';
