import { type ErrorCode, isRefusal } from '../../../../src/core/domain/error-codes.ts';
import type { Account } from '../../../../src/core/engine/account.ts';
import type { Order } from '../../../../src/core/engine/account-state.ts';
import type { RequestFields } from '../../../../src/core/engine/request/service-request.ts';
import type { RequestRule } from '../../../../src/core/scenario/choose-rule.ts';
import type { EngineCall } from '../world.ts';
import { type Check, holds } from './check.ts';
import { minutesOf, orderRefusal, priceOf } from './offers.ts';
import { type Placement, placementsOf } from './placements.ts';

/** The expected result of a requested order. */
type Expected =
  | { readonly kind: 'refused'; readonly error: ErrorCode }
  | { readonly kind: 'repeat'; readonly order: Order; readonly mismatch: boolean }
  | { readonly kind: 'new' };

const refused = (error: ErrorCode): Expected => ({ kind: 'refused', error });

/** True if a repeat differs from the existing order. */
function differs(
  order: Order,
  { address, packageId, energyAmount, durationMinutes }: RequestFields,
): boolean {
  const amount = order.packageId === null ? order.energyAmount : null;
  const pairs = [
    [packageId, order.packageId],
    [energyAmount, amount],
    [durationMinutes, order.durationMinutes],
  ];
  return address !== order.address || pairs.some(([asked, had]) => asked !== null && asked !== had);
}

/** The code with which a rule fails an item without processing it. */
const scriptedCode = ({ commit, reply }: RequestRule): ErrorCode | null => {
  if (commit || !reply || (reply.status ?? reply.error ?? reply.body) === undefined) return null;
  return reply.error ?? 'SERVICE_UNAVAILABLE';
};

/** Orders are accepted only as requested, repeats return their order, and refusals have the right reason. */
export class AcceptanceCheck implements Check {
  #orders = 0;

  begin(account: Account): void {
    this.#orders = account.state.orders.length;
  }

  after(call: EngineCall): void {
    const { account } = call;
    const placements = placementsOf(call);
    placements.forEach((placement, index) => {
      this.#placement(account, placement, balanceBefore(account, placements.slice(index)));
    });
    holds(
      account.state.orders.length === this.#orders,
      () => `${account.state.orders.length} orders, but ${this.#orders} were accepted`,
    );
  }

  #placement(account: Account, placement: Placement, balanceSun: number): void {
    const { fields, result, keyId } = placement;
    const expected = this.#expected(account, placement, balanceSun);
    const details = (): string =>
      `${JSON.stringify(fields)} became ${JSON.stringify(result)}, expected ${JSON.stringify(expected)}`;
    if (isRefusal(result)) {
      holds(
        expected.kind === 'refused' && expected.error === result.error,
        () => `refused wrongly: ${details()}`,
      );
      return;
    }
    const { order, idempotent, mismatch } = result;
    holds(order === account.orderById(order.id), () => `an order that is not found by its id: ${details()}`);
    holds(order.externalId === fields.externalId, () => `another external_id: ${details()}`);
    holds(
      fields.externalId === null || account.orderByExternalId(fields.externalId) === order,
      () => `the index finds another order: ${details()}`,
    );
    holds(expected.kind === (idempotent ? 'repeat' : 'new'), () => `accepted wrongly: ${details()}`);
    if (expected.kind === 'repeat') {
      holds(
        order === expected.order && mismatch === expected.mismatch,
        () => `repeated wrongly: ${details()}`,
      );
      return;
    }
    // The simulated keys have their ids as names.
    const keyName = account.state.keys.some(key => key.id === keyId) ? keyId : '';
    holds(order.key === keyName, () => `created by ${keyName}: ${details()}`);
    this.#orders += 1;
    holds(order.id === this.#orders, () => `ids do not ascend: ${details()}`);
    holds(!mismatch, () => `a new order that differs: ${details()}`);
    checkTerms(account, placement, order, details);
  }

  #expected(account: Account, placement: Placement, balanceSun: number): Expected {
    const { fields, problem, remarks, violations, kind, rule } = placement;
    const { settings } = account.state;
    if (problem) return refused(problem.error);
    const scripted = rule && scriptedCode(rule);
    if (scripted) return refused(scripted);
    const named = violations.some(one => one.field === 'external_id') ? null : this.#known(account, fields);
    if (named) {
      const mismatch = violations.length > 0 || differs(named, fields);
      const isRejected = mismatch && settings.idempotency_mismatch === 'reject';
      return isRejected ? refused('EXTERNAL_ID_INVALID') : { kind: 'repeat', order: named, mismatch };
    }
    if (remarks.length > 0 && settings.unknown_fields === 'reject') return refused('INVALID_JSON');
    const [violation] = violations;
    const refusal = violation?.error ?? orderRefusal(account, fields, kind, balanceSun);
    return refusal ? refused(refusal) : { kind: 'new' };
  }

  /** The order that had an external_id before the call. */
  #known(account: Account, { externalId }: RequestFields): Order | null {
    const { orders } = account.state;
    return (
      orders.slice(0, this.#orders).find(one => externalId !== null && one.externalId === externalId) ?? null
    );
  }
}

/** The balance before the first of some orders, whose prices were debited since. */
function balanceBefore({ state }: Account, placements: readonly Placement[]): number {
  let balanceSun = state.balanceSun;
  for (const { result } of placements)
    if (!isRefusal(result) && !result.idempotent) balanceSun += result.order.priceSun;
  return balanceSun;
}

/** A new order has the requested terms, at the account's price. */
function checkTerms(
  { state }: Account,
  { fields, kind }: Placement,
  order: Order,
  details: () => string,
): void {
  const { settings } = state;
  const { packageId, energyAmount, durationMinutes, priceSun } = order;
  holds(
    order.address === fields.address && packageId === fields.packageId,
    () => `not as requested: ${details()}`,
  );
  const pack = settings.packages.find(one => one.id === packageId);
  holds(energyAmount === (fields.energyAmount ?? pack?.energyAmount), () => `another amount: ${details()}`);
  holds(durationMinutes === minutesOf(settings, fields, kind), () => `another duration: ${details()}`);
  holds(
    priceSun === priceOf(settings, packageId, energyAmount, durationMinutes),
    () => `another price: ${details()}`,
  );
}
