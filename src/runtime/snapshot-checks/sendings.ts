import { MAX_ATTEMPTS } from '../../domain/assumptions.ts';
import { EVENT_NAMES } from '../../domain/order.ts';
import type { SendPlan } from '../../engine/account-state.ts';
import { planKey } from '../../engine/send-plans.ts';
import { MAX_COPIES } from '../../scenario/faults-and-corruptions.ts';
import type { CheckStep } from '../../storage/account-schema/problems.ts';
import type { SnapshotState } from '../named-snapshots.ts';
import { countProblem, problem, unless } from './parts.ts';

/** The state of an event's next attempt: in flight, in the agenda, or waiting for another event. */
export type PendingState = 'sending' | 'scheduled' | 'held';

/** True for the name of an event, such as `order.delegated`. */
export const isEventName = (name: string): boolean => (EVENT_NAMES as readonly string[]).includes(name);

/** Registers the deliveries that are pending or in flight: each must be unique, and not already made. */
export class Sendings {
  readonly #state: SnapshotState;
  /** The state of the next attempt, by event. */
  readonly next = new Map<number, PendingState>();
  readonly #pending = new Set<string>();
  /** The keys of the deliveries that were made, for events with pending ones. */
  readonly #made = new Map<number, Set<string>>();

  constructor(state: SnapshotState) {
    this.#state = state;
  }

  /** A problem with a plan, or null. */
  planProblem(plan: SendPlan, at: string): CheckStep {
    if (!this.#state.events[plan.event]) return problem(`${at}.event`, `there is no event ${plan.event}`);
    if (plan.replay !== null && !isEventName(plan.replay))
      return problem(`${at}.replay`, 'expected an event such as order.delegated');
    if (plan.kind === 'resend') return countProblem(`${at}.ordinal`, plan.ordinal, 1);
    if (plan.number < 1 || plan.number > MAX_ATTEMPTS) {
      return problem(`${at}.number`, `expected 1 to ${MAX_ATTEMPTS}, found ${plan.number}`);
    }
    if (plan.kind === 'attempt') return null;
    return unless(
      plan.copy >= 2 && plan.copy <= MAX_COPIES,
      `${at}.copy`,
      () => `expected 2 to ${MAX_COPIES}, found ${plan.copy}`,
    );
  }

  /** Registers a pending delivery. Returns a problem if there cannot be such a delivery. */
  add(plan: SendPlan, where: PendingState, at: string): CheckStep {
    const wrong = this.planProblem(plan, at);
    if (wrong) return wrong;
    const key = planKey(plan);
    if (this.#pending.has(key) || this.#madeOf(plan.event).has(key)) {
      return problem(at, `the delivery ${key} occurs twice`);
    }
    this.#pending.add(key);
    // An attempt that copies are ahead of is pending as long as one of them is.
    const isAhead = plan.kind === 'copy' && plan.ahead === true && !this.next.has(plan.event);
    return plan.kind === 'attempt' || isAhead ? this.addAttempt(plan.event, plan.number, where, at) : null;
  }

  /** Registers the next attempt of an event. */
  addAttempt(event: number, number: number, where: PendingState, at: string): CheckStep {
    const found = this.#state.events[event];
    if (!found) return problem(`${at}.event`, `there is no event ${event}`);
    if (this.next.has(event)) return problem(at, `event ${event} has two pending attempts`);
    if (found.state !== where) return problem(at, `event ${event} is ${found.state}, not ${where}`);
    const made = found.attempts.filter(({ plan }) => plan.kind === 'attempt').length;
    this.next.set(event, where);
    return unless(
      number === made + 1,
      `${at}.number`,
      () => `expected ${made + 1}, the next attempt of event ${event}, found ${number}`,
    );
  }

  #madeOf(event: number): ReadonlySet<string> {
    let made = this.#made.get(event);
    if (!made) {
      made = new Set(this.#state.events[event]!.attempts.map(({ plan }) => planKey(plan)));
      this.#made.set(event, made);
    }
    return made;
  }
}
