import type { SendPlan } from '../../engine/account-state.ts';
import { planKey } from '../../engine/send-plans.ts';
import { EVENT_KINDS } from '../../scenario/field-schemas.ts';
import { MAX_COPIES } from '../../scenario/scenario-schema.ts';
import type { CheckStep } from '../../storage/account-schema/problems.ts';
import type { SnapshotState } from '../named-snapshots.ts';
import { countProblem, problem, unless } from './parts.ts';

/** Where the next attempt of an event is: under way, in the agenda, or waiting for another event. */
export type Whereabouts = 'sending' | 'scheduled' | 'held';

/** The first attempt and as many retries as the register allows. */
const MOST_ATTEMPTS = 9;

/** True for `order.delegated` and the others. */
export const isEventName = (name: string): boolean => (EVENT_KINDS as readonly string[]).includes(name);

/** The sendings that are still to come or under way: none is there twice, or was made before. */
export class Sendings {
  readonly #state: SnapshotState;
  /** By event: where its next attempt is. */
  readonly next = new Map<number, Whereabouts>();
  readonly #pending = new Set<string>();
  /** The keys of an event's attempts, for events that have more to come. */
  readonly #made = new Map<number, Set<string>>();

  constructor(state: SnapshotState) {
    this.#state = state;
  }

  /** A problem with a plan, wherever it is. */
  planProblem(plan: SendPlan, at: string): CheckStep {
    if (!this.#state.events[plan.event]) return problem(`${at}.event`, `there is no event ${plan.event}`);
    if (plan.replay !== null && !isEventName(plan.replay))
      return problem(`${at}.replay`, 'expected an event such as order.delegated');
    if (plan.kind === 'resend') return countProblem(`${at}.ordinal`, plan.ordinal, 1);
    if (plan.number < 1 || plan.number > MOST_ATTEMPTS) {
      return problem(`${at}.number`, `expected 1 to ${MOST_ATTEMPTS}, found ${plan.number}`);
    }
    if (plan.kind === 'attempt') return null;
    return unless(
      plan.copy >= 2 && plan.copy <= MAX_COPIES,
      `${at}.copy`,
      () => `expected 2 to ${MAX_COPIES}, found ${plan.copy}`,
    );
  }

  /** Takes down a sending that is to come; a problem where it cannot be. */
  add(plan: SendPlan, where: Whereabouts, at: string): CheckStep {
    const wrong = this.planProblem(plan, at);
    if (wrong) return wrong;
    const key = planKey(plan);
    if (this.#pending.has(key) || this.#madeOf(plan.event).has(key)) {
      return problem(at, `the sending ${key} is there already`);
    }
    this.#pending.add(key);
    return plan.kind === 'attempt' ? this.addAttempt(plan.event, plan.number, where, at) : null;
  }

  /** Takes down the next attempt of an event. */
  addAttempt(event: number, number: number, where: Whereabouts, at: string): CheckStep {
    const found = this.#state.events[event];
    if (!found) return problem(`${at}.event`, `there is no event ${event}`);
    if (this.next.has(event)) return problem(at, `event ${event} has another attempt to come`);
    if (found.state !== where) return problem(at, `event ${event} is ${found.state}, not ${where}`);
    const made = found.attempts.filter(({ plan }) => plan.kind === 'attempt').length;
    this.next.set(event, where);
    return unless(number === made + 1, `${at}.number`, () => `event ${event} had ${made} attempts so far`);
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
