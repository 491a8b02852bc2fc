import { inspect } from 'node:util';
import {
  checkAssumption,
  DEFAULT_SETTINGS,
  type Settings,
  STRICT_SETTINGS,
} from '../core/domain/assumptions.ts';
import { givenSettingsProblem } from '../core/domain/given-settings.ts';
import { isLoopback, webhookHostProblem } from '../core/domain/ip.ts';
import { MAX_SUN, SUN_PER_TRX, toSun, toTrx } from '../core/domain/money.ts';
import { readClockMode } from '../core/domain/time.ts';
import type { ScenarioName } from '../core/scenario/scenario-names.generated.ts';
import { unknownOption } from '../core/text/nearest-word.ts';
import { BUILT_IN_RECEIVER } from '../core/webhook/read-webhook.ts';
import { idleTimeProblem } from '../host/idle-accounts.ts';
import { readDestination } from '../host/node/webhook-destination.ts';
import { type RuleSettings, ruleSettingsProblem } from '../judge/findings/rule-settings.ts';

/** Options of a sandbox. All have defaults. */
export interface SandboxOptions {
  /** 0 picks a free port. Default: 0 in the library, 4010 on the command line. */
  readonly port?: number;
  /** Default 127.0.0.1. Any other than a loopback address requires an admin_token. */
  readonly host?: string;
  /**
   * The address at which clients reach the server, if it is behind a proxy: http or https, with an optional path.
   * Requires an admin_token unless it is a loopback address.
   */
  readonly public_url?: string;
  /** A load balancer shares accounts between servers by name: `createAccount` redirects to the path of the account. */
  readonly behind_balancer?: boolean;
  /** `real`, `<n>x` or `manual`. Default `real`. */
  readonly clock?: string;
  /** Scenarios that new accounts start with: names, or paths of files. */
  readonly scenarios?: readonly ScenarioName[];
  /**
   * Scenarios that disturb all accounts: names, or paths of files. Their rules apply after the rules of the scenarios that
   * an account has activated. They must not have `given`, and cannot be combined with `data`.
   */
  readonly disturbances?: readonly ScenarioName[];
  /** A folder to which this sandbox adds its findings and coverage, for a report on all sandboxes of a test run. */
  readonly run?: string;
  /** A folder with additional scenario files. */
  readonly scenarios_dir?: string;
  /** The file of another version of the service's description, in YAML. Default: the one that comes with the sandbox. */
  readonly openapi?: string;
  /** The initial balance of new accounts. Default 1000. */
  readonly balance_trx?: number;
  readonly webhook_url?: string;
  /** Of the demo account. Default: a fixed one; a random one if other machines can reach the server. */
  readonly webhook_secret?: string;
  /**
   * The API key of the demo account: printable ASCII without spaces, at most 512 characters, and at least 16 if other
   * machines can reach the server. Default: a fixed one; a random one if other machines can reach the server.
   */
  readonly api_key?: string;
  readonly rate_limit?: number;
  readonly time_zone?: string;
  readonly discount_percent?: number;
  /**
   * The seed for transaction ids, estimates, random choices and event ids. Default: event ids are unique across all
   * sandboxes, and the others are the same in each.
   */
  readonly seed?: string;
  /** Tells a story in chapters and generates traffic, in two separate accounts, `naive` and `sound`. */
  readonly demo?: boolean;
  /**
   * Required on every control call, except calls of an account about itself. 16 to 512 characters: printable ASCII without
   * spaces.
   */
  readonly admin_token?: string;
  /**
   * Hosts to which webhooks may be sent: `shop.example`, `10.1.2.3:4020` or `10.0.0.0/8`. Default: all; if other machines
   * can reach the server, all except this machine, private networks and reserved addresses.
   */
  readonly webhook_hosts?: readonly string[];
  /** Serves https instead of http, with a certificate that is generated for this run unless `tls_cert` names one. */
  readonly tls?: boolean;
  /** The PEM file of a certificate, followed by any intermediate ones. Implies `tls`. */
  readonly tls_cert?: string;
  /** The PEM file of its private key. */
  readonly tls_key?: string;
  /** Further host names and IP addresses of a generated certificate: those that clients call. Implies `tls`. */
  readonly tls_names?: readonly string[];
  /**
   * Where to write the authority of a generated certificate, which clients have to trust. Default: a temporary file.
   * Implies `tls`.
   */
  readonly tls_ca_file?: string;
  /**
   * The time without use after which accounts are removed, such as `1d`. Default: never. It does not apply to the demo
   * account, nor to accounts that were created with an idle time of their own.
   */
  readonly account_ttl?: string;
  /** A folder in which accounts are stored; created if it does not exist. Default: in memory only. */
  readonly data?: string;
  /** Called with notices for the operator, for example about an account that failed. Default: a line on stderr. */
  readonly on_remark?: (text: string) => void;
  /** Refuses unknown fields, other content types, and external_ids that name no scenario, instead of reporting them. */
  readonly strict?: boolean;
  /** Settings by their names in the register of assumptions. They override `strict`. */
  readonly assumptions?: Partial<Settings>;
  /** The severity of findings by their rules; `off` does not report them. */
  readonly findings?: RuleSettings;
}

