import type { AttemptRecord, WebhookEvent } from '../../engine/account-state.ts';
import { planKey } from '../../engine/send-plans.ts';
import { orderById } from '../../engine/state-lookup.ts';
import type { CheckStep } from '../../storage/account-schema/problems.ts';
import type { SnapshotState } from '../named-snapshots.ts';
import { countProblem, pastProblem, problem, unless } from './parts.ts';
import type { Sendings } from './sendings.ts';

/** The id of an epoch, or the seed that stands in its place in events of older versions. */
const EPOCH = /^([0-9a-f]{10}$|seed:)/;

/** True where an event was sent at least once, or never will be. */
export const isOut = ({ attempts, state }: WebhookEvent): boolean =>
  attempts.length > 0 || state === 'dropped' || state === 'unsent';

const isAcknowledged = ({ attempts }: WebhookEvent): boolean =>
  attempts.some(({ outcome }) => outcome.kind === 'acknowledged');

/** Checks that events belong to steps of orders, and what was sent of them. */
export function* eventSteps(state: SnapshotState, sendings: Sendings): Generator<CheckStep> {
  for (const [index, event] of state.events.entries()) {
    const at = `events[${index}]`;
    const step = orderById(state, event.orderId)?.steps[event.step];
    yield unless(
      step?.event === index,
      at,
      () => `it is not that of step ${event.step} of an order ${event.orderId}`,
    );
    yield unless(EPOCH.test(event.epoch), `${at}.epoch`, () => 'expected the id of an epoch');
    yield* attemptSteps(state, event, index, sendings);
  }
}

/** Attempts have names of their own and are numbered without a gap in the order in which they were answered. */
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
    yield unless(!keys.has(planKey(plan)), `${at}.plan`, () => `the sending ${planKey(plan)} is there twice`);
    yield outcomeProblem(outcome, `${at}.outcome`);
    keys.add(planKey(plan));
    sinceMs = atMs;
  }
}

function outcomeProblem({ status, durationMs }: AttemptRecord['outcome'], at: string): CheckStep {
  if (status !== null && (status < 100 || status > 999)) {
    return problem(`${at}.status`, `expected the status of an HTTP answer, found ${status}`);
  }
  return countProblem(`${at}.durationMs`, durationMs);
}

/** Checks that an event's state agrees with what is to come of it; to be asked once all of that was taken down. */
export function* eventStateSteps(state: SnapshotState, { next }: Sendings): Generator<CheckStep> {
  for (const [index, event] of state.events.entries()) {
    const at = `events[${index}].state`;
    const isPending = event.state === 'sending' || event.state === 'scheduled' || event.state === 'held';
    yield unless(
      !isPending || next.get(index) === event.state,
      at,
      () => `it is ${event.state}, but no attempt of it is`,
    );
    yield unless(
      event.state !== 'delivered' || isAcknowledged(event),
      at,
      () => 'it is delivered, but no attempt was acknowledged',
    );
    yield unless(
      event.state !== 'waiting' || isAwaited(state, event),
      at,
      () => 'it waits, but the event before it was answered',
    );
  }
}

/** True where the event before is still to be answered. */
function isAwaited(state: SnapshotState, { orderId, step }: WebhookEvent): boolean {
  const before = orderById(state, orderId)!.steps[step - 1];
  const event = before && state.events[before.event]!;
  if (!event) return false;
  if (event.state === 'waiting') return true;
  return event.state === 'sending' && !event.attempts.some(({ plan }) => plan.kind === 'attempt');
}
