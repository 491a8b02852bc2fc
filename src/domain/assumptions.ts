import { isHexTronAddress, isTronAddress } from './address.ts';
import { DEFAULT_PACKAGES, type Package, SUN_PER_ENERGY } from './catalogue.ts';
import {
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
} from './checks.ts';
import { isIpRange } from './ip.ts';

/**
 * The register of assumptions: everything that the specification leaves open, what the sandbox does about it, and
 * why. A row with a check is a setting, changeable for a server and for an account; a row without is fixed.
 */
export interface Assumption {
  readonly name: string;
  /** The part of the specification that leaves it open. */
  readonly section: string;
  readonly default: unknown;
  readonly check?: Check;
  readonly reason: string;
}

/** The values of all settings, as an account has them. */
export interface Settings {
  readonly trailing_slash: 'not_found' | 'redirect';
  readonly cors: 'off' | 'any_origin';
  readonly rate_limit_per_minute: number;
  readonly rate_limit_clock: 'account' | 'real';
  readonly bulk_rate_cost: 'request' | 'item';
  readonly trusted_proxies: readonly string[];
  readonly content_type: 'ignore' | 'reject';
  readonly body_limit_bytes: number;
  readonly bulk_body_limit_bytes: number;
  readonly unknown_fields: 'ignore' | 'reject';
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
  readonly idempotency_mismatch: 'replay' | 'reject';
  readonly bulk_refusal_body: 'with_results' | 'error_only';
  readonly time_zone: string;
  readonly webhook_retry_delays_ms: readonly number[];
  readonly webhook_timeout_ms: number;
  readonly manual_clock_start: string;
}

const isRecipient = (value: unknown): boolean =>
  typeof value === 'string' && (isTronAddress(value) || isHexTronAddress(value));
const isDelay = (value: unknown): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= LONGEST_DELAY_MS;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const LONGEST_DELAY_MS = 366 * 24 * HOUR_MS;

/** A row that is a setting. */
interface SettingRow<Name extends keyof Settings> extends Assumption {
  readonly name: Name;
  readonly check: Check;
}

/** A row that cannot be changed. */
interface FixedRow extends Assumption {
  readonly check?: never;
}

const setting = <Name extends keyof Settings>(
  name: Name,
  value: Settings[Name],
  check: Check,
  section: string,
  reason: string,
): SettingRow<Name> => ({ name, section, default: value, check, reason });

const fixed = (name: string, section: string, decision: string, reason: string): FixedRow => ({
  name,
  section,
  default: decision,
  reason,
});

