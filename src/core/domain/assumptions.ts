import { didYouMean } from '../text/nearest-word.ts';
import { isRecipient } from './address.ts';
import { DEFAULT_PACKAGES, type Package, SUN_PER_ENERGY } from './catalogue.ts';
import { isIpRange } from './ip.ts';
import { OPERATION_IDS } from './operations.ts';
import {
  ascending,
  type Check,
  flag,
  instant,
  integer,
  listOf,
  oneOf,
  packages,
  percent,
  priceTable,
  timeZone,
} from './setting-checks.ts';
import type { Assert, SameMembers } from './type-assertions.ts';

/**
 * An entry of the register of assumptions: something that the specification leaves open, what the sandbox does about
 * it, and why. An entry with a check is a setting that can be changed per server and per account; the others are fixed.
 */
export interface Assumption {
  readonly name: string;
  readonly section: string;
  readonly default: unknown;
  readonly check?: Check;
  readonly reason: string;
}

export interface Settings {
  readonly trailing_slash: 'not_found' | 'redirect';
  readonly cors: 'off' | 'any_origin';
  readonly rate_limit_per_minute: number;
  readonly order_limit: number;
  readonly rate_limit_clock: 'account' | 'real';
  readonly bulk_rate_cost: 'request' | 'item';
  readonly trusted_proxies: readonly string[];
  readonly content_type: 'ignore' | 'reject';
  readonly body_limit_bytes: number;
  readonly bulk_body_limit_bytes: number;
  readonly unknown_fields: 'ignore' | 'reject';
  readonly unknown_sandbox_name: 'note' | 'reject';
  readonly custom_energy_enabled: boolean;
  readonly custom_energy_min: number;
  readonly custom_energy_max: number;
  readonly custom_energy_step: number;
  readonly custom_sixty_only: boolean;
  readonly hex_addresses: 'reject' | 'accept';
  readonly deny_unknown: boolean;
  readonly active_addresses: readonly string[];
  readonly packages: readonly Package[];
  readonly custom_prices_sun_per_energy: Readonly<Record<string, number>>;
  readonly discount_percent: number;
  readonly estimate_holders: 'by_address' | 'all' | 'none';
  readonly estimate_without_usdt: number;
  readonly first_order_id: number;
  readonly status_selectors: 'id_first' | 'reject_both';
  readonly idempotency_mismatch: 'replay' | 'reject';
  readonly invalid_repeat: 'replay' | 'reject';
  readonly bulk_duplicates: 'replay' | 'reject';
  readonly bulk_refusal_body: 'with_results' | 'error_only';
  readonly time_zone: string;
  readonly retry_on: 'every_non_2xx' | '5xx_408_429';
  readonly webhook_retry_delays_ms: readonly number[];
  readonly webhook_timeout_ms: number;
  readonly manual_clock_start: string;
  readonly chain_inclusion: 'next_block' | 'at_once';
}

const isDelay = (value: unknown): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= LONGEST_DELAY_MS;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The maximum number of attempts for an event: the first one and the retries of webhook_retry_delays_ms. */
export const MAX_ATTEMPTS = 9;
const LONGEST_DELAY_MS = 366 * 24 * HOUR_MS;
/** A body takes several times its size in memory while it is parsed. */
const MAX_BODY_LIMIT_BYTES = 1024 * 1024;

type Row = Omit<Assumption, 'section'>;

interface SettingRow<Name extends keyof Settings> extends Row {
  readonly name: Name;
  readonly check: Check;
}

interface FixedRow extends Row {
  readonly check?: never;
}

const setting = <Name extends keyof Settings>(
  name: Name,
  value: Settings[Name],
  check: Check,
  reason: string,
): SettingRow<Name> => ({ name, default: value, check, reason });

/** A setting with one of several words, of which the first is the default. */
const choice = <Name extends keyof Settings>(
  name: Name,
  words: readonly (Settings[Name] & string)[],
  reason: string,
): SettingRow<Name> => ({ name, default: words[0], check: oneOf(words), reason });

const fixed = (name: string, decision: string, reason: string): FixedRow => ({
  name,
  default: decision,
  reason,
});

