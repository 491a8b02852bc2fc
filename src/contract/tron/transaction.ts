import { hash } from 'node:crypto';
import type { Effect, SignedTransaction } from '../../core/chain/broadcast.ts';
import { USDT_CONTRACT } from '../../core/chain/network.ts';
import { addressBase58, addressHex } from '../../core/domain/address.ts';
import { isObject } from '../../core/domain/json.ts';
import type { RawData } from '../../core/engine/account-state.ts';
import { parseError, validateError } from './node-error.ts';
import * as protobuf from './protobuf.ts';
import { addressIn, type Fields, hexIn, integerIn, objectIn, textIn } from './read-fields.ts';
import { signerOf } from './signature.ts';

/*
 * Transactions as the node reads, encodes and writes them. The fields and their numbers: Tron.proto (Transaction),
 * balance_contract.proto and smart_contract.proto.
 */

type Contract = RawData['contract'][number];

/** How fields of a kind are read from JSON, and encoded. */
const kind = <Value>(
  read: (fields: Fields, name: string) => Value,
  encode: (tag: number, value: Value | undefined) => string,
) => ({ read, encode: encode as (tag: number, value: unknown) => string });

const KINDS = {
  address: kind((fields, name) => addressHex(addressIn(fields, name)), protobuf.bytes),
  bytes: kind(hexIn, protobuf.bytes),
  int: kind(integerIn, protobuf.int),
  /** common.proto: ResourceCode. */
  resource: kind(textIn, (tag, value) => protobuf.int(tag, value === 'ENERGY' ? 1 : 0)),
  contract: kind(readContract, (tag, value) => protobuf.embedded(tag, encodeContract(value![0]!))),
};

/** The fields of a message with their numbers, in ascending order. */
type Message = Readonly<Record<string, readonly [tag: number, kind: keyof typeof KINDS]>>;

const RAW_DATA: Message = {
  ref_block_bytes: [1, 'bytes'],
  ref_block_hash: [4, 'bytes'],
  expiration: [8, 'int'],
  data: [10, 'bytes'],
  contract: [11, 'contract'],
  timestamp: [14, 'int'],
  fee_limit: [18, 'int'],
};

const DELEGATION: Message = {
  owner_address: [1, 'address'],
  resource: [2, 'resource'],
  balance: [3, 'int'],
  receiver_address: [4, 'address'],
};

/**
 * The contract types that the stand-in knows, with their numbers (Transaction.Contract.ContractType). The service alone
 * delegates and reclaims.
 */
const CONTRACT_TYPES = {
  TransferContract: [1, { owner_address: [1, 'address'], to_address: [2, 'address'], amount: [3, 'int'] }],
  TriggerSmartContract: [
    31,
    {
      owner_address: [1, 'address'],
      contract_address: [2, 'address'],
      call_value: [3, 'int'],
      data: [4, 'bytes'],
      call_token_value: [5, 'int'],
      token_id: [6, 'int'],
    },
  ],
  DelegateResourceContract: [57, DELEGATION],
  UnDelegateResourceContract: [58, DELEGATION],
} as const satisfies Readonly<Record<string, readonly [number: number, parameter: Message]>>;

export type ContractName = keyof typeof CONTRACT_TYPES;

/** Without the fields that are 0, false or empty, which are the same as missing ones. */
export const present = <Message extends object>(fields: Message): Message =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== 0 && value !== false && value !== '',
    ),
  ) as Message;

const readMessage = (message: Message, from: Fields): Readonly<Record<string, unknown>> =>
  present(
    Object.fromEntries(
      Object.entries(message)
        .filter(([name]) => from[name] !== undefined)
        .map(([name, [, kind]]) => [name, KINDS[kind].read(from, name)]),
    ),
  );

const encodeMessage = (message: Message, values: Fields): string =>
  protobuf.message(
    ...Object.entries(message).map(([name, [tag, kind]]) => KINDS[kind].encode(tag, values[name])),
  );