/** An invalid option. The message names the option and says how to fix it. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

export const optionError = (option: keyof SandboxOptions, problem: string): OptionError =>
  new OptionError(`${option}: ${problem}`);

/** A fixed key and secret, so that examples work without copying, on a server that only this machine can reach. */
export const DEMO_API_KEY = 'ersk_demo_0123456789abcdef';
export const DEMO_WEBHOOK_SECRET = 'whsec_demo_0123456789abcdef';
/** Printed instead of a key that was given at an earlier start: only the digest of a key is stored. */
export const KEY_NOT_STORED = '<API_KEY>';
export const DEMO_ACCOUNT = 'demo';

export const DEFAULT_HOST = '127.0.0.1';

/** Whether the text names a file rather than a scenario of the library. */
export const isScenarioFile = (text: string): boolean => /[/\\]|\.ya?ml$/.test(text);

const HIGHEST_PORT = 65_535;

/** Describes what is wrong with a value; null if it is allowed. */
type Check = (value: unknown) => string | null;

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: 0 });
  return text.replaceAll(/\s+/g, ' ').slice(0, 80);
};

const expected =
  (what: string, isAllowed: (value: unknown) => boolean): Check =>
  value =>
    isAllowed(value) ? null : `expected ${what}, got ${shown(value)}`;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isHttpUrl = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
const isWebhookUrl = (value: unknown): boolean =>
  value === BUILT_IN_RECEIVER || (isHttpUrl(value) && !('problem' in readDestination(value)));
const isPort = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= HIGHEST_PORT;
const isBalance = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && toSun(value) !== null;

const text = expected('a non-empty string', isText);
const flag = expected('true or false', value => typeof value === 'boolean');
const file = expected('the path of a file', isText);
const folder = expected('the path of a folder', isText);
const scenarios = expected('an array of names or files of scenarios', isTexts);

/** The length of credentials that nobody can guess. */
const SECRET_LENGTH = { min: 16, max: 512 };

/**
 * The problem with a text that clients send as a credential, and how to fix it, without the text itself; null if there is
 * none.
 * @param what the credential, in words
 */
function credentialProblem(credential: string, what: string, min: number): string | null {
  const { length } = credential;
  const { max } = SECRET_LENGTH;
  if (length < min || length > max)
    return `expected ${min} to ${max} characters, got ${length}; generate one: openssl rand -hex 16`;
  return /^[\x21-\x7e]+$/.test(credential)
    ? null
    : `expected printable ASCII characters without spaces, because the ${what} is sent in a header`;
}

/** The problem with an admin token, and how to fix it, without the token itself; null if there is none. */
export const adminTokenProblem = (token: string): string | null =>
  credentialProblem(token, 'token', SECRET_LENGTH.min);

const apiKeyProblem = (key: string, min = 1): string | null => credentialProblem(key, 'key', min);

function clockProblem(value: unknown): string | null {
  if (typeof value !== 'string') return text(value);
  const read = readClockMode(value);
  return 'problem' in read ? read.problem : null;
}

function publicUrlProblem(value: unknown): string | null {
  if (!isHttpUrl(value))
    return `expected an http or https URL such as https://sandbox.example, got ${shown(value)}`;
  const { username, password, search, hash } = new URL(value);
  if (username || password) return 'omit the user and password';
  return search || hash || /[?#]$/.test(value) ? 'omit the query and the fragment' : null;
}

function webhookHostsProblem(value: unknown): string | null {
  if (!Array.isArray(value) || value.some(one => typeof one !== 'string'))
    return `expected an array of hosts, got ${shown(value)}`;
  return value.map(webhookHostProblem).find(problem => problem !== null) ?? null;
}

function settingsProblem(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `expected an object with settings by their names in the register of assumptions, got ${shown(value)}`;
  }
  const found = givenSettingsProblem(value as Readonly<Record<string, unknown>>);
  return found && `${found.name}: ${found.problem}`;
}

