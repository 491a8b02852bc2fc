import type { Account } from '../../../../src/core/engine/account.ts';
import type {
  AccountState,
  AttemptPlan,
  AttemptRecord,
  SendPlan,
  WebhookEvent,
} from '../../../../src/core/engine/account-state.ts';
import { planKey } from '../../../../src/core/engine/send-plans.ts';
import type { EngineCall } from '../world.ts';
import { type Check, holds } from './check.ts';

const MOST_ATTEMPTS = 9;

/** Attempts are numbered 1 to 9 without a gap, retries are due as configured, and every delivery is accounted for. */
export class DeliveryCheck implements Check {
  #attempts: (readonly AttemptRecord[])[] = [];
  readonly #inFlight = new Map<string, SendPlan>();
  /** The keys of all deliveries so far; each is used once. */
  readonly #names = new Set<string>();

  begin({ state }: Account): void {
    this.#attempts = [];
    this.#inFlight.clear();
    this.#names.clear();
    for (const plan of Object.values(state.inFlight)) {
      this.#inFlight.set(planKey(plan), plan);
      this.#names.add(planKey(plan));
    }
    state.events.forEach((event, index) => {
      for (const { plan } of event.attempts) this.#names.add(planKey(plan));
      this.#attempts[index] = event.attempts;
      checkNumbers(event, index);
    });
  }

  after(call: EngineCall): void {
    const { account, kind, executed } = call;
    const answered = kind === 'recordAttempt' ? (call as EngineCall<'recordAttempt'>) : null;
    const wasUnderWay = answered !== null && this.#inFlight.delete(planKey(answered.command.plan));
    for (const { plan } of executed.effects) this.#sent(account.state, plan);
    if (answered) this.#recorded(answered, wasUnderWay);
    const { events, inFlight } = account.state;
    for (let index = 0; index < events.length; index++) {
      const { attempts } = events[index]!;
      const seen = this.#attempts[index];
      if (attempts === seen) continue;
      holds(
        seen === undefined || kind === 'recordAttempt',
        () => `event ${index} has an attempt that was never made`,
      );
      holds(
        (seen ?? []).every((one, place) => attempts[place] === one),
        () => `attempts of event ${index} were rewritten`,
      );
      checkNumbers(events[index]!, index);
      this.#attempts[index] = attempts;
    }
    const names = Object.keys(inFlight);
    holds(
      names.length === this.#inFlight.size && names.every(name => this.#inFlight.has(name)),
      () => `in flight are ${[...this.#inFlight.keys()]}, the state has ${names}`,
    );
  }

  #sent(state: AccountState, plan: SendPlan): void {
    const name = planKey(plan);
    holds(!this.#names.has(name), () => `two deliveries have the key ${name}`);
    this.#names.add(name);
    this.#inFlight.set(name, plan);
    // A scenario may have delayed it.
    if (plan.kind === 'attempt' && plan.number === 1 && plan.source === null) this.#checkTurn(state, plan);
  }

  /** A first attempt waits for that of the order's previous event, unless the previous one is delayed or held. */
  #checkTurn(state: AccountState, plan: AttemptPlan): void {
    const { orderId, step } = state.events[plan.event]!;
    const before = state.orders[orderId - 1]!.steps[step - 1];
    const isUnanswered =
      before !== undefined &&
      (this.#inFlight.has(`${before.event}:1`) || state.events[before.event]!.state === 'waiting');
    holds(
      !isUnanswered,
      () => `event ${plan.event} was sent before the first attempt of event ${before?.event} was complete`,
    );
  }

  /** What must follow from an outcome: nothing, a retry at the configured time, or the final state. */
  #recorded(call: EngineCall<'recordAttempt'>, wasUnderWay: boolean): void {
    const { state } = call.account;
    const { plan, outcome } = call.command;
    const event = state.events[plan.event];
    const before = this.#attempts[plan.event]?.length ?? 0;
    const booked = (event?.attempts.length ?? 0) - before;
    holds(
      booked === (wasUnderWay ? 1 : 0),
      () => `an outcome of ${planKey(plan)} was recorded ${booked} times`,
    );
    if (!wasUnderWay || !event || plan.kind !== 'attempt') return;
    if (outcome.kind === 'acknowledged') {
      holds(event.state === 'delivered', () => `event ${plan.event} was acknowledged and is ${event.state}`);
      return;
    }
    const delayMs = state.settings.webhook_retry_delays_ms[plan.number - 1];
    if (delayMs === undefined) {
      holds(event.state === 'exhausted', () => `event ${plan.event} has no retry left and is ${event.state}`);
      return;
    }
    const retries = state.agenda.filter(task => task.kind === 'retry' && task.event === plan.event);
    const next = retries.filter(task => task.kind === 'retry' && task.number === plan.number + 1);
    holds(
      event.state === 'scheduled' && next.length === 1 && next[0]!.dueMs === state.nowMs + delayMs,
      () =>
        `attempt ${plan.number} of event ${plan.event} failed at ${state.nowMs}; its retries: ${JSON.stringify(retries)}`,
    );
  }
}

/** Attempts, except copies and resends, are numbered 1, 2, 3 … in the order of their outcomes. */
function checkNumbers({ attempts }: WebhookEvent, index: number): void {
  const numbers = attempts.flatMap(({ plan }) => (plan.kind === 'attempt' ? [plan.number] : []));
  const details = (): string => `attempts of event ${index} are numbered ${numbers}`;
  holds(numbers.length <= MOST_ATTEMPTS && numbers.every((number, place) => number === place + 1), details);
  holds(
    attempts.every((one, place) => place === 0 || one.atMs >= attempts[place - 1]!.atMs),
    () => `attempts of event ${index} went back in time`,
  );
}
