import type { SentTransaction } from '../engine/account-state.ts';
import {
  ACTIVATION_BANDWIDTH_SUN,
  ACTIVATION_SUN,
  blockAt,
  FREE_BANDWIDTH,
  MEMO_SUN,
  RESULT_BYTES,
  SUN_PER_BYTE,
} from './network.ts';
import type { Purse } from './purse.ts';
import { usedAt } from './recovery.ts';
import type { Rental } from './rentals.ts';
import { type Call, energyOf, penaltyOf, shortageOf } from './transfer-cost.ts';

/* What a transaction costs and does, given what sender and recipient have. Manager.java: processTransaction. */

/** What the chain says about a transaction in a block. Amounts of 0 are absent in the node's JSON. */
export interface Receipt {
  readonly transaction: SentTransaction;
  readonly block: number;
  /** Everything that the sender paid, without the amount that was transferred. */
  readonly feeSun: number;
  readonly netUsage: number;
  readonly netFeeSun: number;
  /** Energy that was delegated to the sender, Energy that was paid for, and what both cost. */
  readonly energyUsage: number;
  readonly energyFeeSun: number;
  readonly energyTotal: number;
  readonly energyPenalty: number;
  /** What was delegated to the sender just before. */
  readonly rentals: readonly Rental[];
  /** Null for a transfer of TRX, which runs no contract. */
  readonly result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY' | null;
  /** Why it failed; null after a success. */
  readonly problem: string | null;
}

/** What a sender pays before anything runs. */
export interface Charges {
  readonly netUsage: number;
  readonly netFeeSun: number;
  /** All that is paid in TRX: for bytes, for the memo and for the activation. */
  readonly feeSun: number;
}

/** All bytes are free or none is (BandwidthProcessor.java: consume). An activation cannot use free ones. */
export function chargesOf(transaction: SentTransaction, sender: Purse, block: number): Charges {
  const memo = transaction.raw.data === undefined ? 0 : MEMO_SUN;
  if (transaction.activates) {
    const netFeeSun = ACTIVATION_BANDWIDTH_SUN;
    return { netUsage: 0, netFeeSun, feeSun: netFeeSun + ACTIVATION_SUN + memo };
  }
  const bytes = transaction.bytes + RESULT_BYTES;
  if (usedAt(sender.bandwidth, block) + bytes <= FREE_BANDWIDTH)
    return { netUsage: bytes, netFeeSun: 0, feeSun: memo };
  return { netUsage: 0, netFeeSun: bytes * SUN_PER_BYTE, feeSun: bytes * SUN_PER_BYTE + memo };
}

/** The TRX that a transaction takes from its sender whatever its contract does. */
export const takenSun = ({ action, amount }: SentTransaction, { feeSun }: Charges): number =>
  feeSun + (action === 'trx' ? amount : 0);

/** What a call of USDT does, given the USDT of sender and recipient. */
export function callOf(
  { action, amount }: Pick<SentTransaction, 'action' | 'amount'>,
  senderUsdt: number,
  recipientUsdt: number,
): Call {
  if (action === 'other' || amount > senderUsdt) return 'revert';
  return recipientUsdt > 0 ? 'transfer' : 'first transfer';
}

/** The Energy that delegations leave to an address at a block. */
export const energyLeft = ({ energy, energyLimit }: Purse, block: number): number =>
  Math.max(0, energyLimit - usedAt(energy, block));

/**
 * The receipt of a transaction that its sender can pay.
 * @param sender what the sender has before the transaction
 */
export function receiptOf(
  transaction: SentTransaction,
  sender: Purse,
  recipient: Purse,
  charges: Charges,
): Receipt {
  const block = blockAt(transaction.atMs);
  const { netUsage, netFeeSun, feeSun } = charges;
  const known = { transaction, block, netUsage, netFeeSun, rentals: [...sender.rentals.values()] };
  if (transaction.action === 'trx') {
    const none = { energyUsage: 0, energyFeeSun: 0, energyTotal: 0, energyPenalty: 0 };
    return { ...known, ...none, feeSun, result: null, problem: null };
  }
  const call = callOf(transaction, sender.usdt, recipient.usdt);
  const price = transaction.sunPerEnergy;
  const left = energyLeft(sender, block);
  // VMActuator.java: getAccountEnergyLimitWithFixRatio. Rented Energy counts towards fee_limit, too.
  const payable = left + Math.floor((sender.trxSun - feeSun) / price);
  const cap = Math.min(payable, Math.floor((transaction.raw.fee_limit ?? 0) / price));
  const needed = energyOf(call);
  const energyTotal = Math.min(needed, cap);
  const energyUsage = Math.min(left, energyTotal);
  const energyFeeSun = (energyTotal - energyUsage) * price;
  const spent = { ...known, energyUsage, energyFeeSun, energyTotal, feeSun: feeSun + energyFeeSun };
  if (cap < needed) {
    const { penalty, used, opcode } = shortageOf(call, cap);
    const problem = `Not enough energy for '${opcode.name}' operation executing: curInvokeEnergyLimit[${cap}], curOpEnergy[${opcode.energy}], penaltyEnergy[${opcode.penalty}], usedEnergy[${used}]`;
    return { ...spent, energyPenalty: penalty, result: 'OUT_OF_ENERGY', problem };
  }
  const energyPenalty = penaltyOf(call);
  if (call === 'revert')
    return { ...spent, energyPenalty, result: 'REVERT', problem: 'REVERT opcode executed' };
  return { ...spent, energyPenalty, result: 'SUCCESS', problem: null };
}
