import { hash } from 'node:crypto';
import type { SignedTransaction } from '../../core/chain/broadcast.ts';
import { USDT_CONTRACT } from '../../core/chain/network.ts';
import { addressBase58, addressHex } from '../../core/domain/address.ts';
import { isObject } from '../../core/domain/json.ts';
import type { RawData } from '../../core/engine/account-state.ts';
import { parseError, validateError } from './node-error.ts';
import * as protobuf from './protobuf.ts';
import { addressIn, type Fields, flagIn, hexIn, integerIn, objectIn, textIn } from './read-fields.ts';
import { signerOf } from './signature.ts';

/*
 * Transactions as the node reads, encodes and writes them. The fields and their numbers: Tron.proto (Transaction),
 * balance_contract.proto and smart_contract.proto.
 */

type Parameter = RawData['contract'][number]['parameter']['value'];

type Kind = 'address' | 'int' | 'bytes' | 'resource';

interface ContractType {
  /** Transaction.Contract.ContractType. */
  readonly number: number;
  /** The fields with their numbers. */
  readonly fields: Readonly<Record<string, readonly [tag: number, kind: Kind]>>;
}

const DELEGATION_FIELDS: ContractType['fields'] = {
  owner_address: [1, 'address'],
  resource: [2, 'resource'],
  balance: [3, 'int'],
  receiver_address: [4, 'address'],
};

/** The contract types that the stand-in knows. The service alone delegates and reclaims. */
const CONTRACT_TYPES = {
  TransferContract: {
    number: 1,
    fields: { owner_address: [1, 'address'], to_address: [2, 'address'], amount: [3, 'int'] },
  },
  TriggerSmartContract: {
    number: 31,
    fields: {
      owner_address: [1, 'address'],
      contract_address: [2, 'address'],
      call_value: [3, 'int'],
      data: [4, 'bytes'],
      call_token_value: [5, 'int'],
      token_id: [6, 'int'],
    },
  },
  DelegateResourceContract: { number: 57, fields: DELEGATION_FIELDS },
  UnDelegateResourceContract: { number: 58, fields: DELEGATION_FIELDS },
} as const satisfies Readonly<Record<string, ContractType>>;

export type ContractName = keyof typeof CONTRACT_TYPES;

const contractType = (name: string): ContractType => CONTRACT_TYPES[name as ContractName];

/** The resource ENERGY (common.proto: ResourceCode). */
const ENERGY = 1;

function readParameter(name: string, value: Fields, visible: boolean): Parameter {
  const read: Record<string, string | number | boolean> = {};
  for (const [field, [, kind]] of Object.entries(contractType(name).fields)) {
    if (value[field] === undefined) continue;
    if (kind === 'address') read[field] = addressHex(addressIn(value, field, visible));
    else if (kind === 'bytes') read[field] = hexIn(value, field);
    else if (kind === 'resource') read[field] = textIn(value, field);
    else read[field] = integerIn(value, field);
    // A field with the value 0 is the same as one that is missing.
    if (read[field] === 0 || read[field] === '') delete read[field];
  }
  return read;
}

function encodeParameter(name: string, value: Parameter): string {
  const fields = Object.entries(contractType(name).fields).map(([field, [tag, kind]]) => {
    if (kind === 'resource') return protobuf.int(tag, value[field] === 'ENERGY' ? ENERGY : 0);
    if (kind === 'int') return protobuf.int(tag, value[field] as number | undefined);
    return protobuf.bytes(tag, value[field] as string | undefined);
  });
  return protobuf.message(...fields);
}

/** The field raw_data in protobuf, in hexadecimal; its SHA-256 is the id of the transaction. */
export function encodeRawData(raw: RawData): string {
  const [contract] = raw.contract;
  const { type, parameter, Permission_id } = contract!;
  const any = protobuf.message(
    protobuf.string(1, parameter.type_url),
    protobuf.embedded(2, encodeParameter(type, parameter.value)),
  );
  const inner = protobuf.message(
    protobuf.int(1, contractType(type).number),
    protobuf.embedded(2, any),
    protobuf.int(5, Permission_id),
  );
  return protobuf.message(
    protobuf.bytes(1, raw.ref_block_bytes),
    protobuf.bytes(4, raw.ref_block_hash),
    protobuf.int(8, raw.expiration),
    protobuf.bytes(10, raw.data),
    protobuf.embedded(11, inner),
    protobuf.int(14, raw.timestamp),
    protobuf.int(18, raw.fee_limit),
  );
}

export const txidOfRaw = (encoded: string): string => hash('sha256', Buffer.from(encoded, 'hex'), 'hex');

/** The size of a signed transaction in bytes, without its result. */
const sizeOf = (encoded: string, signature: readonly string[]): number =>
  protobuf.message(protobuf.embedded(1, encoded), ...signature.map(one => protobuf.bytes(2, one))).length / 2;

