import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { tronAddressOf } from '../../core/domain/address.ts';
import { remembering } from '../../core/domain/collections.ts';

const MAX_CACHED = 100;

/** The first four bytes of the hash of a function's signature, in hexadecimal. */
export const selectorOf: (signature: string) => string = remembering(MAX_CACHED, signature =>
  Buffer.from(keccak_256(Buffer.from(signature)).subarray(0, 4)).toString('hex'),
);

const SIGNATURE_BYTES = 65;

/**
 * The address whose key signed a transaction (SignUtils.java: signatureToAddress); null if the signature is not valid.
 * @param signature r, s and the recovery id, which can be 27 higher, in hexadecimal
 */
export function signerOf(txid: string, signature: string): string | null {
  const bytes = Buffer.from(signature, 'hex');
  if (bytes.length < SIGNATURE_BYTES) return null;
  const recovery = bytes[SIGNATURE_BYTES - 1]! % 27;
  try {
    const point = secp256k1.Signature.fromBytes(bytes.subarray(0, SIGNATURE_BYTES - 1), 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(Buffer.from(txid, 'hex'));
    return tronAddressOf(keccak_256(point.toBytes(false).subarray(1)).subarray(-20));
  } catch {
    return null;
  }
}
