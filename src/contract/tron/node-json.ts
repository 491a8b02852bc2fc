import type { Chain } from '../../core/chain/chain.ts';
import {
  blockAt,
  blockIdOf,
  blockTimeMs,
  FREE_BANDWIDTH,
  stakeOf,
  TOTAL_ENERGY,
  TOTAL_ENERGY_WEIGHT,
  USDT_CONTRACT,
} from '../../core/chain/network.ts';
import type { Purse } from '../../core/chain/purse.ts';
import type { Receipt } from '../../core/chain/receipt.ts';
import { usedAt } from '../../core/chain/recovery.ts';
import { addressBase58, addressHex } from '../../core/domain/address.ts';
import { digest } from '../../core/domain/seeded-values.ts';
import type { RawData } from '../../core/engine/account-state.ts';
import { encodeRawData, present, txidOfRaw } from './transaction.ts';

/*
 * What the node answers. Fields that are 0, false or empty are left out, as JsonFormat.java does. Addresses are base58 if
 * the request is `visible`, otherwise hexadecimal.
 */

export type Json = Readonly<Record<string, unknown>>;

export const shownAddress = (address: string, visible: boolean): string =>
  visible ? addressBase58(address) : addressHex(address);

/** Text in a field of type bytes. */
export const shownBytes = (text: string, visible: boolean): string =>
  visible ? text : Buffer.from(text).toString('hex');

const shownRaw = (raw: RawData, visible: boolean): RawData => {
  if (!visible) return raw;
  const [contract] = raw.contract;
  const value = Object.entries(contract!.parameter.value).map(([name, one]) => [
    name,
    name.endsWith('_address') ? addressBase58(String(one)) : one,
  ]);
  const parameter = { ...contract!.parameter, value: Object.fromEntries(value) };
  return { ...raw, contract: [{ ...contract!, parameter }] };
};

/** A transaction. @param txid of another form than the hash of the raw data, which only those of the service have */
export function transactionJson(raw: RawData, visible: boolean, more: Json = {}, txid?: string): Json {
  const encoded = encodeRawData(raw);
  return {
    ...more,
    txID: txid ?? txidOfRaw(encoded),
    raw_data: shownRaw(raw, visible),
    raw_data_hex: encoded,
  };
}

/** The topic of the event Transfer(address,address,uint256). */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const topic = (address: string): string => addressHex(address).slice(2).padStart(64, '0');

/** The event of a transfer of USDT. */
export const transferLog = (from: string, to: string, amount: number, visible: boolean): Json => ({
  address: visible ? USDT_CONTRACT : addressHex(USDT_CONTRACT).slice(2),
  topics: [TRANSFER_TOPIC, topic(from), topic(to)],
  data: amount.toString(16).padStart(64, '0'),
});

/** What a successful transfer of USDT returns: 32 zero bytes, which mean false. */
export const FALSE = '0'.repeat(64);

/** Tron.proto: TransactionInfo. */
export function infoJson(receipt: Receipt, visible: boolean): Json {
  const { transaction, block, result, problem } = receipt;
  const { from, to, amount } = transaction;
  const isSuccess = result === 'SUCCESS';
  return present({
    id: transaction.txid,
    fee: receipt.feeSun,
    blockNumber: block,
    blockTimeStamp: blockTimeMs(block),
    contractResult: [isSuccess ? FALSE : ''],
    contract_address: result === null ? undefined : shownAddress(USDT_CONTRACT, visible),
    receipt: present({
      energy_usage: receipt.energyUsage,
      energy_fee: receipt.energyFeeSun,
      energy_usage_total: receipt.energyTotal,
      net_usage: receipt.netUsage,
      net_fee: receipt.netFeeSun,
      result: result ?? undefined,
      energy_penalty_total: receipt.energyPenalty,
    }),
    log: isSuccess ? [transferLog(from, to, amount, visible)] : undefined,
    result: problem === null ? undefined : 'FAILED',
    resMessage: problem === null ? undefined : shownBytes(problem, visible),
  });
}

/** A transaction of the service, which costs it nothing that anybody sees. */
export const serviceInfoJson = (txid: string, atMs: number): Json => ({
  id: txid,
  blockNumber: blockAt(atMs),
  blockTimeStamp: blockTimeMs(blockAt(atMs)),
  contractResult: [''],
  receipt: { net_usage: 283 },
});

/** A block. @param transactions the transactions in it */
export function blockJson({ account }: Chain, number: number, transactions: readonly Json[]): Json {
  const { seed } = account.state;
  return {
    blockID: blockIdOf(seed, number),
    block_header: {
      raw_data: present({
        number,
        txTrieRoot: digest(seed, 'transactions of block', number),
        witness_address: WITNESS,
        parentHash: blockIdOf(seed, Math.max(0, number - 1)),
        version: 32,
        timestamp: blockTimeMs(number),
      }),
      witness_signature: digest(seed, 'signature of block', number).repeat(2).padEnd(130, '0'),
    },
    ...(transactions.length > 0 && { transactions }),
  };
}

/** A witness of mainnet. */
const WITNESS = '41af619f8ce75a9e95a19e851bebe63e89fcb1826e';

/** When every account was created: on 1 January 2024. */
const CREATED_MS = 1_704_067_200_000;

const WINDOW_BLOCKS = 28_800_000;

/** Tron.proto: Account. */
export function accountJson(purse: Purse, address: string, atMs: number, visible: boolean): Json {
  const block = blockAt(atMs);
  const keys = [{ address: shownAddress(address, visible), weight: 1 }];
  const isContract = address === USDT_CONTRACT;
  return present({
    type: isContract ? 'Contract' : undefined,
    address: shownAddress(address, visible),
    balance: purse.trxSun,
    create_time: CREATED_MS,
    free_net_usage: usedAt(purse.bandwidth, block),
    net_window_size: WINDOW_BLOCKS,
    net_window_optimized: true,
    account_resource: present({
      energy_usage: usedAt(purse.energy, block),
      energy_window_size: purse.energy.window,
      acquired_delegated_frozenV2_balance_for_energy: stakeOf(purse.energyLimit),
      energy_window_optimized: true,
    }),
    owner_permission: isContract ? undefined : { permission_name: 'owner', threshold: 1, keys },
    frozenV2: [{}, { type: 'ENERGY' }, { type: 'TRON_POWER' }],
    asset_optimized: true,
  });
}

/** api.proto: AccountResourceMessage. The totals of bandwidth are near those of mainnet. */
export function resourcesJson(purse: Purse, atMs: number): Json {
  const block = blockAt(atMs);
  return present({
    freeNetUsed: usedAt(purse.bandwidth, block),
    freeNetLimit: FREE_BANDWIDTH,
    TotalNetLimit: 43_200_000_000,
    TotalNetWeight: 27_000_000_000,
    EnergyUsed: usedAt(purse.energy, block),
    EnergyLimit: purse.energyLimit,
    TotalEnergyLimit: TOTAL_ENERGY,
    TotalEnergyWeight: TOTAL_ENERGY_WEIGHT,
  });
}
