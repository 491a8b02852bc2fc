import type { Schemas } from '../../contract/control-v1.generated.ts';
import { Chain } from '../../core/chain/chain.ts';
import { FULL } from '../../core/chain/limits.ts';
import { blockAt, FREE_BANDWIDTH } from '../../core/chain/network.ts';
import type { Purse } from '../../core/chain/purse.ts';
import { UNUSED, usedAt } from '../../core/chain/recovery.ts';
import { type Rental, reclaimedMs } from '../../core/chain/rentals.ts';
import { addressBase58, isRecipient } from '../../core/domain/address.ts';
import { toTrx } from '../../core/domain/money.ts';
import { txidOf } from '../../core/domain/seeded-values.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Account } from '../../core/engine/account.ts';
import type { AccountState } from '../../core/engine/account-state.ts';
import type { SandboxCore } from '../../host/sandbox-core.ts';
import { ControlError, invalid } from '../control/control-error.ts';
import { sunOf } from '../control/read-fields.ts';
import { storeBalances } from './store-balances.ts';

/* Wallets on the chain, as the control API shows and sets them. */

type Wallet = Schemas['Wallet'];

const resource = (limit: number, used: number): Wallet['energy'] => ({
  limit,
  used,
  left: Math.max(0, limit - used),
});

const delegationData = (state: AccountState, rental: Rental): Wallet['delegations'][number] => {
  const { order, energy, delegatedMs } = rental;
  const endMs = reclaimedMs(state, rental);
  return {
    order_id: order.id,
    external_id: order.externalId,
    energy,
    delegated_at: isoTime(delegatedMs),
    reclaimed_at: endMs === null ? null : isoTime(endMs),
    txid: txidOf(state.seed, order.id),
  };
};

/** @param purse null if the address is not active: it has nothing */
function walletData(state: AccountState, address: string, purse: Purse | null, block: number): Wallet {
  return {
    address,
    active: purse !== null,
    balance_trx: toTrx(purse?.trxSun ?? 0),
    // A millionth is the smallest amount of both.
    balance_usdt: toTrx(purse?.usdt ?? 0),
    energy: resource(purse?.energyLimit ?? 0, usedAt(purse?.energy ?? UNUSED, block)),
    bandwidth: resource(purse ? FREE_BANDWIDTH : 0, usedAt(purse?.bandwidth ?? UNUSED, block)),
    delegations: [...(purse?.rentals.values() ?? [])].map(rental => delegationData(state, rental)),
  };
}

/** @throws ControlError */
function addressOf(text: string): string {
  if (isRecipient(text)) return addressBase58(text);
  throw invalid('params.address', `params.address must be a TRON address, but is ${JSON.stringify(text)}`);
}

function shown(core: SandboxCore, account: Account, address: string): Wallet {
  core.runner.execute(account, 'elapse', {});
  const nowMs = core.runner.nowMs(account);
  const purse = Chain.of(account).view('present', nowMs).read(address);
  return walletData(account.state, address, purse, blockAt(nowMs));
}

export const readWallet = (core: SandboxCore, account: Account, text: string): Wallet =>
  shown(core, account, addressOf(text));

/** @throws ControlError if the address is not active, or no more changes can be stored now */
export function setWallet(
  core: SandboxCore,
  account: Account,
  text: string,
  { balance_trx, balance_usdt }: Schemas['WalletRequest'],
): Wallet {
  const address = addressOf(text);
  if (!shown(core, account, address).active) {
    const message = `${address} is not activated; send TRX to it, or remove it from inactive_addresses`;
    throw invalid('params.address', message);
  }
  const balances = {
    ...(balance_trx !== undefined && { trxSun: sunOf(balance_trx, 'body.balance_trx') }),
    ...(balance_usdt !== undefined && { usdt: sunOf(balance_usdt, 'body.balance_usdt') }),
  };
  if (!storeBalances(core, account, address, balances)) throw new ControlError('LIMIT_REACHED', FULL);
  return shown(core, account, address);
}
