import { randomBytes } from 'node:crypto';
import { readableAddress } from '../core/domain/address.ts';
import type { AddressOptions } from './call-options.ts';
import { checkOptions } from './check-options.ts';
import { invalidOption, shown } from './errors.ts';

/**
 * A valid TRON mainnet address, for use as a recipient. Without options, a random one.
 * @example tronAddress({ like: 'Buyer' }) // always the same address, which begins with TBuyer
 * @throws SandboxError INVALID_OPTION for a character that no address has at that place, with a replacement
 */
export function tronAddress(options: AddressOptions = {}): string {
  checkOptions('tronAddress', options, ['like', 'seed']);
  const { like, seed } = options;
  if (like !== undefined && typeof like !== 'string') {
    throw invalidOption('tronAddress', 'like', `like: expected a string, got ${shown(like)}`);
  }
  const isRandom = like === undefined && seed === undefined;
  try {
    return readableAddress(like ?? '', isRandom ? randomBytes(16).toString('hex') : String(seed ?? ''));
  } catch (error) {
    if (error instanceof RangeError) throw invalidOption('tronAddress', 'like', error.message);
    throw error;
  }
}
