import type { Command } from 'commander';
import { SCOPES } from '../domain/operations.ts';
import { checkedInstant, oneOf, parseWith, repeatable, wholeNumber } from './parse-values.ts';

/** Flags that limit a new API key. */
export interface KeyFlags {
  readonly scope?: readonly string[];
  readonly ip?: readonly string[];
  readonly rateLimit?: number;
  readonly expiresAt?: string;
}

/** Adds the flags that limit a new API key. */
export const withKeyFlags = (command: Command): Command =>
  command
    .option(
      '--scope <scope>',
      `permission of the key; repeatable: ${SCOPES.join(', ')}`,
      repeatable(oneOf('scope', SCOPES)),
    )
    .option('--ip <address>', 'allowed client address or CIDR range; repeatable', repeatable(String))
    .option('--rate-limit <number>', 'requests per minute', parseWith(wholeNumber('a limit', 1)))
    .option(
      '--expires-at <instant>',
      "expiry time of the key in ISO 8601, on the account's clock",
      parseWith(checkedInstant),
    );

/** The limits of the key in the body of a request. */
export const keyLimitsOf = ({ scope, ip, rateLimit, expiresAt }: KeyFlags): object => ({
  scopes: scope,
  ip_allow: ip,
  rate_limit_per_minute: rateLimit,
  expires_at: expiresAt,
});