/** By the section of the specification that leaves it open. */
const REGISTER = {
  Errors: [
    fixed(
      'order_of_checks',
      'unknown path 404, wrong method 405, key 401, IP 403, rate limit 429, scope 403, scripted faults, body size 413, JSON 400, repeated external_id 200, structure 400/422 in the order in which the description lists the fields, invalid address 422, package 404, business rules 422, inactive address 422, balance 402',
      'A request can violate several rules but gets one code. A used, valid external_id is checked before everything else in the body, so its order is returned even with an empty balance. What the description limits for one operation only, such as the durations of bulk items, belongs to the structure there and to the business rules elsewhere.',
    ),
    fixed(
      'other_methods',
      '405 METHOD_NOT_ALLOWED with an Allow header, including HEAD and OPTIONS',
      'The error table has one code for a wrong method.',
    ),
    fixed(
      'invalid_json',
      'empty, malformed, compressed, not UTF-8, with a byte order mark, or not an object: 400 INVALID_JSON; the last of duplicate keys wins',
      'Only one code is listed for an unusable body.',
    ),
    fixed(
      'json_depth',
      'at most 64 levels; a deeper body: 400 INVALID_JSON',
      'Validators recurse, so the depth has to be bounded. No documented body has more than four levels.',
    ),
    fixed(
      'server_errors',
      '500 only from a scenario; 503 from a scenario, while shutting down, while an account cannot be stored, and for an internal error of the sandbox',
      'There is no listed code for a 500.',
    ),
    fixed(
      'external_id_errors',
      'wrong type, empty, too long or with a character that is not allowed: 422 EXTERNAL_ID_INVALID; missing in a bulk item: the item fails with that code; null in a single order counts as not given',
      'Only one code is listed for it.',
    ),
    fixed(
      'selector_errors',
      'neither, or one that is not an integer: PRODUCT_REQUIRED; both: PRODUCT_SELECTOR_CONFLICT; null counts as not given',
      'Two codes share one row of the table; this is what their names say.',
    ),
    fixed(
      'package_errors',
      'below 1, unknown or inactive: 404 PACKAGE_NOT_FOUND',
      'None of these packages can be ordered.',
    ),
    setting(
      'custom_energy_enabled',
      true,
      flag,
      'CUSTOM_ENERGY_DISABLED shows that custom amounts can be disabled. It is then the code of every quote, order and bulk item with an amount, whatever the amount and the duration.',
    ),
    fixed(
      'address_errors',
      'missing, not a string, or not Base58Check with prefix byte 0x41: 422 INVALID_TRON_ADDRESS; ADDRESS_NOT_ACTIVE on orders only',
      'An estimate does not need an activated recipient.',
    ),
    choice(
      'hex_addresses',
      ['reject', 'accept'],
      'The specification does not mention the hexadecimal format.',
    ),
    fixed(
      'two_errors',
      'package_id below 1 beside an energy_amount of the wrong type: 404 PACKAGE_NOT_FOUND, because package_id comes first in the description; an unknown package beside it: 422 PRODUCT_REQUIRED, because the lookup follows the structure; custom Energy disabled beside an invalid address: 422 INVALID_TRON_ADDRESS; an unknown field in one bulk item, if unknown_fields is reject: 400 INVALID_JSON for the whole request, and no item is processed',
      'Follows from order_of_checks. An undocumented field is a mistake in the structure of the request, which no item result can express.',
    ),
    fixed('exact_balance', 'a balance equal to the price is enough', 'Not enough means less than the price.'),
    fixed(
      'unknown_scenario',
      '400 SANDBOX_SCENARIO_UNKNOWN for an unknown name in X-Sandbox-Scenario',
      'The only code beyond the specification, for a header that the service does not have.',
    ),
  ],
  'General rules': [
    fixed(
      'unknown_path',
      '404 NOT_FOUND; paths are compared as they were sent, without decoding them',
      'The closest of the listed codes.',
    ),
    choice(
      'trailing_slash',
      ['not_found', 'redirect'],
      'Every path ends with a slash, so a path without one is a different path. `redirect` returns 308 instead.',
    ),
    choice(
      'content_type',
      ['ignore', 'reject'],
      'A body with another content type, a charset other than UTF-8 or a Content-Encoding is read as JSON, and the mistake is reported in the journal. `reject` returns 400 INVALID_JSON.',
    ),
  ],
  Authentication: [
    choice(
      'cors',
      ['off', 'any_origin'],
      'An API key does not belong in a browser. `any_origin` is for trying out a web page against the sandbox. It cannot be set for an account, because a preflight request has no key.',
    ),
    fixed(
      'rate_headers_everywhere',
      'X-RateLimit-Limit and X-RateLimit-Remaining even on 4xx and 5xx; without a valid key, the limit of the server and all of it remaining',
      'The specification says that every response carries them.',
    ),
    fixed(
      'key_errors',
      'TOKEN_EXPIRED for an expired key; UNAUTHORIZED for a missing header, an unknown or revoked key, or a scheme other than Bearer; the name of the scheme is case-insensitive',
      "Expiry is the only case with a code of its own. It follows the account's clock.",
    ),
    setting(
      'trusted_proxies',
      [],
      listOf('IP addresses or CIDR ranges', 100, value => typeof value === 'string' && isIpRange(value)),
      "The caller's IP address is the address of the connection. Behind a listed proxy, it is the last address in X-Forwarded-For that is not a listed proxy.",
    ),
    fixed(
      'ip_lists',
      'IPv4 and IPv6 addresses and CIDR ranges; an IPv4-mapped IPv6 address counts as IPv4',
      'The format of the whitelist is not specified.',
    ),
  ],
  Limits: [
    setting(
      'rate_limit_per_minute',
      6_000,
      integer(1, 1_000_000_000),
      'No default is specified, and a low one would block tests on a manual clock. A key may have its own limit.',
    ),
    choice(
      'rate_limit_clock',
      ['account', 'real'],
      "The windows are fixed: one for each whole minute of the clock. On the account's clock, a test can reach the next window by advancing the clock.",
    ),
    fixed(
      'rate_limit_cost',
      'a 401 costs nothing, every other request with a known key costs 1; on a 429, Retry-After is at least 1 s and X-RateLimit-Remaining is 0',
      'The limit applies per key.',
    ),
    setting(
      'order_limit',
      100_000,
      integer(1, 100_000_000),
      'The maximum number of orders of an account. Orders stay in memory until the account is reset or deleted. A new order beyond the limit is refused with 503 SERVICE_UNAVAILABLE, because the specification has no code for it.',
    ),
    choice(
      'bulk_rate_cost',
      ['request', 'item'],
      'The limit is defined in requests. `item` counts every item of a bulk request. A bulk request with more items than the limit is refused in every window: X-Sandbox-Explain and the journal say so, and Retry-After is the end of the window, because a smaller request succeeds then.',
    ),
    setting(
      'body_limit_bytes',
      65_536,
      integer(1_024, MAX_BODY_LIMIT_BYTES),
      'The maximum body size is not specified.',
    ),
    setting(
      'bulk_body_limit_bytes',
      262_144,
      integer(1_024, MAX_BODY_LIMIT_BYTES),
      'Fifty orders need more space than one. The limit also applies to chunked bodies.',
    ),
    fixed(
      'request_head',
      'request line and headers: 16 KiB together; more: 413 REQUEST_TOO_LARGE; not valid HTTP/1.1: 400 INVALID_JSON; both also for operations that do not list them',
      'The maximum is not specified, and no listed status fits better. A query that fits is checked parameter by parameter.',
    ),
    setting(
      'custom_energy_min',
      32_000,
      integer(1, 1_000_000_000),
      'Not specified. Checked after custom_energy_enabled and before the step. It must not exceed custom_energy_max, and a multiple of custom_energy_step must lie between them.',
    ),
    setting(
      'custom_energy_max',
      5_000_000,
      integer(1, 1_000_000_000),
      'Not specified. Its price has to be an exact number of sun.',
    ),
    setting('custom_energy_step', 1_000, integer(1, 1_000_000_000), 'Not specified. Counted from 0.'),
    fixed(
      'custom_duration',
      'not given: 60; anything else, null included: CUSTOM_DURATION_UNAVAILABLE',
      'Only one duration is available, currently 60 minutes.',
    ),
  ],
  Endpoints: [
    choice(
      'unknown_fields',
      ['ignore', 'reject'],
      'Fields and query parameters that are not documented are ignored and reported in the journal. `reject` returns 400 INVALID_JSON, but not for the balance, which lists no 400.',
    ),
    choice(
      'unknown_sandbox_name',
      ['note', 'reject'],
      'An external_id `sandbox:<name>:…` picks a scenario. If no scenario has the name, the order is placed like any other, and the journal and X-Sandbox-Explain say so. `reject` returns 422 EXTERNAL_ID_INVALID.',
    ),
    fixed('repeated_parameter', 'the last one wins, reported in the journal', 'Not specified.'),
    fixed(
      'bulk_statuses',
      'a bulk request can also return 405, 413 and 503; INSUFFICIENT_BALANCE and PACKAGE_NOT_FOUND are errors of single items',
      'The bulk table omits them, but the general rules do not exempt bulk requests.',
    ),
    fixed(
      'package_duration',
      "not given: the package's own; not offered, null or not an integer: RENTAL_DURATION_UNAVAILABLE; offered without a price: DURATION_PRICE_UNAVAILABLE",
      'Three codes share one row of the table; this distinguishes them.',
    ),
    setting(
      'custom_sixty_only',
      true,
      flag,
      'Custom orders have one duration. It also applies to custom items of a bulk request: 60 if none is given, and CUSTOM_DURATION_UNAVAILABLE for any other. `false` follows the bulk table, which lists 5, 10, 15 and 60 minutes with 15 as the default and does not exempt custom items. The strict reading is the default, so that a client that passes here does not fail in production.',
    ),
    setting(
      'deny_unknown',
      false,
      flag,
      'Every valid address is active, except those listed as inactive. With `true`, only active_addresses are active.',
    ),
    setting(
      'active_addresses',
      [],
      listOf('TRON addresses', 10_000, isRecipient),
      'The active addresses if deny_unknown is true.',
    ),
    fixed(
      'status_lookup',
      'neither id nor external_id: 400 ID_REQUIRED; id not a positive integer: 400 ID_REQUIRED; an order of another account: 404 NOT_FOUND; an external_id that consists of digits is not an id',
      'ID_REQUIRED is the only code for a lookup without a usable id.',
    ),
    choice(
      'status_selectors',
      ['id_first', 'reject_both'],
      'With both, id is used and external_id is ignored, even an invalid one: the specification says `id or external_id`, and has no code for a conflict. `reject_both` returns 400 ID_REQUIRED.',
    ),
    fixed(
      'bulk_shape',
      'orders missing, not an array, empty or over 50 items: 400 INVALID_JSON and nothing is done; an item that is not an object fails with PRODUCT_REQUIRED and external_id ""',
      'The bulk table lists 400 for an invalid body.',
    ),
    fixed(
      'idempotency_scope',
      'per account; across all its keys and across single and bulk orders; compared byte for byte; never expires',
      'Orders are idempotent per external_id, which is unique per account.',
    ),
    choice(
      'idempotency_mismatch',
      ['replay', 'reject'],
      'A repeat with a different body returns the existing order and is reported in the journal. A duration that is not given is not compared. `reject` returns 422 EXTERNAL_ID_INVALID.',
    ),
    choice(
      'invalid_repeat',
      ['replay', 'reject'],
      'A repeat that also has an invalid field or address is a repeat with a different body, see idempotency_mismatch: the id is looked up before the rest of the body is checked. `reject` checks first, and returns the code of the first error. Other business rules, such as the balance, never apply to a repeat.',
    ),
    fixed(
      'idempotency_failures',
      'a 4xx or 5xx before acceptance leaves the external_id unused; a failure after acceptance does not; an order in failed or review is still returned',
      'The external_id is in use once an order exists.',
    ),
    fixed(
      'one_commit',
      'the debit, the order and the external_id are committed together or not at all',
      'Of several concurrent identical requests, exactly one returns 202 and debits the price.',
    ),
    fixed(
      'bulk_repeats',
      'a repeat is accepted with the existing id and no debit; if all items are repeats: 202',
      'Idempotency works as for single orders.',
    ),
    choice(
      'bulk_duplicates',
      ['replay', 'reject'],
      'If two items of one request share an external_id, the second repeats the first: items are processed one after another. `reject` fails the second with EXTERNAL_ID_INVALID.',
    ),
    choice(
      'bulk_refusal_body',
      ['error_only', 'with_results'],
      'The body of a bulk 422 is not specified, so it has the form of all errors, with the code of the first item. `with_results` adds the results of all items as `data`.',
    ),
    fixed(
      'bulk_outcome',
      '202 if no item failed, 207 if some failed, 422 if all failed; results in index order; if the balance is too low for an item, later and cheaper items are still tried',
      'Items are independent.',
    ),
    fixed(
      'scripted_bulk',
      'a scripted error for createOrder fails the bulk items that it matches; a connection fault affects the whole request',
      'A connection cannot fail for a single item.',
    ),
    fixed(
      'operation_ids',
      OPERATION_IDS.join(', '),
      'Names for scenarios, the journal and generated clients.',
    ),
  ],
  'Resources and their fields': [
    fixed(
      'no_coercion',
      'in a body, a string is not an integer, but a number without a fraction is, such as 1.0 or 1e3; in a query, an integer is decimal digits, after a minus sign if negative; anything beyond 2^53-1 is out of range',
      'The types are specified, and a lenient sandbox would hide mistakes in a client.',
    ),
  ],
  'Estimate request': [
    fixed(
      'has_usdt',
      'true, null and not given mean the same; false: estimate_without_usdt, but never more than for true; anything else: 400 INVALID_JSON',
      'The hint says whether a USDT operation is planned. Without one, an order needs no more Energy than with one.',
    ),
    setting(
      'estimate_without_usdt',
      32_000,
      integer(1, 1_000_000_000),
      'The estimate if has_usdt is false, unless a USDT operation needs less. Not specified; an ordinary call of a contract costs about this much.',
    ),
    choice(
      'estimate_holders',
      ['by_address', 'all', 'none'],
      'Which recipients hold USDT. `by_address` is a fixed function of seed and address.',
    ),
  ],
  Quote: [
    fixed(
      'rounding',
      'base price and discount are each rounded half up to a whole sun; price = base price - discount',
      'This way, the three numbers always add up.',
    ),
    setting(
      'custom_prices_sun_per_energy',
      SUN_PER_ENERGY,
      priceTable,
      'Price in sun per unit of custom Energy, by duration in minutes. Not specified.',
    ),
    setting('discount_percent', 0, percent, 'The account discount in percent. Its value is not specified.'),
    fixed(
      'quote_locks_nothing',
      'an order is priced when it is created, and its price never changes',
      'A quote has no id that an order could refer to.',
    ),
    fixed(
      'custom_quote_fields',
      'a custom quote omits package_id and name',
      'They are present for package quotes only.',
    ),
  ],
  'Estimate result': [
    setting(
      'packages',
      DEFAULT_PACKAGES,
      packages,
      'The packages are not specified; their proportions follow the market.',
    ),
    fixed(
      'estimate_amounts',
      'for a USDT operation, 65,000 if the recipient holds USDT, otherwise 131,000; the recommended package is the smallest active one that covers the estimate',
      'This is what a USDT transfer costs on the network.',
    ),
  ],
  'States and transitions': [
    fixed(
      'transitions',
      'processing to delegating, review, failed; delegating to delegated, review, failed; delegated to undelegating; undelegating to completed; review to delegating, delegated, failed; no others',
      'Only creation is specified; the rest follows from the meaning of the states.',
    ),
    fixed(
      'lifecycle_delays',
      'as in the happy-path scenario: 3 s, 9 s (three blocks), the rental duration, 9 s',
      'Realistic values, which a scenario can change.',
    ),
  ],
  'Order status': [
    fixed(
      'order_fields',
      'txid is set on entering delegating, or delegated if review leads there directly, and kept; delivered_at is set once; completed_at is set on completed only; refunded becomes true on failed only, possibly later and then without a webhook',
      'This makes the conditions of the fields precise.',
    ),
    setting(
      'first_order_id',
      48_211,
      integer(1, 1_000_000_000),
      'Ids are integers; the first one is not specified. The default cannot be mistaken for an index or for a position in a list. A change applies to an account without orders, such as after a reset.',
    ),
    fixed(
      'order_ids',
      'ascending by 1 within an account, independent of other accounts; continued after a restart with stored data; from first_order_id again after a reset, and as they were after a restore',
      'The specification defines an id per order, but not its scope.',
    ),
    setting(
      'time_zone',
      'UTC',
      timeZone,
      "The time zone of the service's server is not specified. A change applies to new orders, so that the times of an order never contradict each other.",
    ),
  ],
  Events: [
    fixed(
      'webhook_snapshot',
      'one event per status change, including creation; the body is the order as it was then, and all attempts send the same bytes',
      'A signature over the raw body requires stable bytes.',
    ),
    choice(
      'retry_on',
      ['every_non_2xx', '5xx_408_429'],
      'Temporary failures are retried, but which they are is not specified. By default every response other than 2xx, such as 301, 400, 404 or 410, and no response: a receiver that is being deployed answers with any of them. `5xx_408_429` retries only those statuses and no response; after any other one, the event is given up.',
    ),
    setting(
      'webhook_retry_delays_ms',
      [
        5 * SECOND_MS,
        30 * SECOND_MS,
        2 * MINUTE_MS,
        5 * MINUTE_MS,
        15 * MINUTE_MS,
        30 * MINUTE_MS,
        HOUR_MS,
        2 * HOUR_MS,
      ],
      ascending(listOf('delays in milliseconds, each at most 366 days', MAX_ATTEMPTS - 1, isDelay)),
      'Up to 8 retries with increasing pauses; the pauses are not specified.',
    ),
    setting(
      'webhook_timeout_ms',
      10_000,
      integer(10, 600_000),
      'The time limit for one attempt, in real time. No response by then counts as a failure, like a broken connection. Redirects are not followed.',
    ),
    fixed(
      'event_id_suffix',
      '12 hexadecimal digits; a reset or restore never repeats an id, and without a seed, no other sandbox does; a fresh start with the same seed repeats the ids',
      'Ids are unique per event, and a receiver that remembers them must still accept the events of a new run.',
    ),
    fixed(
      'webhook_order',
      'the first attempts for an order are sent one after another; a retry does not delay other events; without a destination, events are recorded but not sent',
      'Not specified.',
    ),
    fixed(
      'webhook_form',
      'Content-Type is application/json; the HMAC key is the secret in UTF-8; the digest is in lowercase hexadecimal; each attempt uses the destination and the secret that are set when it is due',
      'This is the most literal reading.',
    ),
    setting(
      'manual_clock_start',
      '2026-01-01T00:00:00Z',
      instant,
      'The instant at which a manual clock starts, so that two runs have the same timestamps.',
    ),
  ],
  'What the service does': [
    choice(
      'chain_inclusion',
      ['next_block', 'at_once'],
      'When a transaction that is broadcast to the TRON node of the account is in a block. Blocks follow each other every 3 seconds of the clock, so a clock that stands still makes none. `at_once` puts the transaction into the current block.',
    ),
  ],
};