const isKnown = (name: string): name is ContractName => Object.hasOwn(CONTRACT_TYPES, name);

function readRawData(fields: Fields, visible: boolean): RawData {
  const { contract } = fields;
  if (!Array.isArray(contract) || contract.length === 0)
    throw parseError('No contract! raw_data.contract must be a list with one contract');
  if (contract.length > 1 || !isObject(contract[0]))
    throw parseError('Contract size should be exactly 1 in raw_data.contract');
  const type = textIn(contract[0], 'type');
  if (!isKnown(type)) {
    throw validateError(
      `No contract! The sandbox knows the contract types ${Object.keys(CONTRACT_TYPES).slice(0, 2).join(' and ')}, not ${JSON.stringify(type.slice(0, 100))}`,
    );
  }
  const value = readParameter(type, objectIn(objectIn(contract[0], 'parameter'), 'value'), visible);
  const permission = integerIn(contract[0], 'Permission_id');
  return rawDataOf(type, value, {
    refBlockBytes: hexIn(fields, 'ref_block_bytes'),
    refBlockHash: hexIn(fields, 'ref_block_hash'),
    expiration: integerIn(fields, 'expiration'),
    timestamp: integerIn(fields, 'timestamp'),
    feeLimit: integerIn(fields, 'fee_limit'),
    data: hexIn(fields, 'data'),
    permission,
  });
}

interface Head {
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  readonly expiration: number;
  readonly timestamp: number;
  readonly feeLimit?: number;
  readonly data?: string;
  readonly permission?: number;
}

/** The raw data of a transaction; fields with the value 0 are left out, as the node does. */
export const rawDataOf = (type: ContractName, value: Parameter, head: Head): RawData => ({
  contract: [
    {
      parameter: { value, type_url: `type.googleapis.com/protocol.${type}` },
      type,
      ...(head.permission && { Permission_id: head.permission }),
    },
  ],
  ...(head.refBlockBytes && { ref_block_bytes: head.refBlockBytes }),
  ...(head.refBlockHash && { ref_block_hash: head.refBlockHash }),
  ...(head.expiration && { expiration: head.expiration }),
  ...(head.feeLimit && { fee_limit: head.feeLimit }),
  ...(head.timestamp && { timestamp: head.timestamp }),
  ...(head.data && { data: head.data }),
});

/**
 * Reads the transaction of a request. The node ignores its txID and raw_data_hex, and encodes raw_data again.
 * @throws NodeError
 */
export function readTransaction(fields: Fields): SignedTransaction {
  const raw = readRawData(objectIn(fields, 'raw_data'), flagIn(fields, 'visible'));
  const { signature: given = [] } = fields;
  if (!Array.isArray(given)) throw parseError('Expected a list: signature');
  const signature = given.map((_, index) => hexIn(given as unknown as Fields, String(index)));
  const encoded = encodeRawData(raw);
  const { owner_address } = raw.contract[0]!.parameter.value;
  if (owner_address === undefined) throw validateError('Invalid ownerAddress!');
  const owner = addressBase58(String(owner_address));
  const txid = txidOfRaw(encoded);
  return {
    raw,
    signature,
    txid,
    bytes: sizeOf(encoded, signature),
    owner,
    call: callIn(raw, owner),
    signer: () => signerOf(txid, signature[0]!),
  };
}

/** What a transaction does. A call of another contract counts as one of no contract: see contractProblem. */
function callIn(raw: RawData, owner: string): SignedTransaction['call'] {
  const { type, parameter } = raw.contract[0]!;
  const { to_address, amount = 0, contract_address, call_value, data = '' } = parameter.value;
  if (type === 'TriggerSmartContract' && contract_address === addressHex(USDT_CONTRACT)) {
    const transfer = call_value === undefined ? transferIn(String(data)) : null;
    return transfer ? { ...transfer, action: 'usdt' } : { to: owner, amount: 0, action: 'other' };
  }
  const to = to_address === undefined ? owner : addressBase58(String(to_address));
  return { to, amount: Number(amount), action: 'trx' };
}

/** The selector of transfer(address,uint256). */
const TRANSFER = 'a9059cbb';
const WORD = 64;

/** What a call of USDT transfers; null if it is not a transfer. Amounts that no number holds are above every balance. */
export function transferIn(data: string): { readonly to: string; readonly amount: number } | null {
  if (!data.startsWith(TRANSFER) || data.length < 8 + 2 * WORD) return null;
  const to = addressBase58(`41${data.slice(8 + 24, 8 + WORD)}`);
  const amount = BigInt(`0x${data.slice(8 + WORD, 8 + 2 * WORD)}`);
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return { to, amount: Number(amount > most ? most : amount) };
}
