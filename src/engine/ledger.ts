import type { LedgerEntry } from './account-state.ts';
import type { CommandContext } from './command-context.ts';

/** Books an amount: the one place where a balance changes, so the ledger always sums to it. */
export function book(
  context: CommandContext,
  kind: LedgerEntry['kind'],
  amountSun: number,
  orderId: number | null = null,
): LedgerEntry {
  const { state } = context.account;
  state.balanceSun += amountSun;
  const entry = { atMs: context.nowMs, kind, amountSun, balanceSun: state.balanceSun, orderId };
  context.happened({ kind: 'ledger', atMs: context.nowMs, entry: state.ledger.length });
  state.ledger.push(entry);
  return entry;
}

/** Books whatever it takes for the balance to be an amount. */
export function adjustBalance(context: CommandContext, balanceSun: number): void {
  const difference = balanceSun - context.account.state.balanceSun;
  if (difference !== 0) book(context, 'adjustment', difference);
}
