import { NodeError, parameterError, validateError } from '../../contract/tron/node-error.ts';
import {
  accountJson,
  blockJson,
  FALSE,
  infoJson,
  type Json,
  resourcesJson,
  serviceInfoJson,
  shownAddress,
  shownBytes,
  transactionJson,
  transferLog,
} from '../../contract/tron/node-json.ts';
import { addressIn, type Fields, flagIn, hexIn, integerIn, textIn } from '../../contract/tron/read-fields.ts';
import { selectorOf } from '../../contract/tron/signature.ts';
import {
  type ContractName,
  contractOf,
  effectOf,
  present,
  readTransaction,
} from '../../contract/tron/transaction.ts';
import { isView, readView, USDT_ABI } from '../../contract/tron/usdt.ts';
import { contractProblem, type Effect, judgeBroadcast } from '../../core/chain/broadcast.ts';
import type { Chain, View } from '../../core/chain/chain.ts';
import type { Ledger, ServiceTransaction } from '../../core/chain/ledger.ts';
import {
  ACTIVATION_SUN,
  blockAt,
  blockIdOf,
  blockTimeMs,
  MAX_FEE_LIMIT_SUN,
  SOLID_MS,
  SUN_PER_BYTE,
  stakeOf,
  TOTAL_ENERGY,
  USDT_CONTRACT,
} from '../../core/chain/network.ts';
import { callOf, type Receipt } from '../../core/chain/receipt.ts';
import { energyOf, penaltyOf } from '../../core/chain/transfer-cost.ts';
import { CHAIN_SUN_PER_ENERGY } from '../../core/domain/catalogue.ts';
import type { RawData, SentTransaction } from '../../core/engine/account-state.ts';
import type { ChainChange } from '../../core/engine/chain-commands.ts';

/*
 * The calls of the node. Sources: java-tron 1e35f79, framework/src/main/java/org/tron/core/services/http/*Servlet.java
 * and Wallet.java.
 */

/** A call with what it sees. */
export interface NodeCall {
  readonly chain: Chain;
  readonly view: View;
  readonly ledger: Ledger;
  /** The instant that the view shows, and the one of the account's clock. */
  readonly atMs: number;
  readonly nowMs: number;
  readonly fields: Fields;
  /** True: addresses are base58, and bytes are text. */
  readonly visible: boolean;
  /** Stores a transaction. */
  readonly store: (change: ChainChange) => void;
}

type Handler = (call: NodeCall) => Json;

const transactionNamed = (txid: string, { chain, view, ledger, visible }: NodeCall): Json => {
  const receipt = ledger.receiptOf(txid);
  const sent = receipt?.transaction ?? (view === 'head' ? chain.transaction(txid) : undefined);
  if (sent) return sentJson(sent, receipt, visible);
  const service = ledger.serviceTransaction(txid);
  return service ? transactionJson(serviceRaw(chain, service), visible, retOf('SUCCESS'), txid) : {};
};

const retOf = (result: Receipt['result']): Json => ({ ret: [{ contractRet: result ?? 'SUCCESS' }] });

const sentJson = (
  { raw, signature }: SentTransaction,
  receipt: Receipt | undefined,
  visible: boolean,
): Json => transactionJson(raw, visible, { ...(receipt && retOf(receipt.result)), signature });

/** Args.java: trxExpirationTimeInMilliseconds. */
const EXPIRATION_MS = 60_000;

/** A transaction that is built at an instant refers to the solid block, and expires after a minute. */
function rawAt({ account }: Chain, atMs: number, fields: Omit<RawData, 'expiration'>): RawData {
  const id = blockIdOf(account.state.seed, blockAt(atMs - SOLID_MS));
  return present({
    ...fields,
    ref_block_bytes: id.slice(12, 16),
    ref_block_hash: id.slice(16, 32),
    expiration: blockTimeMs(blockAt(atMs)) + EXPIRATION_MS,
  });
}

