import type { RawData, SentTransaction } from '../engine/account-state.ts';
import type { ChainChange } from '../engine/chain-commands.ts';
import type { Chain } from './chain.ts';
import { FULL, MAX_TRANSACTION_BYTES } from './limits.ts';
import {
  ACTIVATION_SUN,
  blockAt,
  blockIdOf,
  blockTimeMs,
  MAX_FEE_LIMIT_SUN,
  nextBlockMs,
  USDT_CONTRACT,
} from './network.ts';
import { chargesOf, takenSun } from './receipt.ts';

/* Whether the node accepts a transaction, in the order of its checks (Wallet.java: broadcastTransaction, Manager.java). */

export interface BroadcastRefusal {
  /** api.proto: Return.response_code, spelled as there. */
  readonly code: string;
  readonly message: string;
}

/** A transaction with what it does. */
export interface Effect {
  readonly raw: RawData;
  /** The sender, who must have signed it. */
  readonly owner: string;
  readonly call: Pick<SentTransaction, 'to' | 'action' | 'amount'>;
}

/** A transaction as it arrives. */
export interface SignedTransaction extends Effect {
  readonly txid: string;
  readonly bytes: number;
  readonly signature: readonly string[];
  /** The address that signed it; null if the signature is not valid. It takes more than a millisecond. */
  readonly signer: () => string | null;
}

/** Constant.java: MAXIMUM_TIME_UNTIL_EXPIRATION. */
const LATEST_EXPIRATION_MS = 24 * 3_600_000;
/** The permissions that each account has: owner and active. */
const PERMISSIONS = [undefined, 2];

const EXPIRED: BroadcastRefusal = { code: 'TRANSACTION_EXPIRATION_ERROR', message: 'Transaction expired' };

const invalid = (message: string): BroadcastRefusal => ({
  code: 'CONTRACT_VALIDATE_ERROR',
  message: `Contract validate error : ${message}`,
});

function signatureProblem({ raw, signature, owner, signer }: SignedTransaction): string | null {
  if (!PERMISSIONS.includes(raw.contract[0]!.Permission_id)) return "permission isn't exit";
  if (signature.length === 0) return 'miss sig or contract';
  if (signature.length > 1)
    return `Signature count is ${signature.length} more than key counts of permission : 1`;
  const signedBy = signer();
  if (signedBy === owner) return null;
  const by = signedBy === null ? 'an invalid signature' : `signed by ${signedBy}`;
  return `${signature[0]} is ${by} but it is not contained of permission.`;
}

/** True if a transaction refers to one of the last 65,536 blocks (Manager.java: validateTapos). */
function refersToBlock(
  { ref_block_bytes = '', ref_block_hash = '' }: RawData,
  seed: string,
  head: number,
): boolean {
  if (ref_block_bytes.length !== 4) return false;
  const number = head - ((head - Number.parseInt(ref_block_bytes, 16)) & 0xffff);
  return number >= 0 && blockIdOf(seed, number).slice(16, 32) === ref_block_hash;
}

/** What is wrong with a transaction whatever the state of the chain is. */
function formProblem(chain: Chain, transaction: SignedTransaction, nowMs: number): BroadcastRefusal | null {
  const { raw, bytes } = transaction;
  const { expiration = 0 } = raw;
  const head = blockAt(nowMs);
  if (expiration < nextBlockMs(nowMs)) return EXPIRED;
  const unsigned = signatureProblem(transaction);
  if (unsigned !== null) return { code: 'SIGERROR', message: `Validate signature error: ${unsigned}` };
  if (!refersToBlock(raw, chain.account.state.seed, head))
    return { code: 'TAPOS_ERROR', message: 'Tapos check error.' };
  if (bytes > MAX_TRANSACTION_BYTES) {
    const message = `Too big transaction, the size is ${bytes} bytes, maxTxSize ${MAX_TRANSACTION_BYTES}`;
    return { code: 'TOO_BIG_TRANSACTION_ERROR', message };
  }
  return expiration > blockTimeMs(head) + LATEST_EXPIRATION_MS ? EXPIRED : null;
}

/** TransferActuator.java and VMActuator.java: validate. */
export function contractProblem({ raw, owner, call }: Effect): string | null {
  const { type, parameter } = raw.contract[0]!;
  const { call_value = 0 } = parameter.value;
  if (type === 'TransferContract') {
    if (call.to === owner) return 'Cannot transfer TRX to yourself.';
    if (call.amount <= 0) return 'Amount must be greater than 0.';
    return call.to === USDT_CONTRACT ? 'Cannot transfer TRX to a smartContract.' : null;
  }
  if (type !== 'TriggerSmartContract')
    return `the stand-in for the node executes TransferContract and TriggerSmartContract, not ${type}`;
  if (call.action === 'trx') return 'No contract or not a smart contract';
  if (Number(call_value) < 0) return 'callValue must be >= 0';
  const { fee_limit = 0 } = raw;
  if (fee_limit < 0 || fee_limit > MAX_FEE_LIMIT_SUN)
    return `feeLimit must be >= 0 and <= ${MAX_FEE_LIMIT_SUN}`;
  return null;
}

/** Decides about a transaction that is sent now. @returns the command that stores it, or the refusal */
export function judgeBroadcast(
  chain: Chain,
  transaction: SignedTransaction,
  nowMs: number,
): ChainChange | BroadcastRefusal {
  const refused = formProblem(chain, transaction, nowMs);
  if (refused) return refused;
  const { txid, bytes, raw, signature, owner, call } = transaction;
  if (chain.transaction(txid)) return { code: 'DUP_TRANSACTION_ERROR', message: 'Dup transaction.' };
  const pending = chain.pending(nowMs);
  if (!pending.isActive(owner)) return invalid(`account [${owner}] does not exist`);
  const entry = chain.entryOf({ kind: 'sent', txid, from: owner, ...call, bytes, raw, signature }, nowMs);
  const sent = entry as SentTransaction;
  const sender = pending.read(owner)!;
  const charges = chargesOf(sent, sender, blockAt(sent.atMs));
  // The fee of an activation is part of what the contract takes; the others are taken before it is looked at.
  if (charges.feeSun - (sent.activates ? ACTIVATION_SUN : 0) > sender.trxSun)
    return { code: 'BANDWITH_ERROR', message: 'Account resource insufficient error.' };
  const wrong = contractProblem(transaction);
  if (wrong !== null) return invalid(wrong);
  if (takenSun(sent, charges) > sender.trxSun)
    return invalid('Validate TransferContract error, balance is not sufficient.');
  if ((chain.account.state.chain?.lost_broadcasts ?? 0) > 0)
    return { entry: null, opened: {}, dropped: null };
  return chain.changeFor(sent, nowMs) ?? { code: 'SERVER_BUSY', message: `Server busy: ${FULL}` };
}
