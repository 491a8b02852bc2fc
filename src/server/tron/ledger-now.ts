import { Chain, type View } from '../../core/chain/chain.ts';
import type { Ledger } from '../../core/chain/ledger.ts';
import type { Account } from '../../core/engine/account.ts';
import { runInSlices } from '../../host/node/concurrency.ts';
import type { ServerParts } from '../server-parts.ts';

/** What a view of an account's chain shows now. The first look at an account with many orders takes long. */
export async function ledgerNow(
  account: Account,
  view: View,
  { core: { runner }, clock }: Pick<ServerParts, 'core' | 'clock'>,
): Promise<Ledger> {
  runner.execute(account, 'elapse', {});
  await runInSlices(clock, Chain.of(account).steps(view, runner.nowMs(account)));
  runner.execute(account, 'elapse', {});
  return Chain.of(account).view(view, runner.nowMs(account));
}
