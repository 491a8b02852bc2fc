import type { Purse } from '../../core/chain/purse.ts';
import { type Call, energyOf, penaltyOf } from '../../core/chain/transfer-cost.ts';
import { addressBase58 } from '../../core/domain/address.ts';
import { transferIn } from './transaction.ts';

/* The contract of USDT (TetherToken), as far as the stand-in has it: transfers and what can be read. */

const DECIMALS = 6;
const NAME = 'Tether USD';
const SYMBOL = 'USDT';
/** About what exists on TRON, in millionths. */
const TOTAL_SUPPLY = 80_000_000_000_000_000n;

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const text = (value: string): string =>
  word(32) + word(value.length) + Buffer.from(value).toString('hex').padEnd(64, '0');

type View = (purseOf: (address: string) => Purse | null, words: string) => string;

/** The functions that only read, by selector. */
const VIEWS: Readonly<Record<string, View>> = {
  '70a08231': (purseOf, words) => word(purseOf(addressBase58(`41${words.slice(24, 64)}`))?.usdt ?? 0),
  // Nothing approves, so no allowance differs from 0.
  dd62ed3e: () => word(0),
  '18160ddd': () => word(TOTAL_SUPPLY),
  '313ce567': () => word(DECIMALS),
  '06fdde03': () => text(NAME),
  '95d89b41': () => text(SYMBOL),
};

/** About what mainnet answers for balanceOf. */
const VIEW_ENERGY = { energy: 4_062, penalty: 3_127 };

export const isView = (data: string): boolean => Object.hasOwn(VIEWS, data.slice(0, 8));

/** The result of a call that changes nothing. */
export interface ConstantResult {
  readonly data: string;
  readonly energy: number;
  readonly penalty: number;
  readonly reverted: boolean;
  readonly transfer: ReturnType<typeof transferIn>;
}

/**
 * Runs a call without effect.
 * @param purseOf what an address has; null if it is not active
 */
export function callConstant(
  data: string,
  sender: string,
  callValue: number,
  purseOf: (address: string) => Purse | null,
): ConstantResult {
  const view = VIEWS[data.slice(0, 8)];
  if (view && callValue === 0)
    return { data: view(purseOf, data.slice(8)), ...VIEW_ENERGY, reverted: false, transfer: null };
  const transfer = callValue === 0 ? transferIn(data) : null;
  const isPossible = transfer !== null && transfer.amount <= (purseOf(sender)?.usdt ?? 0);
  const call: Call = !isPossible
    ? 'revert'
    : (purseOf(transfer.to)?.usdt ?? 0) > 0
      ? 'transfer'
      : 'first transfer';
  return {
    // A transfer returns false, 32 zero bytes, although it succeeds.
    data: isPossible ? word(0) : '',
    energy: energyOf(call),
    penalty: penaltyOf(call),
    reverted: !isPossible,
    transfer: isPossible ? transfer : null,
  };
}

const abi = (type: string, name: string, inputs: readonly string[], output?: string) => ({
  type,
  name,
  inputs: inputs.map(one => ({ type: one, ...(type === 'Event' && one === 'address' && { indexed: true }) })),
  ...(output !== undefined && { outputs: [{ type: output }] }),
});

const view = (name: string, output: string, ...inputs: readonly string[]) => ({
  ...abi('Function', name, inputs, output),
  constant: true,
  stateMutability: 'View',
});

/** The interface as getcontract returns it. */
export const USDT_ABI = {
  entrys: [
    view('name', 'string'),
    view('symbol', 'string'),
    view('decimals', 'uint8'),
    view('totalSupply', 'uint256'),
    view('balanceOf', 'uint256', 'address'),
    view('allowance', 'uint256', 'address', 'address'),
    { ...abi('Function', 'transfer', ['address', 'uint256'], 'bool'), stateMutability: 'Nonpayable' },
    abi('Event', 'Transfer', ['address', 'address', 'uint256']),
  ],
};
