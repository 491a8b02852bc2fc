import type { Schemas } from '../../contract/control-v1.generated.ts';
import type { Ledger } from '../../core/chain/ledger.ts';
import { FULL } from '../../core/chain/limits.ts';
import { blockAt, FREE_BANDWIDTH } from '../../core/chain/network.ts';
import type { Receipt } from '../../core/chain/receipt.ts';
import { UNUSED, usedAt } from '../../core/chain/recovery.ts';
import { type Rental, reclaimedMs } from '../../core/chain/rentals.ts';
import { addressBase58, isRecipient } from '../../core/domain/address.ts';
import { toTrx } from '../../core/domain/money.ts';
import { txidOf } from '../../core/domain/seeded-values.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Account } from '../../core/engine/account.ts';
import type { AccountState } from '../../core/engine/account-state.ts';
import { ControlError, invalid } from '../control/control-error.ts';
import { sunOf } from '../control/read-fields.ts';
import type { ServerParts } from '../server-parts.ts';
import { ledgerNow } from './ledger-now.ts';
import { storeBalances } from './store-balances.ts';

/* Wallets on the chain, as the control API shows and sets them. */

type Wallet = Schemas['Wallet'];
type Parts = Pick<ServerParts, 'core' | 'clock'>;

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

const MAX_TRANSACTIONS = 20;

const transactionData = (receipt: Receipt): Wallet['transactions'][number] => {
  const { txid, atMs, action, to, amount } = receipt.transaction;
  return {
    txid,
    at: isoTime(atMs),
    kind: action,
    to,
    // A millionth is the smallest amount of both.
    amount: toTrx(amount),
    result: receipt.result ?? 'SUCCESS',
    energy_used: receipt.energyUsage,
    burned_trx: toTrx(receipt.energyFeeSun),
    fee_trx: toTrx(receipt.feeSun),
  };
};

function walletData(state: AccountState, address: string, ledger: Ledger, block: number): Wallet {
  // An address that is not active has nothing.
  const purse = ledger.read(address);
  return {
    address,
    active: purse !== null,
    balance_trx: toTrx(purse?.trxSun ?? 0),
    balance_usdt: toTrx(purse?.usdt ?? 0),
    energy: resource(purse?.energyLimit ?? 0, usedAt(purse?.energy ?? UNUSED, block)),
    bandwidth: resource(purse ? FREE_BANDWIDTH : 0, usedAt(purse?.bandwidth ?? UNUSED, block)),
    delegations: [...(purse?.rentals.values() ?? [])].map(rental => delegationData(state, rental)),
    transactions: ledger.receiptsBy(address, MAX_TRANSACTIONS).map(transactionData),
  };
}

/** @throws ControlError */
function addressOf(text: string): string {
  if (isRecipient(text)) return addressBase58(text);
  throw invalid('params.address', `params.address must be a TRON address, but is ${JSON.stringify(text)}`);
}

async function shown(parts: Parts, account: Account, address: string): Promise<Wallet> {
  const ledger = await ledgerNow(account, 'present', parts);
  return walletData(account.state, address, ledger, blockAt(parts.core.runner.nowMs(account)));
}

export const readWallet = async (parts: Parts, account: Account, text: string): Promise<Wallet> =>
  shown(parts, account, addressOf(text));

/** @throws ControlError if the address is not active, or no more changes can be stored now */
export async function setWallet(
  parts: Parts,
  account: Account,
  text: string,
  { balance_trx, balance_usdt }: Schemas['WalletRequest'],
): Promise<Wallet> {
  const address = addressOf(text);
  if (!(await ledgerNow(account, 'present', parts)).isActive(address)) {
    const message = `${address} is not activated; send TRX to it, or remove it from inactive_addresses`;
    throw invalid('params.address', message);
  }
  const balances = {
    ...(balance_trx !== undefined && { trxSun: sunOf(balance_trx, 'body.balance_trx') }),
    ...(balance_usdt !== undefined && { usdt: sunOf(balance_usdt, 'body.balance_usdt') }),
  };
  if (!storeBalances(parts.core, account, address, balances)) throw new ControlError('LIMIT_REACHED', FULL);
  return shown(parts, account, address);
}
