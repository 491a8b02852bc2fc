import { toTrx } from '../domain/money.ts';
import type { AccountChange } from '../scenario/scenario-schema.ts';
import type { AccountState, ChainEntry, StoredWallet } from './account-state.ts';
import type { CommandContext } from './command-context.ts';

/*
 * Stores what core/chain has decided. The engine knows nothing else about the chain, so that a server that is never asked
 * about it does not load it.
 */

/** A transaction that the node has accepted, or balances that were set. */
export interface ChainChange {
  /** Null: the transaction is lost, because `lost_broadcasts` says so. */
  readonly entry: ChainEntry | null;
  /** The wallets that it concerns and that are not stored yet, by address. */
  readonly opened: Readonly<Record<string, StoredWallet>>;
  /** The entry that is no longer stored, and the wallets that it concerns as they are after it. */
  readonly dropped: {
    readonly number: number;
    readonly wallets: Readonly<Record<string, StoredWallet>>;
  } | null;
}

export function changeChain(context: CommandContext, { entry, opened, dropped }: ChainChange): void {
  const { state } = context.account;
  if (entry === null) {
    const { lost_broadcasts = 0 } = state.chain ?? {};
    state.chain = { ...state.chain, lost_broadcasts: Math.max(0, lost_broadcasts - 1) };
  } else {
    state.wallets = Object.assign(state.wallets ?? {}, opened, dropped?.wallets);
    state.transactions ??= [];
    if (dropped) {
      const index = state.transactions.findIndex(({ number }) => number === dropped.number);
      if (index >= 0) state.transactions.splice(index, 1);
    }
    state.transactions.push(entry);
  }
  context.happened({
    kind: 'account',
    atMs: context.nowMs,
    change: 'chain',
    details: entry === null ? 'a broadcast was lost' : detailsOf(entry),
  });
}

function detailsOf(entry: ChainEntry): string {
  if (entry.kind === 'set') return `the balances of ${entry.address} were set`;
  const { action, amount, from, to, txid } = entry;
  const unit = action === 'usdt' ? 'USDT' : 'TRX';
  // A millionth is the smallest amount of both.
  const what =
    action === 'other' ? `a call of USDT by ${from}` : `${toTrx(amount)} ${unit} from ${from} to ${to}`;
  return `${what}, transaction ${txid}`;
}

export function changeCondition(state: AccountState, change: NonNullable<AccountChange['chain']>): void {
  state.chain = { ...state.chain, ...change };
}

/** True if a transaction of the chain has activated an address that the settings list as inactive. */
export const isActivated = ({ wallets, transactions, nowMs }: AccountState, address: string): boolean =>
  wallets?.[address]?.activated === true ||
  (transactions?.some(
    entry => entry.kind === 'sent' && entry.activates && entry.to === address && entry.atMs <= nowMs,
  ) ??
    false);