function serviceRaw(chain: Chain, { kind, rental, atMs }: ServiceTransaction): RawData {
  const contract = contractOf(
    kind === 'delegated' ? 'DelegateResourceContract' : 'UnDelegateResourceContract',
    {
      owner_address: chain.serviceAddress,
      resource: 'ENERGY',
      balance: stakeOf(rental.energy),
      receiver_address: rental.order.address,
    },
  );
  return rawAt(chain, atMs, { contract, timestamp: atMs });
}

function infoNamed(txid: string, { ledger, visible }: NodeCall): Json {
  const receipt = ledger.receiptOf(txid);
  if (receipt) return infoJson(receipt, visible);
  const service = ledger.serviceTransaction(txid);
  return service ? serviceInfoJson(txid, service.atMs) : {};
}

function blockNamed({ chain, ledger, atMs, visible }: NodeCall, number: number, detail: boolean): Json {
  if (number > blockAt(atMs)) return {};
  const receipts = detail ? ledger.receiptsIn(number) : [];
  const transactions = receipts.map(receipt => sentJson(receipt.transaction, receipt, visible));
  return blockJson(chain, number, transactions);
}

/** Wallet.java: getBlock. */
function getBlock(call: NodeCall): Json {
  const { chain, atMs, fields } = call;
  const named = String(fields.id_or_num ?? '');
  const detail = flagIn(fields, 'detail');
  if (named === '') return blockNamed(call, blockAt(atMs), detail);
  if (/^\d{1,15}$/.test(named)) return blockNamed(call, Number(named), detail);
  if (/^-\d+$/.test(named)) return { Error: 'num must be non-positive number.' };
  const number = Number.parseInt(named.slice(0, 16), 16);
  if (!/^[0-9a-f]{64}$/i.test(named) || number > blockAt(atMs))
    return { Error: 'id must be legal block hash.' };
  return blockIdOf(chain.account.state.seed, number) === named.toLowerCase()
    ? blockNamed(call, number, detail)
    : {};
}

const idIn = (fields: Fields): string => hexIn(fields, 'value');

/** The chain parameters that clients read, and those that the stand-in follows. One of value 0 has no value. */
const parametersOf = (chain: Chain): readonly (readonly [key: string, value?: number])[] => [
  ['getCreateAccountFee', 100_000],
  ['getTransactionFee', SUN_PER_BYTE],
  ['getCreateNewAccountFeeInSystemContract', ACTIVATION_SUN],
  ['getEnergyFee', chain.sunPerEnergy],
  ['getTotalEnergyCurrentLimit', TOTAL_ENERGY],
  ['getAllowAdaptiveEnergy'],
  ['getMaxFeeLimit', MAX_FEE_LIMIT_SUN],
  ['getFreeNetLimit', 600],
  ['getMemoFee', 1_000_000],
  ['getAllowDynamicEnergy', 1],
  ['getDynamicEnergyThreshold', 5_000_000_000],
  ['getDynamicEnergyIncreaseFactor', 2_000],
  ['getDynamicEnergyMaxFactor', 34_000],
];

/** A built transaction with its id. */
const built = (raw: RawData, visible: boolean): Json => ({ visible, ...transactionJson(raw, visible) });

function memoIn(fields: Fields, visible: boolean): string {
  const text = textIn(fields, 'extra_data');
  return visible ? Buffer.from(text).toString('hex') : hexIn(fields, 'extra_data');
}

/** Builds a transaction and says what it does. @param given has the fields of the contract's parameter */
function build({ chain, atMs, nowMs, fields, visible }: NodeCall, type: ContractName, given = fields) {
  const contract = contractOf(type, given, integerIn(fields, 'Permission_id'));
  return effectOf(
    rawAt(chain, atMs, {
      contract,
      timestamp: chain.newTimestamp(nowMs),
      fee_limit: type === 'TriggerSmartContract' ? integerIn(fields, 'fee_limit') : 0,
      data: memoIn(fields, visible),
    }),
  );
}