/** The check of each option; for an option that is a setting, the setting's name in the register of assumptions. */
const CHECKS = {
  port: expected(`an integer from 0 (a free port) to ${HIGHEST_PORT}`, isPort),
  host: expected('an address or name of this machine, such as "127.0.0.1"', isText),
  public_url: publicUrlProblem,
  behind_balancer: flag,
  clock: clockProblem,
  scenarios,
  disturbances: scenarios,
  run: folder,
  scenarios_dir: folder,
  openapi: file,
  balance_trx: expected(
    `a number of TRX from 0 to ${toTrx(MAX_SUN)} in steps of 1/${SUN_PER_TRX}`,
    isBalance,
  ),
  webhook_url: expected(`an http or https URL, or ${BUILT_IN_RECEIVER}`, isWebhookUrl),
  webhook_secret: text,
  api_key: value => (isText(value) ? apiKeyProblem(value as string) : text(value)),
  rate_limit: 'rate_limit_per_minute',
  time_zone: 'time_zone',
  discount_percent: 'discount_percent',
  seed: text,
  demo: flag,
  admin_token: value => (typeof value === 'string' ? adminTokenProblem(value) : text(value)),
  webhook_hosts: webhookHostsProblem,
  tls: flag,
  tls_cert: file,
  tls_key: file,
  tls_names: expected('an array of host names', isTexts),
  tls_ca_file: file,
  account_ttl: idleTimeProblem,
  data: folder,
  on_remark: expected('a function', value => typeof value === 'function'),
  strict: flag,
  assumptions: settingsProblem,
  findings: ruleSettingsProblem,
} as const satisfies Readonly<Record<keyof SandboxOptions, Check | keyof Settings>>;

/** The problem with an option's value, and the allowed values; null if the value is valid. */
export function optionProblem(name: keyof SandboxOptions, value: unknown): string | null {
  const check = CHECKS[name];
  return typeof check === 'string' ? checkAssumption(check, value) : check(value);
}

/**
 * Checks the names and values of options that no parser has checked. An undefined option counts as omitted.
 * @throws OptionError that names the option, the value and what is allowed
 */
export function checkOptions(options: SandboxOptions): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new OptionError(`expected an object with options, such as { port: 4010 }, got ${shown(options)}`);
  }
  const unknown = unknownOption(options, Object.keys(CHECKS));
  if (unknown !== null) throw new OptionError(unknown.problem);
  for (const [name, value] of Object.entries(options)) {
    const problem = value === undefined ? null : optionProblem(name as keyof SandboxOptions, value);
    if (problem !== null) throw new OptionError(`${name}: ${problem}`);
  }
}

export const usesTls = ({ tls, tls_cert, tls_key, tls_names, tls_ca_file }: SandboxOptions): boolean =>
  tls ?? [tls_cert, tls_key, tls_names, tls_ca_file].some(value => value !== undefined);

const isLoopbackUrl = (url: string): boolean => {
  const { hostname } = new URL(url);
  return isLoopback(hostname) || hostname.endsWith('.localhost');
};

/** True if other machines can reach the server: directly, or through a proxy. */
export const isShared = ({ host = DEFAULT_HOST, public_url }: SandboxOptions): boolean =>
  !isLoopback(host) || (public_url !== undefined && !isLoopbackUrl(public_url));

/** @throws OptionError if other machines can reach the control API without an admin token, or guess the API key */
export function checkAccess(options: SandboxOptions): void {
  const { host = DEFAULT_HOST, public_url, admin_token, api_key } = options;
  if (!isShared(options)) return;
  const problem = api_key === undefined ? null : apiKeyProblem(api_key, SECRET_LENGTH.min);
  if (problem !== null) throw optionError('api_key', `other machines can reach the server: ${problem}`);
  if (admin_token !== undefined) return;
  throw optionError(
    'admin_token',
    isLoopback(host)
      ? `required with the public URL ${public_url}, which other machines can reach; set one`
      : `required when listening on ${host}, which other machines can reach; set one, or listen on 127.0.0.1`,
  );
}

/** The public URL without a slash at its end, or null. */
export const publicUrlOption = ({ public_url }: SandboxOptions): string | null =>
  public_url === undefined ? null : new URL(public_url).href.replace(/\/+$/, '');

function settingsFromOptions(options: SandboxOptions): Partial<Settings> {
  const given = Object.entries(CHECKS).flatMap(([option, check]) => {
    const value = options[option as keyof SandboxOptions];
    return typeof check === 'string' && value !== undefined ? [[check, value]] : [];
  });
  return Object.fromEntries(given);
}

/**
 * The settings that all accounts start with.
 * @throws OptionError that names the setting and its valid values
 */
export function settingsOption(options: SandboxOptions): Settings {
  const given = {
    ...(options.strict ? STRICT_SETTINGS : {}),
    ...settingsFromOptions(options),
    ...options.assumptions,
  };
  const found = givenSettingsProblem(given);
  if (found) throw new OptionError(`${found.name}: ${found.problem}`);
  return { ...DEFAULT_SETTINGS, ...given };
}