const REGISTER = [
  fixed(
    'order_of_checks',
    'Errors',
    'unknown path 404, wrong method 405, key 401, IP 403, rate limit 429, scope 403, scripted faults, body size 413, JSON 400, shape 400/422, repeat of an external_id 200, package 404, business rules 422, inactive address 422, balance 402',
    'A request can break several rules and gets one code. A repeat comes before the business rules, so that it succeeds with an empty balance, too.',
  ),
  fixed('unknown_path', 'General rules', '404 NOT_FOUND', 'The closest listed code.'),
  setting(
    'trailing_slash',
    'not_found',
    oneOf('not_found', 'redirect'),
    'General rules',
    'Every path ends with a slash, so one without is another path. `redirect` answers 308 instead.',
  ),
  fixed(
    'other_methods',
    'Errors',
    '405 METHOD_NOT_ALLOWED with Allow; HEAD and OPTIONS included',
    'The table of errors knows one code for a wrong method.',
  ),
  setting(
    'cors',
    'off',
    oneOf('off', 'any_origin'),
    'Authentication',
    "An API key does not belong in a browser; `any_origin` is for trying a page against the sandbox; the server's value counts, since a preflight has no key.",
  ),
  fixed(
    'rate_headers_everywhere',
    'Authentication',
    'X-RateLimit-Limit and X-RateLimit-Remaining on 4xx and 5xx, too; without a valid key those of a fresh bucket for the IP',
    'The specification says every response.',
  ),
  setting(
    'rate_limit_per_minute',
    6_000,
    integer(1, 1_000_000_000),
    'Limits',
    'No default is given; a low one would starve tests on a standing clock. A key may have its own.',
  ),
  setting(
    'rate_limit_clock',
    'account',
    oneOf('account', 'real'),
    'Limits',
    "A fixed window of 60 s. On the account's clock a test can wait for the next window by advancing it.",
  ),
  fixed(
    'rate_limit_cost',
    'Limits',
    'a 401 costs nothing, every other request that knows its key costs 1; Retry-After is at least 1 s and Remaining 0 at a 429',
    'The limit belongs to the key.',
  ),
  setting(
    'bulk_rate_cost',
    'request',
    oneOf('request', 'item'),
    'Limits',
    'The limit speaks of requests; `item` counts every order of a bulk.',
  ),
  fixed(
    'key_errors',
    'Authentication',
    "TOKEN_EXPIRED for an expired key; UNAUTHORIZED for a missing header, an unknown or revoked key, another scheme; the scheme's name in any case",
    "Expiry is the one case that has a code of its own. It runs on the account's clock.",
  ),
  setting(
    'trusted_proxies',
    [],
    listOf('IP addresses or CIDR ranges', 100, value => typeof value === 'string' && isIpRange(value)),
    'Authentication',
    "The caller's IP is the socket's; behind a listed proxy it is the last foreign address of X-Forwarded-For.",
  ),
  fixed(
    'ip_lists',
    'Authentication',
    'IPv4, IPv6, CIDR of both; an IPv4-mapped IPv6 address counts as IPv4',
    'The form of the whitelist is not given.',
  ),
  setting(
    'content_type',
    'ignore',
    oneOf('ignore', 'reject'),
    'General rules',
    'A body of another type is read as JSON and the fault told in the journal; `reject` answers 400 INVALID_JSON.',
  ),
  fixed(
    'invalid_json',
    'Errors',
    'empty, malformed, not UTF-8, or no object: 400 INVALID_JSON; of duplicate keys the last wins, told in the journal',
    'One code is listed for a body that cannot be used.',
  ),
  setting('body_limit_bytes', 65_536, integer(1_024, 16_777_216), 'Limits', 'The largest body is not given.'),
  setting(
    'bulk_body_limit_bytes',
    262_144,
    integer(1_024, 16_777_216),
    'Limits',
    'Fifty orders need more room than one. Chunked bodies are cut off at the limit, too.',
  ),
  setting(
    'unknown_fields',
    'ignore',
    oneOf('ignore', 'reject'),
    'Endpoints',
    'Fields and query parameters that no table lists are ignored and told in the journal; `reject` answers 400 INVALID_JSON.',
  ),
  fixed(
    'no_coercion',
    'Resources and their fields',
    'a text is no integer in a body; in a query decimal digits alone are one; beyond 2^53-1 is out of range',
    "The types are given; a lenient sandbox would hide a client's mistake.",
  ),
  fixed('repeated_parameter', 'Endpoints', 'the last one wins, told in the journal', 'Not said.'),
  fixed(
    'bulk_statuses',
    'Endpoints',
    '402, 404, 405, 413 and 503 can be answered to a bulk request, as the general rules have it',
    'The bulk table leaves them out; the general rules do not exempt it.',
  ),
  fixed(
    'server_errors',
    'Errors',
    '500 never, but by a scripted fault; 503 by a scripted fault and while shutting down',
    '500 has no listed code.',
  ),
  fixed(
    'external_id_errors',
    'Errors',
    'wrong type, empty, too long, foreign character: 422 EXTERNAL_ID_INVALID; missing in a bulk item: that item fails so; null in a single order is none',
    'One code is listed for it.',
  ),
  fixed(
    'selector_errors',
    'Errors',
    'none, or one that is no integer: PRODUCT_REQUIRED; both: PRODUCT_SELECTOR_CONFLICT; null is none',
    'Two codes share one row; this is their plain sense.',
  ),
  fixed(
    'package_errors',
    'Errors',
    'below 1, unknown or inactive: 404 PACKAGE_NOT_FOUND',
    'No such package can be bought.',
  ),
  setting('custom_energy_enabled', true, flag, 'Errors', 'CUSTOM_ENERGY_DISABLED shows that it can be off.'),
  setting(
    'custom_energy_min',
    32_000,
    integer(1, 1_000_000_000),
    'Limits',
    'Not shown. Checked after enabled, before the step.',
  ),
  setting('custom_energy_max', 5_000_000, integer(1, 1_000_000_000), 'Limits', 'Not shown.'),
  setting('custom_energy_step', 1_000, integer(1, 1_000_000_000), 'Limits', 'Not shown. Counted from 0.'),
  fixed(
    'custom_duration',
    'Limits',
    'left out: 60; another: CUSTOM_DURATION_UNAVAILABLE',
    'One duration is available, currently 60 minutes.',
  ),
  fixed(
    'package_duration',
    'Endpoints',
    "left out: the package's own; not offered: RENTAL_DURATION_UNAVAILABLE; offered without a price: DURATION_PRICE_UNAVAILABLE",
    'Three codes share one row; this tells them apart.',
  ),
  setting(
    'custom_sixty_only',
    false,
    flag,
    'Endpoints',
    'Bulk items take 5, 10, 15 or 60 minutes, custom ones, too, as the bulk table says; elsewhere custom orders have one duration. `true` holds bulk items to it.',
  ),
  fixed(
    'address_errors',
    'Errors',
    'missing, no text, no Base58Check with prefix byte 0x41: 422 INVALID_TRON_ADDRESS; ADDRESS_NOT_ACTIVE on orders only',
    'An estimate needs no activated recipient.',
  ),
  setting(
    'hex_addresses',
    'reject',
    oneOf('reject', 'accept'),
    'Errors',
    'Examples of the hexadecimal form are not given.',
  ),
  setting(
    'deny_unknown',
    false,
    flag,
    'Endpoints',
    'Every valid address is active but those listed as inactive; `true` turns it round: only active_addresses are.',
  ),
  setting(
    'active_addresses',
    [],
    listOf('TRON addresses', 10_000, isRecipient),
    'Endpoints',
    'The active ones where deny_unknown is true.',
  ),
  fixed(
    'has_usdt',
    'Estimate request',
    'another type than true, false or null: 400 INVALID_JSON',
    'No code fits it better.',
  ),
  fixed(
    'status_selectors',
    'Endpoints',
    "neither: 400 ID_REQUIRED; id no positive integer: 400 ID_REQUIRED; both: id wins; another account's order: 404 NOT_FOUND; an external_id of digits is no id",
    'ID_REQUIRED is the one code for a lookup without a usable id.',
  ),
  fixed(
    'bulk_shape',
    'Endpoints',
    'orders missing, no array, empty or over 50: 400 INVALID_JSON and nothing happens; an item that is no object fails with PRODUCT_REQUIRED and external_id ""',
    'The bulk table lists 400 for an invalid body.',
  ),
  fixed(
    'rounding',
    'Quote',
    'base price and discount are each rounded half up to a sun; price = base - discount',
    'Then the three numbers always add up.',
  ),
  setting(
    'packages',
    DEFAULT_PACKAGES,
    packages,
    'Estimate result',
    'Which packages exist is not shown; the proportions follow the market.',
  ),
  setting(
    'custom_prices_sun_per_energy',
    SUN_PER_ENERGY,
    priceTable,
    'Quote',
    'Sun for a unit of custom Energy, by minutes. Not shown.',
  ),
  setting('discount_percent', 0, percent, 'Quote', "The account's discount."),
  fixed(
    'quote_locks_nothing',
    'Quote',
    'an order is priced when it is created, and the charge never changes',
    'A quote has no id that an order could name.',
  ),
  fixed(
    'custom_quote_fields',
    'Quote',
    'a custom quote leaves out package_id and name',
    'They are present for package quotes only.',
  ),
  fixed('exact_balance', 'Errors', 'a balance equal to the price is enough', 'Not enough means less.'),
  fixed(
    'estimate_amounts',
    'Estimate result',
    '65,000 where the recipient holds USDT, 131,000 where not; recommended is the smallest active package at or above it',
    'What a USDT transfer costs on the network.',
  ),
  setting(
    'estimate_holders',
    'by_address',
    oneOf('by_address', 'all', 'none'),
    'Estimate request',
    'Who holds USDT when has_usdt does not tell. `by_address` is a fixed function of seed and address.',
  ),
  fixed(
    'idempotency_scope',
    'Endpoints',
    'the account; all its keys; single and bulk together; byte for byte; for ever',
    'Idempotent per external_id, unique per account.',
  ),
  setting(
    'idempotency_mismatch',
    'replay',
    oneOf('replay', 'reject'),
    'Endpoints',
    'A repeat with another body gets the existing order, and the journal tells; `reject` answers 422 EXTERNAL_ID_INVALID.',
  ),
  fixed(
    'idempotency_failures',
    'Endpoints',
    'a 4xx or 5xx before acceptance leaves the external_id free; a failure after it does not; an order in failed or review is still returned',
    'The id is used once an order exists.',
  ),
  fixed(
    'one_commit',
    'Endpoints',
    'debit, order and external_id come about together or not at all',
    'Of concurrent repeats exactly one is a 202 with a debit.',
  ),
  fixed(
    'bulk_repeats',
    'Endpoints',
    "a repeat is accepted with the existing id and no debit; within one bulk the second returns the first's id; all repeats: 202",
    'Idempotency is the same as for single orders.',
  ),
  setting(
    'bulk_refusal_body',
    'with_results',
    oneOf('with_results', 'error_only'),
    'Endpoints',
    "The 422 body of a bulk is not shown. It carries the first item's code, and the results beside it.",
  ),
  fixed(
    'bulk_outcome',
    'Endpoints',
    '202 where no item failed, 207 where some did, 422 where all did; results in index order; where the balance is short, later and cheaper items are still tried',
    'Items are independent.',
  ),
  fixed(
    'transitions',
    'States and transitions',
    'processing to delegating, review, failed; delegating to delegated, review, failed; delegated to undelegating; undelegating to completed; review to delegating, delegated, failed; no other edge',
    'Only creation is shown; the rest follows from what the states mean.',
  ),
  fixed(
    'lifecycle_delays',
    'States and transitions',
    'those of the scenario happy-path: 3 s, 9 s (three blocks), the rental, 9 s',
    'Believable, and changeable by a scenario.',
  ),
  fixed(
    'order_fields',
    'Order status',
    'ids ascend; txid is set on entering delegating and kept; delivered_at is set once; completed_at on completed only; refunded only ever on failed, perhaps later, without a webhook',
    'Their conditions, made exact.',
  ),
  setting('time_zone', 'UTC', timeZone, 'Order status', "The service server's zone is not shown."),
  fixed(
    'webhook_snapshot',
    'Events',
    'one event for every status change, creation included; the body is the order as it was then, and all attempts send the same bytes',
    'A signature over the raw body asks for stable bytes.',
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
    listOf('delays in milliseconds, each at most 366 days', 8, isDelay),
    'Events',
    'Up to 8 retries with an increasing pause; the pauses are not shown.',
  ),
  setting(
    'webhook_timeout_ms',
    10_000,
    integer(10, 600_000),
    'Events',
    'Real time for one attempt. No answer by then, a redirect, any other non-2xx and a broken connection are all temporary failures.',
  ),
  fixed(
    'event_id_suffix',
    'Events',
    '12 hexadecimal digits; no reset and no restore repeats an id, and without a seed no other sandbox does; a fresh start with the same seed repeats them',
    'Unique per event: a receiver that remembers ids must take new events of a new run.',
  ),
  fixed(
    'webhook_order',
    'Events',
    'first attempts of an order go out one after the other; a retry holds nothing back; without a destination events are recorded and not sent',
    'Not said.',
  ),
  fixed(
    'webhook_form',
    'Events',
    "Content-Type application/json; the HMAC key is the secret's UTF-8 bytes; lower-case hex",
    'The plain reading.',
  ),
  fixed(
    'unknown_scenario',
    'Errors',
    '400 SANDBOX_SCENARIO_UNKNOWN for an unknown name in X-Sandbox-Scenario',
    'The one code beyond the specification, for a header that the service does not have.',
  ),
  fixed(
    'scripted_bulk',
    'Endpoints',
    'a scripted refusal of createOrder fails the bulk items that it matches; a lost connection takes the whole request',
    'A connection has no items.',
  ),
  fixed(
    'operation_ids',
    'Endpoints',
    'getQuote, createEstimate, createOrder, getOrderStatus, getBalance, createOrdersBulk',
    'Names for scenarios, the journal and generated clients.',
  ),
  setting(
    'manual_clock_start',
    '2026-01-01T00:00:00Z',
    instant,
    'Events',
    'Where a standing clock stands at first, so that two runs bear the same timestamps.',
  ),
];