function createTransaction(call: NodeCall): Json {
  const { ledger, fields } = call;
  for (const name of ['owner_address', 'to_address']) addressIn(fields, name);
  const transfer = build(call, 'TransferContract');
  const { to, amount } = transfer.call;
  const sender = ledger.read(transfer.owner);
  if (!sender) throw validateError('Validate TransferContract error, no OwnerAccount.');
  const wrong = contractProblem(transfer);
  if (wrong !== null) throw validateError(wrong);
  if (sender.trxSun < amount + (ledger.isActive(to) ? 0 : ACTIVATION_SUN))
    throw validateError('Validate TransferContract error, balance is not sufficient.');
  return built(transfer.raw, call.visible);
}

/** The call data of a request: `data`, or the function and its parameters (Util.java: parseMethod). */
function callData(fields: Fields): string {
  const selector = textIn(fields, 'function_selector');
  return selector === '' ? hexIn(fields, 'data') : selectorOf(selector) + hexIn(fields, 'parameter');
}

interface Triggered extends Effect {
  readonly data: string;
}

/** The transaction of a trigger call. @throws NodeError */
function triggered(call: NodeCall): Triggered {
  const { fields } = call;
  for (const name of ['owner_address', 'contract_address']) {
    if (fields[name] === undefined || fields[name] === '') throw parameterError(`${name} isn't set.`);
  }
  const data = callData(fields);
  if (addressIn(fields, 'contract_address') !== USDT_CONTRACT)
    throw validateError('Smart contract is not exist.');
  return { ...build(call, 'TriggerSmartContract', { ...fields, data }), data };
}

/** Answers a trigger call, which puts an error into `result`. */
function triggerResult({ visible }: NodeCall, run: () => Json): Json {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const isInvalid = error.javaClass.endsWith('ContractValidateException');
    const message = isInvalid ? error.message : error.text;
    const code = isInvalid ? 'CONTRACT_VALIDATE_ERROR' : 'OTHER_ERROR';
    return { result: { code, message: shownBytes(message, visible) } };
  }
}

/** What a call does without effect. A view with a value is reverted, as is everything else that is no transfer. */
function constantResult(call: NodeCall, { raw, owner, data, call: effect }: Triggered): Json {
  const { ledger, visible } = call;
  const usdtOf = (address: string) => ledger.read(address)?.usdt ?? 0;
  const isPaid = raw.contract[0]!.parameter.value.call_value !== undefined;
  const view = isPaid ? null : readView(data, usdtOf);
  const ran = view === null ? callOf(effect, usdtOf(owner), usdtOf(effect.to)) : 'view';
  const isReverted = ran === 'revert';
  return {
    result: { result: true, ...(isReverted && { message: shownBytes('REVERT opcode executed', visible) }) },
    energy_used: energyOf(ran),
    constant_result: [view ?? (isReverted ? '' : FALSE)],
    ...(view === null && !isReverted && { logs: [transferLog(owner, effect.to, effect.amount, visible)] }),
    energy_penalty: penaltyOf(ran),
    transaction: { ret: [isReverted ? { ret: 'FAILED' } : {}], ...built(raw, visible) },
  };
}

function triggerSmartContract(call: NodeCall): Json {
  const trigger = triggered(call);
  if (isView(trigger.data)) return constantResult(call, trigger);
  return { result: { result: true }, transaction: built(trigger.raw, call.visible) };
}

function broadcast({ chain, nowMs, fields, visible, store }: NodeCall): Json {
  const transaction = readTransaction(fields);
  const decided = judgeBroadcast(chain, transaction, nowMs);
  const { txid } = transaction;
  if ('code' in decided) {
    return { code: decided.code, message: shownBytes(decided.message, visible), txid };
  }
  store(decided);
  return { result: true, txid };
}

function getDelegatedResource({ chain, ledger, fields, visible }: NodeCall): Json {
  const from = addressIn(fields, 'fromAddress');
  const to = addressIn(fields, 'toAddress');
  const energy = from === chain.serviceAddress ? (ledger.read(to)?.energyLimit ?? 0) : 0;
  const parties = { from: shownAddress(from, visible), to: shownAddress(to, visible) };
  const resource = { ...parties, frozen_balance_for_energy: stakeOf(energy) };
  return energy === 0 ? {} : { delegatedResource: [resource] };
}