/** @param from has the fields of the parameter; others are ignored */
export const contractOf = (type: ContractName, from: Fields, permission = 0): RawData['contract'] => [
  {
    parameter: {
      value: readMessage(CONTRACT_TYPES[type][1], from) as Contract['parameter']['value'],
      type_url: `type.googleapis.com/protocol.${type}`,
    },
    type,
    ...(permission !== 0 && { Permission_id: permission }),
  },
];

const isKnown = (name: string): name is ContractName => Object.hasOwn(CONTRACT_TYPES, name);

function readContract({ contract }: Fields): RawData['contract'] {
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
  const value = objectIn(objectIn(contract[0], 'parameter'), 'value');
  return contractOf(type, value, integerIn(contract[0], 'Permission_id'));
}

function encodeContract({ type, parameter, Permission_id }: Contract): string {
  const [number, message] = CONTRACT_TYPES[type as ContractName];
  const any = protobuf.message(
    protobuf.string(1, parameter.type_url),
    protobuf.embedded(2, encodeMessage(message, parameter.value)),
  );
  return protobuf.message(protobuf.int(1, number), protobuf.embedded(2, any), protobuf.int(5, Permission_id));
}

/** The field raw_data in protobuf, in hexadecimal; its SHA-256 is the id of the transaction. */
export const encodeRawData = (raw: RawData): string => encodeMessage(RAW_DATA, raw);

export const txidOfRaw = (encoded: string): string => hash('sha256', Buffer.from(encoded, 'hex'), 'hex');

/** The size of a signed transaction in bytes, without its result. */
const sizeOf = (encoded: string, signature: readonly string[]): number =>
  protobuf.message(protobuf.embedded(1, encoded), ...signature.map(one => protobuf.bytes(2, one))).length / 2;

/**
 * Reads the transaction of a request. The node ignores its txID and raw_data_hex, and encodes raw_data again.
 * @throws NodeError
 */
export function readTransaction(fields: Fields): SignedTransaction {
  const given = objectIn(fields, 'raw_data');
  const raw = readMessage(RAW_DATA, { ...given, contract: given.contract ?? null }) as unknown as RawData;
  const signatures = fields.signature ?? [];
  if (!Array.isArray(signatures)) throw parseError('Expected a list: signature');
  const signature = signatures.map((_, index) => hexIn(signatures as unknown as Fields, String(index)));
  const encoded = encodeRawData(raw);
  const txid = txidOfRaw(encoded);
  return {
    ...effectOf(raw),
    signature,
    txid,
    bytes: sizeOf(encoded, signature),
    signer: () => signerOf(txid, signature[0]!),
  };
}

/** What a transaction does, and for whom. A call of another contract counts as one of no contract: see contractProblem. */
export function effectOf(raw: RawData): Effect {
  const { type, parameter } = raw.contract[0]!;
  const { owner_address, to_address, amount = 0, contract_address, call_value, data = '' } = parameter.value;
  if (owner_address === undefined) throw validateError('Invalid ownerAddress!');
  const owner = addressBase58(String(owner_address));
  if (type === 'TriggerSmartContract' && contract_address === addressHex(USDT_CONTRACT)) {
    const transfer = call_value === undefined ? transferIn(String(data)) : null;
    const nothing = { to: owner, amount: 0 };
    return { raw, owner, call: transfer ? { ...transfer, action: 'usdt' } : { ...nothing, action: 'other' } };
  }
  const to = to_address === undefined ? owner : addressBase58(String(to_address));
  return { raw, owner, call: { to, amount: Number(amount), action: 'trx' } };
}

/** The selector of transfer(address,uint256). */
const TRANSFER = 'a9059cbb';
const WORD = 64;

/** What a call of USDT transfers; null if it is not a transfer. Amounts that no number holds are above every balance. */
function transferIn(data: string): { readonly to: string; readonly amount: number } | null {
  if (!data.startsWith(TRANSFER) || data.length < 8 + 2 * WORD) return null;
  const to = addressBase58(`41${data.slice(8 + 24, 8 + WORD)}`);
  const amount = BigInt(`0x${data.slice(8 + WORD, 8 + 2 * WORD)}`);
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return { to, amount: Number(amount > most ? most : amount) };
}
