import { eventPayload } from '../../../../src/contract/json/service-json.ts';
import type { Account } from '../../../../src/core/engine/account.ts';
import { type AccountState, orderOf } from '../../../../src/core/engine/account-state.ts';
import { planKey } from '../../../../src/core/engine/send-plans.ts';
import { renderMessage } from '../../../../src/webhooks/render-message.ts';
import type { EngineCall } from '../world.ts';
import { type Check, holds } from './check.ts';

const EVENT_ID = /^order-(\d+)-(order\.[a-z]+)-[0-9a-f]{12}$/;

/** The bytes of an event never change, and its id is unique and has the right format. */
export class BytesCheck implements Check {
  #bodies: string[] = [];
  readonly #ids = new Set<string>();
  /** The bytes and signatures of deliveries in flight. */
  readonly #sent = new Map<string, string>();

  begin({ state }: Account): void {
    // After a restore there are fewer events; the repeated ones have the same ids.
    this.#bodies = [];
    this.#ids.clear();
    this.#sent.clear();
    this.#makeNew(state);
  }

  after({ account: { state }, kind, command, executed }: EngineCall): void {
    this.#makeNew(state);
    for (const { plan } of executed.effects) this.#sent.set(planKey(plan), rendered(state, plan));
    if (kind !== 'recordAttempt') return;
    const { plan } = command as EngineCall<'recordAttempt'>['command'];
    const before = this.#sent.get(planKey(plan));
    if (before === undefined) return;
    this.#sent.delete(planKey(plan));
    holds(
      before === rendered(state, plan),
      () => `the bytes of ${planKey(plan)} changed while it was in flight`,
    );
    this.#compare(state, plan.event);
  }

  /** Examines every event again. */
  finish({ state }: Account): void {
    for (let index = 0; index < this.#bodies.length; index++) this.#compare(state, index);
  }

  #makeNew(state: AccountState): void {
    for (let index = this.#bodies.length; index < state.events.length; index++) {
      const event = state.events[index]!;
      const payload = eventPayload(state, event);
      const [, orderId, kind] = EVENT_ID.exec(payload.event_id) ?? [];
      const { status } = orderOf(state, event).steps[event.step]!;
      holds(
        orderId === String(event.orderId) && kind === payload.event && kind === `order.${status}`,
        () => `event ${index}, ${status} of order ${event.orderId}, has the id ${payload.event_id}`,
      );
      holds(!this.#ids.has(payload.event_id), () => `two events have the id ${payload.event_id}`);
      this.#ids.add(payload.event_id);
      this.#bodies.push(JSON.stringify(payload));
    }
  }

  #compare(state: AccountState, index: number): void {
    const body = JSON.stringify(eventPayload(state, state.events[index]!));
    holds(body === this.#bodies[index], () => `event ${index} was ${this.#bodies[index]} and is ${body}`);
  }
}

function rendered(state: AccountState, plan: Parameters<typeof renderMessage>[1]): string {
  const { headers, body } = renderMessage(state, plan);
  return `${headers['X-Webhook-Signature']} ${body.toString('latin1')}`;
}
