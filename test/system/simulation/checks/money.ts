import type { Account } from '../../../../src/core/engine/account.ts';
import type { LedgerEntry } from '../../../../src/core/engine/account-state.ts';
import type { EngineCall } from '../world.ts';
import { type Check, holds } from './check.ts';

/** The balance is the sum of the ledger; each order has one debit, and at most one refund, only if it failed. */
export class MoneyCheck implements Check {
  #rows = 0;
  #sumSun = 0;
  #lastMs = 0;
  readonly #debited = new Set<number>();
  readonly #refunded = new Set<number>();

  begin(account: Account): void {
    this.#rows = 0;
    this.#sumSun = 0;
    this.#lastMs = 0;
    this.#debited.clear();
    this.#refunded.clear();
    this.#look(account);
  }

  after({ account }: EngineCall): void {
    this.#look(account);
  }

  #look(account: Account): void {
    const { ledger, balanceSun, orders } = account.state;
    for (; this.#rows < ledger.length; this.#rows++) this.#row(account, ledger[this.#rows]!);
    holds(
      ledger.length === this.#rows,
      () => `the ledger lost entries: ${this.#rows} before, ${ledger.length} now`,
    );
    holds(
      balanceSun === this.#sumSun,
      () => `the ledger sums to ${this.#sumSun} sun, the balance is ${balanceSun}`,
    );
    holds(
      this.#debited.size === orders.length,
      () => `${this.#debited.size} debits for ${orders.length} orders`,
    );
    let refunds = 0;
    for (const order of orders) if (order.refund) refunds += 1;
    holds(
      refunds === this.#refunded.size,
      () => `${refunds} orders are refunded, ${this.#refunded.size} entries say so`,
    );
  }

  #row(account: Account, row: LedgerEntry): void {
    const { amountSun, balanceSun, atMs, kind } = row;
    const details = (): string => JSON.stringify(row);
    this.#sumSun += amountSun;
    holds(Number.isSafeInteger(amountSun), () => `an amount is not a whole number of sun: ${details()}`);
    holds(balanceSun === this.#sumSun, () => `a running balance should be ${this.#sumSun}: ${details()}`);
    holds(balanceSun >= 0, () => `a balance is below zero: ${details()}`);
    holds(
      atMs >= this.#lastMs && atMs <= account.state.nowMs,
      () => `the time of an entry is wrong: ${details()}`,
    );
    holds(
      (kind === 'opening') === (this.#rows === 0),
      () => `an opening that is not the first entry: ${details()}`,
    );
    this.#lastMs = atMs;
    if (kind === 'debit') this.#debit(account, row);
    else if (kind === 'refund') this.#refund(account, row);
    else holds(row.orderId === null, () => `an entry that should not have an order has one: ${details()}`);
  }

  #debit(account: Account, row: LedgerEntry): void {
    const order = account.orderById(row.orderId ?? 0);
    const details = (): string => JSON.stringify(row);
    holds(order !== null, () => `a debit without an order: ${details()}`);
    holds(!this.#debited.has(order.id), () => `a second debit of an order: ${details()}`);
    holds(
      row.amountSun === -order.priceSun,
      () => `a debit of another amount than ${order.priceSun}: ${details()}`,
    );
    holds(row.atMs === order.steps[0]?.atMs, () => `a debit at another time than its order: ${details()}`);
    this.#debited.add(order.id);
  }

  #refund(account: Account, row: LedgerEntry): void {
    const order = account.orderById(row.orderId ?? 0);
    const details = (): string => JSON.stringify(row);
    holds(order !== null, () => `a refund without an order: ${details()}`);
    holds(!this.#refunded.has(order.id), () => `a second refund of an order: ${details()}`);
    holds(
      row.amountSun === order.priceSun,
      () => `a refund of another amount than ${order.priceSun}: ${details()}`,
    );
    holds(
      order.steps.at(-1)?.status === 'failed',
      () => `a refund of an order that has not failed: ${details()}`,
    );
    holds(order.refund?.atMs === row.atMs, () => `a refund that its order does not have: ${details()}`);
    this.#refunded.add(order.id);
  }
}
