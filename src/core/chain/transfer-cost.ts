/*
 * The Energy of a call of USDT. Mainnet receipts of 31 July 2026, and of November 2024 for one that ran out of Energy,
 * give the totals and the penalty: the factor of a contract that is used much, 3.4 at most, which it has. The opcodes
 * between the points that receipts show are spread evenly.
 */

/** A part of a call: opcodes that cost this Energy in total, the penalty included; `whole` if it is one opcode. */
interface Part {
  readonly energy: number;
  readonly penalty: number;
  readonly whole?: true;
}

/** Up to the check of the sender's balance. */
const CHECKS: Part = { energy: 11_524, penalty: 8_905 };
/** Writes the balance of the sender. */
const DEBIT: Part = { energy: 22_000, penalty: 17_000, whole: true };
/** Writes the balance of a recipient who has USDT, or of one who has none. */
const CREDIT: Part = { energy: 22_000, penalty: 17_000, whole: true };
const FIRST_CREDIT: Part = { energy: 88_000, penalty: 68_000, whole: true };
/** Logs the transfer. */
const LOG: Part = { energy: 8_761, penalty: 6_730 };
/** About what mainnet answers for balanceOf. */
const VIEW: Part = { energy: 4_062, penalty: 3_127 };

export type Call = 'transfer' | 'first transfer' | 'revert' | 'view';

const PARTS: Readonly<Record<Call, readonly Part[]>> = {
  transfer: [CHECKS, DEBIT, CREDIT, LOG],
  'first transfer': [CHECKS, DEBIT, FIRST_CREDIT, LOG],
  revert: [CHECKS],
  view: [VIEW],
};

const sum = (parts: readonly Part[], field: 'energy' | 'penalty'): number =>
  parts.reduce((total, part) => total + part[field], 0);

export const energyOf = (call: Call): number => sum(PARTS[call], 'energy');

export const penaltyOf = (call: Call): number => sum(PARTS[call], 'penalty');

/** Where a call stops that has too little Energy. It takes all of it; only opcodes that ran have a penalty. */
export interface Shortage {
  readonly penalty: number;
  /** The Energy that was used before the opcode that could not run, and that of the opcode without its penalty. */
  readonly used: number;
  readonly opcode: { readonly name: string; readonly energy: number; readonly penalty: number };
}

/** @param cap the Energy that the call may use, less than it needs */
export function shortageOf(call: Call, cap: number): Shortage {
  let used = 0;
  let penalty = 0;
  for (const part of PARTS[call]) {
    if (used + part.energy > cap) {
      if (part.whole) {
        const opcode = { name: 'SSTORE', energy: part.energy - part.penalty, penalty: part.penalty };
        return { penalty, used, opcode };
      }
      const share = Math.floor((part.penalty * (cap - used)) / part.energy);
      return { penalty: penalty + share, used: cap, opcode: { name: 'PUSH1', energy: 3, penalty: 10 } };
    }
    used += part.energy;
    penalty += part.penalty;
  }
  throw new RangeError(`${cap} is enough for a ${call}`);
}
