import type { Settings } from '../../../src/domain/assumptions.ts';
import { isRefusal } from '../../../src/domain/errors.ts';
import type { Account } from '../../../src/engine/account.ts';
import type { Order } from '../../../src/engine/account-state.ts';
import type { OrderRequest } from '../../../src/engine/orders.ts';
import type { Passage } from '../world.ts';
import { type Check, holds } from './check.ts';

/** What an order costs, worked out apart from the engine; null where it cannot be had. */
function priceOf(
  settings: Settings,
  packageId: number | null,
  energy: number,
  minutes: number,
): number | null {
  const pack = settings.packages.find(one => one.id === packageId && one.active);
  const baseSun =
    packageId === null
      ? energy * (settings.custom_prices_sun_per_energy[minutes] ?? Number.NaN)
      : (pack?.pricesSun[minutes] ?? Number.NaN);
  const hundredths = Math.round(settings.discount_percent * 100);
  const discountSun = Math.floor((baseSun * hundredths + 5_000) / 10_000);
  return Number.isNaN(baseSun) ? null : baseSun - discountSun;
}

/** What was accepted may be accepted and is what was asked for; a repeat is its order; only the poor are told so. */
export class AcceptanceCheck implements Check {
  #orders = 0;

  begin(account: Account): void {
    this.#orders = account.state.orders.length;
  }

  after(passage: Passage): void {
    const { account, kind } = passage;
    if (kind === 'placeOrder') {
      const { command, executed } = passage as Passage<'placeOrder'>;
      this.#result(account, command.request, executed.reply, 'single', command.keyId);
    } else if (kind === 'placeBulk') {
      const { command, executed } = passage as Passage<'placeBulk'>;
      executed.reply.outcomes.forEach(({ result }, index) => {
        const { request } = command.items[index]!;
        if (request) this.#result(account, request, result, 'bulk', command.keyId);
        else holds(isRefusal(result), () => 'an item that is no order was accepted');
      });
    }
    holds(
      account.state.orders.length === this.#orders,
      () => `${account.state.orders.length} orders, where ${this.#orders} were accepted`,
    );
  }

  #result(
    account: Account,
    request: OrderRequest,
    result: Passage<'placeOrder'>['executed']['reply'],
    kind: 'single' | 'bulk',
    keyId: string,
  ): void {
    const named = request.externalId === null ? null : account.orderByExternalId(request.externalId);
    if (isRefusal(result)) {
      const { state } = account;
      if (result.error !== 'INSUFFICIENT_BALANCE' || kind === 'bulk') return;
      const minutes = request.durationMinutes ?? 60;
      const priceSun = priceOf(state.settings, request.packageId ?? null, request.energyAmount ?? 0, minutes);
      holds(
        priceSun !== null && priceSun > state.balanceSun,
        () => `${priceSun} sun were thought too much: ${result.explain}`,
      );
      return;
    }
    const { order, idempotent } = result;
    const said = (): string => `${JSON.stringify(request)} became ${JSON.stringify(order)}`;
    holds(order === account.orderById(order.id), () => `an order that is not in its place: ${said()}`);
    holds(order.externalId === request.externalId, () => `another external_id: ${said()}`);
    holds(request.externalId === null || named === order, () => `the index has another order: ${said()}`);
    if (idempotent) {
      holds(order.id <= this.#orders && request.externalId !== null, () => `a repeat of nothing: ${said()}`);
      return;
    }
    // The simulated keys bear their ids as names.
    const keyName = account.state.keys.some(key => key.id === keyId) ? keyId : '';
    holds(order.key === keyName, () => `made by ${keyName}: ${said()}`);
    this.#orders += 1;
    holds(order.id === this.#orders, () => `ids do not ascend: ${said()}`);
    this.#fresh(account, request, order, kind, said);
  }

  #fresh(
    account: Account,
    request: OrderRequest,
    order: Order,
    kind: 'single' | 'bulk',
    said: () => string,
  ): void {
    const { settings, inactiveAddresses } = account.state;
    const { packageId, energyAmount, durationMinutes, priceSun } = order;
    holds(
      order.address === request.address && packageId === (request.packageId ?? null),
      () => `not as asked: ${said()}`,
    );
    const pack = settings.packages.find(one => one.id === packageId);
    holds(energyAmount === (request.energyAmount ?? pack?.energyAmount), () => `another amount: ${said()}`);
    holds(
      durationMinutes === (request.durationMinutes ?? this.#usualMinutes(settings, order, kind)),
      () => `another duration: ${said()}`,
    );
    holds(
      priceSun === priceOf(settings, packageId, energyAmount, durationMinutes),
      () => `another price: ${said()}`,
    );
    holds(!inactiveAddresses.includes(order.address), () => `an inactive recipient: ${said()}`);
    holds(
      !settings.deny_unknown || settings.active_addresses.includes(order.address),
      () => `an unknown recipient: ${said()}`,
    );
    if (packageId !== null) return;
    const { custom_energy_min: min, custom_energy_max: max, custom_energy_step: step } = settings;
    holds(settings.custom_energy_enabled, () => `custom Energy is disabled: ${said()}`);
    holds(
      energyAmount >= min && energyAmount <= max && energyAmount % step === 0,
      () => `no such amount: ${said()}`,
    );
    holds(
      durationMinutes === 60 || (kind === 'bulk' && !settings.custom_sixty_only),
      () => `no such duration: ${said()}`,
    );
  }

  /** Bulk items take 15 minutes where they name none, single orders 60; custom ones where only 60 are allowed, too. */
  #usualMinutes(settings: Settings, order: Order, kind: 'single' | 'bulk'): number {
    return kind === 'bulk' && !(order.packageId === null && settings.custom_sixty_only) ? 15 : 60;
  }
}
