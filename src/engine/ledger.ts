import type { LedgerEntry } from './account-state.ts';
import type { Turn } from './turn.ts';

/** Books an amount: the one place where a balance changes, so the ledger always sums to it. */
export function book(
  turn: Turn,
  kind: LedgerEntry['kind'],
  amountSun: number,
  orderId: number | null = null,
): LedgerEntry {
  const { state } = turn.account;
  state.balanceSun += amountSun;
  const entry = { atMs: turn.nowMs, kind, amountSun, balanceSun: state.balanceSun, orderId };
  turn.happenings.push({ kind: 'ledger', atMs: turn.nowMs, entry: state.ledger.length });
  state.ledger.push(entry);
  return entry;
}

/** Books whatever it takes for the balance to be an amount. */
export function adjustBalance(turn: Turn, balanceSun: number): void {
  const difference = balanceSun - turn.account.state.balanceSun;
  if (difference !== 0) book(turn, 'adjustment', difference);
}
