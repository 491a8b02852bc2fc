import { Chain } from '../../core/chain/chain.ts';
import type { Account } from '../../core/engine/account.ts';
import type { SandboxCore } from '../../host/sandbox-core.ts';

/**
 * Stores what an active address has from now on: TRX in sun, USDT in millionths. What is left out stays as it is.
 * @returns false if no more changes can be stored now
 */
export function storeBalances(
  core: SandboxCore,
  account: Account,
  address: string,
  balances: { readonly trxSun?: number; readonly usdt?: number },
): boolean {
  const chain = Chain.of(account);
  const nowMs = core.runner.nowMs(account);
  const change = chain.changeFor(chain.entryOf({ kind: 'set', address, ...balances }, nowMs), nowMs);
  if (change) core.runner.execute(account, 'setWallet', change);
  return change !== null;
}
