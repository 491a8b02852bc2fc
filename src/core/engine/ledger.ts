import type { LedgerEntry } from './account-state.ts';
import type { CommandContext } from './command-context.ts';

/** Adds an entry to the ledger. The balance changes only here, so it is always the sum of the ledger. */
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

/** Sets the balance by adding an adjustment for the difference. */
export function adjustBalance(context: CommandContext, balanceSun: number): void {
  const difference = balanceSun - context.account.state.balanceSun;
  if (difference !== 0) book(context, 'adjustment', difference);
}
