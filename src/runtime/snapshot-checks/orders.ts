import { isRecipient } from '../../domain/address.ts';
import { isExternalId } from '../../domain/external-id.ts';
import { isLegalEdge, TRANSITIONS } from '../../domain/order.ts';
import { timeZone } from '../../domain/setting-checks.ts';
import type { Order } from '../../engine/account-state.ts';
import { type CheckStep, shown } from '../../storage/account-schema/problems.ts';
import type { SnapshotState } from '../named-snapshots.ts';
import { countProblem, pastProblem, problem, unless } from './parts.ts';

/** Checks the fields, timelines, lifecycles and refunds of orders. */
class OrderCheck {
  readonly #state: SnapshotState;
  readonly #externalIds = new Set<string>();
  readonly #timeZones = new Set<string>();

  constructor(state: SnapshotState) {
    this.#state = state;
  }

  *steps(): Generator<CheckStep> {
    const { orders, firstOrderId } = this.#state;
    yield countProblem('firstOrderId', firstOrderId, 1);
    for (const [index, order] of orders.entries()) {
      const at = `orders[${index}]`;
      const expectedId = firstOrderId + index;
      yield unless(order.id === expectedId, `${at}.id`, () => `expected ${expectedId}, found ${order.id}`);
      yield this.#names(order, at) ?? this.#amounts(order, at);
      yield this.#timeZone(order, at);
      yield* this.#timeline(order, at);
      yield this.#lifecycle(order, at) ?? this.#refund(order, at);
    }
  }

  #names({ externalId, address, scenario }: Order, at: string): CheckStep {
    if (externalId !== null) {
      if (!isExternalId(externalId)) {
        return problem(`${at}.externalId`, `expected an external_id, found ${shown(externalId)}`);
      }
      if (this.#externalIds.has(externalId)) {
        return problem(`${at}.externalId`, `an earlier order already has the external_id ${externalId}`);
      }
      this.#externalIds.add(externalId);
    }
    if (!isRecipient(address)) {
      return problem(`${at}.address`, `expected a TRON address, found ${shown(address)}`);
    }
    const { picked } = this.#state;
    return unless(
      scenario >= -1 && scenario < picked.length,
      `${at}.scenario`,
      () => `there is no scenario with index ${scenario} in picked`,
    );
  }

  #amounts({ packageId, energyAmount, durationMinutes, priceSun }: Order, at: string): CheckStep {
    return (
      countProblem(`${at}.packageId`, packageId ?? 1, 1) ??
      countProblem(`${at}.energyAmount`, energyAmount, 1) ??
      unless(
        durationMinutes >= 1 && durationMinutes <= 999_999,
        `${at}.durationMinutes`,
        () => `expected 1 to 999999, found ${durationMinutes}`,
      ) ??
      unless(priceSun >= 0, `${at}.priceSun`, () => `expected 0 or more, found ${priceSun}`)
    );
  }

  #timeZone({ timeZone: zone }: Order, at: string): CheckStep {
    if (this.#timeZones.has(zone)) return null;
    const wrong = timeZone.problem(zone);
    if (wrong !== null) return problem(`${at}.timeZone`, wrong);
    this.#timeZones.add(zone);
    return null;
  }

  *#timeline({ id, steps }: Order, at: string): Generator<CheckStep> {
    const { events, nowMs } = this.#state;
    yield unless(steps.length > 0, `${at}.steps`, () => 'expected at least one state');
    for (const [index, { status, atMs, event }] of steps.entries()) {
      const here = `${at}.steps[${index}]`;
      const before = steps[index - 1];
      const allowed = before ? TRANSITIONS[before.status] : ['processing'];
      yield unless(
        before ? isLegalEdge(before.status, status) : status === 'processing',
        `${here}.status`,
        () => `expected ${allowed.join(' or ') || `no state after ${before?.status}`}, found ${status}`,
      );
      yield pastProblem(`${here}.atMs`, atMs, before?.atMs ?? 0, nowMs);
      const found = events[event];
      yield unless(
        found?.orderId === id && found.step === index,
        `${here}.event`,
        () => `event ${event} does not belong to this step`,
      );
    }
  }

  /** Checks that an order is in the state that its position in its lifecycle implies. */
  #lifecycle({ lifecycle, position, steps }: Order, at: string): CheckStep {
    const found = this.#state.lifecycles[lifecycle];
    if (lifecycle < -1 || (lifecycle >= 0 && !found)) {
      return problem(`${at}.lifecycle`, `there is no lifecycle with index ${lifecycle}`);
    }
    if (position === -1) return null;
    if (!found || position < 0 || position > found.steps.length) {
      return problem(`${at}.position`, `lifecycle ${lifecycle} has no position ${position}`);
    }
    const expected = position === 0 ? 'processing' : found.steps[position - 1]!.to;
    return unless(
      steps.at(-1)?.status === expected,
      `${at}.position`,
      () =>
        `at position ${position} of its lifecycle, an order is in ${expected}, not in ${steps.at(-1)?.status}`,
    );
  }

  #refund({ refund, steps }: Order, at: string): CheckStep {
    if (!refund) return null;
    const last = steps.at(-1)!;
    if (last.status !== 'failed') {
      return problem(
        `${at}.refund`,
        `only a failed order can be refunded, but this one is in ${last.status}`,
      );
    }
    return pastProblem(
      `${at}.refund.atMs`,
      refund.atMs,
      last.atMs,
      refund.atOnce ? last.atMs : this.#state.nowMs,
    );
  }
}

/** Checks the orders. */
export const orderSteps = (state: SnapshotState): Generator<CheckStep> => new OrderCheck(state).steps();
