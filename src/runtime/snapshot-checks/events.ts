import type { AttemptRecord, WebhookEvent } from '../../engine/account-state.ts';
import { isAcknowledged, isFirstAttemptOver } from '../../engine/event-progress.ts';
import { planKey } from '../../engine/send-plans.ts';
import { orderById } from '../../engine/state-lookup.ts';
import type { CheckStep } from '../../storage/account-schema/problems.ts';
import type { SnapshotState } from '../named-snapshots.ts';
import { countProblem, pastProblem, problem, unless } from './parts.ts';
import type { Sendings } from './sendings.ts';

/** The id of an epoch, or the seed that events of older versions have instead. */
const EPOCH = /^([0-9a-f]{10}$|seed:)/;

/** Checks that events belong to steps of orders, and checks their deliveries. */
export function* eventSteps(state: SnapshotState, sendings: Sendings): Generator<CheckStep> {
  for (const [index, event] of state.events.entries()) {
    const at = `events[${index}]`;
    const step = orderById(state, event.orderId)?.steps[event.step];
    yield unless(
      step?.event === index,
      at,
      () => `step ${event.step} of order ${event.orderId} does not refer to this event`,
    );
    yield unless(EPOCH.test(event.epoch), `${at}.epoch`, () => 'expected the id of an epoch');
    yield* attemptSteps(state, event, index, sendings);
  }
}

/** Checks that the deliveries of an event are distinct, and that attempts are numbered in order without gaps. */
function* attemptSteps(
  { nowMs }: SnapshotState,
  { attempts }: WebhookEvent,
  event: number,
  sendings: Sendings,
): Generator<CheckStep> {
  const keys = new Set<string>();
  let number = 0;
  let sinceMs = 0;
  for (const [index, { plan, atMs, outcome }] of attempts.entries()) {
    const at = `events[${event}].attempts[${index}]`;
    yield sendings.planProblem(plan, `${at}.plan`) ?? pastProblem(`${at}.atMs`, atMs, sinceMs, nowMs);
    yield unless(plan.event === event, `${at}.plan.event`, () => `expected ${event}, found ${plan.event}`);
    if (plan.kind === 'attempt') number += 1;
    yield unless(
      plan.kind !== 'attempt' || plan.number === number,
      `${at}.plan.number`,
      () => `expected ${number}`,
    );
    yield unless(!keys.has(planKey(plan)), `${at}.plan`, () => `the delivery ${planKey(plan)} occurs twice`);
    yield outcomeProblem(outcome, `${at}.outcome`);
    keys.add(planKey(plan));
    sinceMs = atMs;
  }
}

function outcomeProblem({ status, durationMs }: AttemptRecord['outcome'], at: string): CheckStep {
  if (status !== null && (status < 100 || status > 999)) {
    return problem(`${at}.status`, `expected an HTTP status from 100 to 999, found ${status}`);
  }
  return countProblem(`${at}.durationMs`, durationMs);
}

/** Checks that the states of events agree with their pending deliveries, which must have been registered before. */
export function* eventStateSteps(state: SnapshotState, { next }: Sendings): Generator<CheckStep> {
  for (const [index, event] of state.events.entries()) {
    const at = `events[${index}].state`;
    const isPending = event.state === 'sending' || event.state === 'scheduled' || event.state === 'held';
    yield unless(
      !isPending || next.get(index) === event.state,
      at,
      () => `the event is ${event.state}, but none of its attempts is`,
    );
    yield unless(
      event.state !== 'delivered' || isAcknowledged(event),
      at,
      () => 'the event is delivered, but none of its deliveries was acknowledged',
    );
    yield unless(
      event.state !== 'waiting' || mustWait(state, event),
      at,
      () => 'the event is waiting, but the first attempt of the previous event is complete',
    );
  }
}

/** True if an event must wait for the first attempt of the previous event. */
function mustWait(state: SnapshotState, { orderId, step }: WebhookEvent): boolean {
  const before = orderById(state, orderId)!.steps[step - 1];
  return before !== undefined && !isFirstAttemptOver(state.events[before.event]!);
}
