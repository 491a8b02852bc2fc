import type { LedgerEntry } from '../../engine/account-state.ts';
import { orderById } from '../../engine/state-lookup.ts';
import type { CheckStep } from '../../storage/account-schema/problems.ts';
import type { SnapshotState } from '../named-snapshots.ts';
import { pastProblem, problem, unless } from './parts.ts';

/** Checks that all balances add up, and that the ledger and the orders have the same debits and refunds. */
class LedgerCheck {
  readonly #state: SnapshotState;
  #balanceSun = 0;
  #lastMs = 0;
  #debits = 0;
  readonly #refunded = new Set<number>();

  constructor(state: SnapshotState) {
    this.#state = state;
  }

  *steps(): Generator<CheckStep> {
    const { ledger, balanceSun, orders, nowMs } = this.#state;
    for (const [index, row] of ledger.entries()) {
      const at = `ledger[${index}]`;
      yield this.#amounts(row, at) ?? pastProblem(`${at}.atMs`, row.atMs, this.#lastMs, nowMs);
      yield this.#kind(row, index, at);
      this.#lastMs = row.atMs;
    }
    yield unless(ledger.length > 0, 'ledger', () => 'the opening balance is missing');
    yield unless(
      balanceSun === this.#balanceSun,
      'balanceSun',
      () => `the ledger adds up to ${this.#balanceSun}, found ${balanceSun}`,
    );
    yield unless(
      this.#debits === orders.length,
      'ledger',
      () => `expected one debit per order, found ${this.#debits} debits and ${orders.length} orders`,
    );
    const unpaid = orders.findIndex(({ id, refund }) => refund !== null && !this.#refunded.has(id));
    yield unless(unpaid < 0, `orders[${unpaid}].refund`, () => 'the ledger has no refund for this order');
  }

  #amounts({ amountSun, balanceSun }: LedgerEntry, at: string): CheckStep {
    this.#balanceSun += amountSun;
    const expected = this.#balanceSun;
    if (balanceSun !== expected || !Number.isSafeInteger(expected)) {
      return problem(
        `${at}.balanceSun`,
        `the entries up to this one add up to ${expected}, found ${balanceSun}`,
      );
    }
    return unless(balanceSun >= 0, `${at}.balanceSun`, () => `expected 0 or more, found ${balanceSun}`);
  }

  #kind({ kind, amountSun, atMs, orderId }: LedgerEntry, index: number, at: string): CheckStep {
    if ((kind === 'opening') !== (index === 0)) {
      return problem(`${at}.kind`, 'the first entry must be the opening balance, and no other entry can be');
    }
    if (kind !== 'debit' && kind !== 'refund') {
      return unless(
        orderId === null,
        `${at}.orderId`,
        () => `expected null for an entry of kind ${kind}, found ${orderId}`,
      );
    }
    const order = orderById(this.#state, orderId ?? 0);
    if (!order) return problem(`${at}.orderId`, `there is no order ${orderId}`);
    const expectedSun = kind === 'debit' ? -order.priceSun : order.priceSun;
    if (amountSun !== expectedSun) {
      return problem(`${at}.amountSun`, `expected ${expectedSun} for order ${order.id}, found ${amountSun}`);
    }
    if (kind === 'debit') {
      const next = this.#state.firstOrderId + this.#debits++;
      return unless(
        order.id === next,
        `${at}.orderId`,
        () => `expected the debit of order ${next}, found that of order ${order.id}`,
      );
    }
    if (this.#refunded.has(order.id)) return problem(at, `order ${order.id} has two refunds`);
    this.#refunded.add(order.id);
    return unless(order.refund?.atMs === atMs, `${at}.atMs`, () =>
      order.refund
        ? `expected ${order.refund.atMs}, when order ${order.id} was refunded, found ${atMs}`
        : `order ${order.id} was not refunded`,
    );
  }
}

/** Checks the ledger against itself, the balance and the orders. */
export const ledgerSteps = (state: SnapshotState): Generator<CheckStep> => new LedgerCheck(state).steps();
