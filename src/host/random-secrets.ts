import { randomBytes, randomInt } from 'node:crypto';

const KEY_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_CHARACTERS = 24;

/**
 * The text of a new key: `ersk_<account>_<24 letters and digits>`. With the account's name in it, a load balancer can
 * route all requests of an account to one server. The name is encoded, because a header must be ASCII; names that the
 * control API allows stay unchanged.
 */
export function randomKey(account: string): string {
  const secret = Array.from({ length: KEY_CHARACTERS }, () => KEY_ALPHABET[randomInt(KEY_ALPHABET.length)]);
  return `ersk_${encodeURIComponent(account)}_${secret.join('')}`;
}

/** The text of a new secret: a prefix and 24 random characters. */
export const randomToken = (prefix: string): string => `${prefix}_${randomBytes(18).toString('base64url')}`;

/** A new account name, which no other server generates. */
export const randomName = (): string => `account-${randomBytes(6).toString('hex')}`;
