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
import { didYouMean } from '../core/text/nearest-word.ts';
import { BUILT_IN_RECEIVER } from '../core/webhook/read-webhook.ts';
import { idleTimeProblem } from '../host/idle-accounts.ts';
import { readDestination } from '../host/node/webhook-destination.ts';
import { type RuleSettings, ruleSettingsProblem } from '../judge/findings/rule-settings.ts';

/** Options of a sandbox. All have defaults. */
export interface SandboxOptions {
  /** 0 picks a free port. Default: 0 in the library, 4010 on the command line. */
  readonly port?: number;
  /** Default 127.0.0.1. Any other than a loopback address requires an adminToken. */
  readonly host?: string;
  /**
   * The address at which clients reach the server, if it is behind a proxy: http or https, with an optional path.
   * Requires an adminToken unless it is a loopback address.
   */
  readonly publicUrl?: string;
  /** A load balancer shares accounts between servers by name: `createAccount` redirects to the path of the account. */
  readonly behindBalancer?: boolean;
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
  readonly scenariosDir?: string;
  /** The file of another version of the service's description, in YAML. Default: the one that comes with the sandbox. */
  readonly openapi?: string;
  /** The initial balance of new accounts. Default 1000. */
  readonly balanceTrx?: number;
  readonly webhookUrl?: string;
  /** Of the demo account. Default: a fixed one; a random one if other machines can reach the server. */
  readonly webhookSecret?: string;
  /**
   * The API key of the demo account: printable ASCII without spaces, at most 512 characters, and at least 16 if other
   * machines can reach the server. Default: a fixed one; a random one if other machines can reach the server.
   */
  readonly apiKey?: string;
  readonly rateLimit?: number;
  readonly timeZone?: string;
  readonly discountPercent?: number;
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
  readonly adminToken?: string;
  /**
   * Hosts to which webhooks may be sent: `shop.example`, `10.1.2.3:4020` or `10.0.0.0/8`. Default: all; if other machines
   * can reach the server, all except this machine, private networks and reserved addresses.
   */
  readonly webhookHosts?: readonly string[];
  /** Serves https instead of http, with a certificate that is generated for this run unless `tlsCert` names one. */
  readonly tls?: boolean;
  /** The PEM file of a certificate, followed by any intermediate ones. Implies `tls`. */
  readonly tlsCert?: string;
  /** The PEM file of its private key. */
  readonly tlsKey?: string;
  /** Further host names and IP addresses of a generated certificate: those that clients call. Implies `tls`. */
  readonly tlsNames?: readonly string[];
  /**
   * Where to write the authority of a generated certificate, which clients have to trust. Default: a temporary file.
   * Implies `tls`.
   */
  readonly tlsCaFile?: string;
  /**
   * The time without use after which accounts are removed, such as `1d`. Default: never. It does not apply to the demo
   * account, nor to accounts that were created with an idle time of their own.
   */
  readonly accountTtl?: string;
  /** A folder in which accounts are stored; created if it does not exist. Default: in memory only. */
  readonly data?: string;
  /** Called with notices for the operator, for example about an account that failed. Default: a line on stderr. */
  readonly onRemark?: (text: string) => void;
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
  publicUrl: publicUrlProblem,
  behindBalancer: flag,
  clock: clockProblem,
  scenarios,
  disturbances: scenarios,
  run: folder,
  scenariosDir: folder,
  openapi: file,
  balanceTrx: expected(`a number of TRX from 0 to ${toTrx(MAX_SUN)} in steps of 1/${SUN_PER_TRX}`, isBalance),
  webhookUrl: expected(`an http or https URL, or ${BUILT_IN_RECEIVER}`, isWebhookUrl),
  webhookSecret: text,
  apiKey: value => (isText(value) ? apiKeyProblem(value as string) : text(value)),
  rateLimit: 'rate_limit_per_minute',
  timeZone: 'time_zone',
  discountPercent: 'discount_percent',
  seed: text,
  demo: flag,
  adminToken: value => (typeof value === 'string' ? adminTokenProblem(value) : text(value)),
  webhookHosts: webhookHostsProblem,
  tls: flag,
  tlsCert: file,
  tlsKey: file,
  tlsNames: expected('an array of host names', isTexts),
  tlsCaFile: file,
  accountTtl: idleTimeProblem,
  data: folder,
  onRemark: expected('a function', value => typeof value === 'function'),
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
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(CHECKS, name)) {
      throw new OptionError(`${name}: unknown option${didYouMean(name, Object.keys(CHECKS))}`);
    }
    const problem = value === undefined ? null : optionProblem(name as keyof SandboxOptions, value);
    if (problem !== null) throw new OptionError(`${name}: ${problem}`);
  }
}

export const usesTls = ({ tls, tlsCert, tlsKey, tlsNames, tlsCaFile }: SandboxOptions): boolean =>
  tls ?? [tlsCert, tlsKey, tlsNames, tlsCaFile].some(value => value !== undefined);

const isLoopbackUrl = (url: string): boolean => {
  const { hostname } = new URL(url);
  return isLoopback(hostname) || hostname.endsWith('.localhost');
};

/** True if other machines can reach the server: directly, or through a proxy. */
export const isShared = ({ host = DEFAULT_HOST, publicUrl }: SandboxOptions): boolean =>
  !isLoopback(host) || (publicUrl !== undefined && !isLoopbackUrl(publicUrl));

/** @throws OptionError if other machines can reach the control API without an admin token, or guess the API key */
export function checkAccess(options: SandboxOptions): void {
  const { host = DEFAULT_HOST, publicUrl, adminToken, apiKey } = options;
  if (!isShared(options)) return;
  const problem = apiKey === undefined ? null : apiKeyProblem(apiKey, SECRET_LENGTH.min);
  if (problem !== null) throw optionError('apiKey', `other machines can reach the server: ${problem}`);
  if (adminToken !== undefined) return;
  throw optionError(
    'adminToken',
    isLoopback(host)
      ? `required with the public URL ${publicUrl}, which other machines can reach; set one`
      : `required when listening on ${host}, which other machines can reach; set one, or listen on 127.0.0.1`,
  );
}

/** The public URL without a slash at its end, or null. */
export const publicUrlOption = ({ publicUrl }: SandboxOptions): string | null =>
  publicUrl === undefined ? null : new URL(publicUrl).href.replace(/\/+$/, '');

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
