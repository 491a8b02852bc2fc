import { tronAddressOf } from '../../src/core/domain/address.ts';

/** A valid TRON address for a number. Different numbers give different addresses. None of them is a magic address. */
export function addressNumber(ordinal: number): string {
  const hash20 = Buffer.alloc(20);
  hash20.writeUInt32BE(ordinal, 16);
  return tronAddressOf(hash20);
}

/** A valid recipient address without a special meaning. */
export const RECIPIENT = addressNumber(1);