export const ASSUMPTIONS: readonly Assumption[] = REGISTER;

/** The names of the rows that can be changed. */
export const ASSUMPTION_NAMES: readonly string[] = ASSUMPTIONS.filter(row => row.check).map(row => row.name);

const CHECKS = new Map(ASSUMPTIONS.map(row => [row.name, row]));

/**
 * Looks at a value for a setting.
 * @returns null where it is fine, else what was expected and what stands there.
 */
export function checkAssumption(name: string, value: unknown): string | null {
  const row = CHECKS.get(name);
  if (!row) return `there is no assumption named ${JSON.stringify(name)}`;
  return row.check ? row.check.problem(value) : `${name} is fixed and cannot be changed`;
}

type NameOfSetting<Row> = Row extends { readonly name: infer Name; readonly check: Check } ? Name : never;

/** Accepts rows that hold every setting; else requires what nobody has, for the compiler to show. */
type WithEverySetting<Row> = [Exclude<keyof Settings, NameOfSetting<Row>>] extends [never]
  ? unknown
  : { readonly 'lacks the settings': Exclude<keyof Settings, NameOfSetting<Row>> };

const settingsOf = <Row extends Assumption>(rows: readonly Row[] & WithEverySetting<Row>): Settings =>
  Object.fromEntries(
    rows.filter(row => row.check).map(row => [row.name, row.default]),
  ) as unknown as Settings;

/** Every setting at its default. */
export const DEFAULT_SETTINGS: Settings = Object.freeze(settingsOf(REGISTER));
