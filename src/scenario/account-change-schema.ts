import { z } from 'zod';
import { ASSUMPTION_NAMES, checkAssumption } from '../domain/assumptions.ts';
import { contradictionAmong } from '../domain/given-settings.ts';
import { SCOPES } from '../domain/operations.ts';
import { address, amountTrx, ipRange, percent } from './field-schemas.ts';
import { rename } from './rename-keys.ts';
import { checkNotEmpty } from './rule-checks.ts';
import type { AccountChange, KeyChange, PriceChange } from './scenario-types.ts';

/** How many entries a list in a change may have. */
export const MAX_LIST = 1_000;

const priceChange = z
  .strictObject({
    package_id: z.int().min(1).describe('The id of the package.'),
    duration_minutes: z.int().min(1).describe('The rental duration in minutes.'),
    price_trx: amountTrx.nullable().describe('The new price in TRX; null removes the price.'),
  })
  .transform(price =>
    rename<PriceChange>()(price, {
      package_id: 'packageId',
      duration_minutes: 'durationMinutes',
      price_trx: 'priceSun',
    }),
  );

const keyChange = z
  .strictObject({
    expired: z
      .boolean()
      .exactOptional()
      .describe('True: requests with the key fail with 401 TOKEN_EXPIRED from now on.'),
    revoked: z
      .boolean()
      .exactOptional()
      .describe('True: requests with the key fail with 401 UNAUTHORIZED from now on.'),
    scopes: z.array(z.enum(SCOPES)).exactOptional().describe('The scopes that the key keeps.'),
    ip_allow: z
      .array(ipRange)
      .max(MAX_LIST)
      .exactOptional()
      .describe('The only IP addresses and CIDR ranges from which the key can be used.'),
  })
  .superRefine(checkNotEmpty)
  .transform(key => rename<KeyChange>()(key, { ip_allow: 'ipAllow' }));

export const assumptions = z
  .partialRecord(z.enum(ASSUMPTION_NAMES as [string, ...string[]]), z.unknown())
  .superRefine((values, context) => {
    for (const [name, value] of Object.entries(values)) {
      const message = checkAssumption(name, value);
      if (message) context.addIssue({ code: 'custom', path: [name], message, params: { sentence: true } });
    }
  });

/** Not part of `assumptions`, because stored scenarios may contradict themselves, and must still be read. */
const consistentAssumptions = assumptions.superRefine((values, context) => {
  const found = contradictionAmong(values);
  if (found === null) return;
  context.addIssue({
    code: 'custom',
    path: [found.name],
    message: found.problem,
    params: { sentence: true },
  });
});

/** What `given` and `set` can change in an account. */
export const accountChange = z
  .strictObject({
    balance_trx: amountTrx.exactOptional().describe('The new balance in TRX.'),
    discount_percent: percent.exactOptional().describe('The account discount in percent.'),
    rate_limit_per_minute: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .exactOptional()
      .describe('Requests per minute for keys without a limit of their own.'),
    inactive_addresses: z
      .array(address)
      .max(MAX_LIST)
      .exactOptional()
      .describe('Addresses that are not activated: orders to them fail with ADDRESS_NOT_ACTIVE.'),
    assumptions: consistentAssumptions
      .exactOptional()
      .describe(
        'Settings from the register of assumptions, by name. They must not contradict each other; the other settings of the account are not compared.',
      ),
    prices: z.array(priceChange).max(MAX_LIST).exactOptional().describe('New prices of packages.'),
    inactive_packages: z
      .array(z.int().min(1))
      .max(MAX_LIST)
      .exactOptional()
      .describe('Ids of packages that are no longer on sale: PACKAGE_NOT_FOUND.'),
    key: keyChange
      .exactOptional()
      .describe('Changes to API keys. In set: the key of the request. In given: all keys of the account.'),
  })
  .superRefine(checkNotEmpty)
  .transform(change =>
    rename<AccountChange>()(change, {
      balance_trx: 'balanceSun',
      discount_percent: 'discountPercent',
      rate_limit_per_minute: 'rateLimitPerMinute',
      inactive_addresses: 'inactiveAddresses',
      inactive_packages: 'inactivePackages',
    }),
  );