/** The addresses to which the service delegates are left out: there can be a hundred thousand. */
function getDelegationIndex({ chain, ledger, fields, visible }: NodeCall): Json {
  const account = addressIn(fields, 'value');
  const isDelegated = (ledger.read(account)?.energyLimit ?? 0) > 0;
  const fromAccounts = isDelegated ? [shownAddress(chain.serviceAddress, visible)] : undefined;
  return present({ account: shownAddress(account, visible), fromAccounts });
}

function getContract({ fields, visible }: NodeCall): Json {
  if (addressIn(fields, 'value') !== USDT_CONTRACT) return {};
  const address = shownAddress(USDT_CONTRACT, visible);
  return {
    origin_address: shownAddress('THPvaUhoh2Qn2y9THCZML3H815hhFhn5YC', visible),
    contract_address: address,
    abi: USDT_ABI,
    consume_user_resource_percent: 100,
    name: 'TetherToken',
    origin_energy_limit: 10_000_000,
  };
}

/** The price since the network began, and the one that a scenario has set. */
const energyPrices = ({ chain, atMs }: NodeCall): string =>
  `0:${CHAIN_SUN_PER_ENERGY}${chain.sunPerEnergy === CHAIN_SUN_PER_ENERGY ? '' : `,${blockTimeMs(blockAt(atMs))}:${chain.sunPerEnergy}`}`;

function getAccount({ ledger, fields, atMs, visible }: NodeCall): Json {
  const address = addressIn(fields, 'address');
  const purse = ledger.read(address);
  return purse ? accountJson(purse, address, atMs, visible) : {};
}

function getAccountResource({ ledger, fields, atMs }: NodeCall): Json {
  const purse = ledger.read(addressIn(fields, 'address'));
  return purse ? resourcesJson(purse, atMs) : {};
}

/** How a call answers GET: like POST, with an empty body because it builds something, or with 405. */
type OnGet = 'answers' | 'empty' | 'refused';

export interface CallRow {
  readonly handler: Handler;
  readonly onGet: OnGet;
  /** True: /walletsolidity has it, too. */
  readonly solid: boolean;
}

const reading = (handler: Handler, solid = false): CallRow => ({ handler, onGet: 'answers', solid });
const building = (handler: Handler, solid = false): CallRow => ({ handler, onGet: 'empty', solid });

export const NODE_CALLS: Readonly<Record<string, CallRow>> = {
  getaccountresource: reading(getAccountResource),
  getaccount: reading(getAccount, true),
  gettransactioninfobyid: reading(call => infoNamed(idIn(call.fields), call), true),
  gettransactionbyid: reading(call => transactionNamed(idIn(call.fields), call), true),
  getblock: reading(getBlock, true),
  getnowblock: reading(call => blockNamed(call, blockAt(call.atMs), true), true),
  getchainparameters: reading(({ chain }) => ({
    chainParameter: parametersOf(chain).map(([key, value]) => ({
      key,
      ...(value !== undefined && { value }),
    })),
  })),
  getcontract: reading(getContract),
  getenergyprices: reading(call => ({ prices: energyPrices(call) })),
  getbandwidthprices: reading(() => ({ prices: `0:${SUN_PER_BYTE}` })),
  getdelegatedresourcev2: reading(getDelegatedResource, true),
  getdelegatedresourceaccountindexv2: reading(getDelegationIndex, true),
  createtransaction: building(createTransaction),
  triggersmartcontract: building(call => triggerResult(call, () => triggerSmartContract(call))),
  triggerconstantcontract: building(
    call => triggerResult(call, () => constantResult(call, triggered(call))),
    true,
  ),
  // Args.java: estimateEnergy is off by default.
  estimateenergy: building(call =>
    triggerResult(call, () => {
      throw validateError('this node does not support estimate energy');
    }),
  ),
  broadcasttransaction: { handler: broadcast, onGet: 'refused', solid: false },
};
