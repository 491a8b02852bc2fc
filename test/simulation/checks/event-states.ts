import type { Account } from '../../../src/engine/account.ts';
import type {
  AccountState,
  AttemptRecord,
  OrderStep,
  WebhookEvent,
} from '../../../src/engine/account-state.ts';
import type { Passage } from '../world.ts';
import { type Check, holds } from './check.ts';

/** What stands behind events' states: how many attempts there are of each event, and where. */
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

/** No event is stuck: whatever is not at rest has something that will bring it on. */
export class EventStateCheck implements Check {
  begin({ state }: Account): void {
    const backing = backingOf(state);
    state.events.forEach((event, index) => {
      checkState(state, event, index, backing);
    });
  }

  after({ account }: Passage): void {
    this.begin(account);
  }
}

function checkState(state: AccountState, event: WebhookEvent, index: number, backing: Backing): void {
  const { sending, scheduled, held } = backing;
  const said = (): string =>
    `event ${index} is ${event.state} and has ${sending.get(index) ?? 0} under way, ${scheduled.get(index) ?? 0} scheduled, is held until ${held.get(index)}`;
  holds((sending.get(index) ?? 0) === (event.state === 'sending' ? 1 : 0), said);
  holds(held.has(index) === (event.state === 'held'), said);
  if (event.state === 'scheduled') holds(scheduled.get(index) === 1, said);
  else if (event.state === 'delivered') holds(event.attempts.some(wasAcknowledged), said);
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
  holds(isAwaited, () => `event ${index} waits for nothing; the one before is ${before?.state}`);
}

function checkHeld(state: AccountState, event: WebhookEvent, index: number, until: string): void {
  const isReleased = stepsOf(state, event).some(
    step => `order.${step.status}` === until && isOut(state.events[step.event]!),
  );
  holds(!isReleased, () => `event ${index} is held until ${until}, which is out`);
}

/** Answered at least once, or never to be. */
const isOut = (event: WebhookEvent): boolean =>
  event.attempts.length > 0 || event.state === 'dropped' || event.state === 'unsent';
