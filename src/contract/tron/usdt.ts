import { addressBase58 } from '../../core/domain/address.ts';
import { selectorOf } from './signature.ts';

/* The contract of USDT (TetherToken), as far as the stand-in has it: transfers and what can be read. */

const DECIMALS = 6;
const NAME = 'Tether USD';
const SYMBOL = 'USDT';
/** About what exists on TRON, in millionths. */
const TOTAL_SUPPLY = 80_000_000_000_000_000n;

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const text = (value: string): string =>
  word(32) + word(value.length) + Buffer.from(value).toString('hex').padEnd(64, '0');

type UsdtOf = (address: string) => number;

interface View {
  readonly inputs: readonly string[];
  readonly output: string;
  /** @param words the parameters, encoded */
  readonly read: (words: string, usdtOf: UsdtOf) => string;
}

/** The functions that only read, by name. */
const VIEWS: Readonly<Record<string, View>> = {
  name: { inputs: [], output: 'string', read: () => text(NAME) },
  symbol: { inputs: [], output: 'string', read: () => text(SYMBOL) },
  decimals: { inputs: [], output: 'uint8', read: () => word(DECIMALS) },
  totalSupply: { inputs: [], output: 'uint256', read: () => word(TOTAL_SUPPLY) },
  balanceOf: {
    inputs: ['address'],
    output: 'uint256',
    read: (words, usdtOf) => word(usdtOf(addressBase58(`41${words.slice(24, 64).padEnd(40, '0')}`))),
  },
  // Nothing approves, so no allowance differs from 0.
  allowance: { inputs: ['address', 'address'], output: 'uint256', read: () => word(0) },
};

const SELECTED = new Map(
  Object.entries(VIEWS).map(([name, view]) => [selectorOf(`${name}(${view.inputs.join(',')})`), view]),
);

export const isView = (data: string): boolean => SELECTED.has(data.slice(0, 8));

/** What a function that only reads returns, encoded; null if the data calls none. @param usdtOf millionths of a USDT */
export const readView = (data: string, usdtOf: UsdtOf): string | null =>
  SELECTED.get(data.slice(0, 8))?.read(data.slice(8), usdtOf) ?? null;

const abi = (type: string, name: string, inputs: readonly string[], more: object) => ({
  type,
  name,
  inputs: inputs.map(one => ({ type: one, ...(type === 'Event' && one === 'address' && { indexed: true }) })),
  ...more,
});

/** The interface as getcontract returns it. */
export const USDT_ABI = {
  entrys: [
    ...Object.entries(VIEWS).map(([name, { inputs, output }]) =>
      abi('Function', name, inputs, {
        outputs: [{ type: output }],
        constant: true,
        stateMutability: 'View',
      }),
    ),
    abi('Function', 'transfer', ['address', 'uint256'], {
      outputs: [{ type: 'bool' }],
      stateMutability: 'Nonpayable',
    }),
    abi('Event', 'Transfer', ['address', 'address', 'uint256'], {}),
  ],
};