type Register = typeof REGISTER;
type RegisteredSetting = Extract<Register[keyof Register][number], { readonly check: Check }>['name'];

/** Compiles only if every setting is in the register, so that `DEFAULT_SETTINGS`, which is built from it, is complete. */
const complete = (register: Register, _isComplete: Assert<SameMembers<RegisteredSetting, keyof Settings>>) =>
  Object.entries<readonly Row[]>(register);

export const ASSUMPTIONS: readonly Assumption[] = complete(REGISTER, true).flatMap(([section, rows]) =>
  rows.map(row => ({ ...row, section })),
);

export const ASSUMPTION_NAMES: readonly string[] = ASSUMPTIONS.filter(row => row.check).map(row => row.name);

const CHECKS = new Map(ASSUMPTIONS.map(row => [row.name, row]));

/** @returns null if the setting allows the value, otherwise what was expected and what was found */
export function checkAssumption(name: string, value: unknown): string | null {
  const row = CHECKS.get(name);
  if (!row)
    return `there is no assumption named ${JSON.stringify(name)}${didYouMean(name, ASSUMPTION_NAMES)}`;
  return row.check ? row.check.problem(value) : `${name} is fixed and cannot be changed`;
}

/** The settings that `strict` changes, so that the sandbox refuses what it otherwise only reports in the journal. */
export const STRICT_SETTINGS: Pick<Settings, 'unknown_fields' | 'content_type' | 'unknown_sandbox_name'> = {
  unknown_fields: 'reject',
  content_type: 'reject',
  unknown_sandbox_name: 'reject',
};

export const DEFAULT_SETTINGS = Object.freeze(
  Object.fromEntries(ASSUMPTIONS.filter(row => row.check).map(row => [row.name, row.default])),
) as unknown as Settings;
